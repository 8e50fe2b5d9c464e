# SPDX-License-Identifier: Apache-2.0
# One skirt as meshes of three densities, and as points, Gaussians and a distance field: how far apart the draped surfaces are.  With
# PLISSE_GARMENTS, a folder that holds DiffCloth's skirt1252.obj, skirt3448.obj and skirt7271.obj, it is that skirt; else a generated one.
quick train.epochs=2
scene=configs/papers/neuralgarsim/scenes/skirt_hang.yaml
if [ -n "${PLISSE_GARMENTS:-}" ]; then
  mesh() { echo "{type: mesh, file: $PLISSE_GARMENTS/$1.obj, up: y}"; }
  coarse=$(mesh skirt1252) middle=$(mesh skirt3448) fine=$(mesh skirt7271) waist=1.13
  detail=(field.network.width=3072 field.network.omega=110)  # its folds are narrow
else
  mesh() { echo "{type: panel_skirt, edge: $1}"; }
  coarse=$(mesh 0.04) middle=$(mesh 0.025) fine=$(mesh 0.015) waist=1.05 detail=()
fi
hold="boundary=[{where: {type: box, lower: [-1, -1, $waist], upper: [1, 1, 2]}, clamped: true, falloff: 0.1}]"
siren=('field.encoder={type: identity}' 'field.network={width: 256, hidden_layers: 5, activation: sine, omega: 5}'
       optimizer.learning_rate=5.0e-4)
drape() {
  local name=$1 garment=$2
  shift 2
  run "$name" $scene "garment=$garment" "$hold" "${siren[@]}" $(sized '' evaluate.resolution=12) "$@"
}
run fit configs/papers/neuralgarsim/distance/skirt.yaml "garment=$fine" "${detail[@]}" $(sized '' 'field.network.width=256 samples.points=4000')
drape fine "$fine"
drape middle "$middle"
drape coarse "$coarse"
points=$(sized 20000 2000)
drape points "{type: point_cloud, of: $fine, points: $points}" "evaluate.template=$fine"
drape gaussians "{type: gaussians, of: $fine, points: $points}" "evaluate.template=$fine"
drape field "{type: distance_field, run: $(realpath "$runs")/fit/run.h5, points: $points}" "evaluate.template=$fine"
compare fine middle coarse points gaussians field --metric energy,d_c,d_w,d_c_relative,d_w_relative
picture panels "$runs"/{fine,middle,coarse,points,gaussians,field} --separate --size "$(sized 360x360 96x72)" --resolution "$(sized 160 12)"
