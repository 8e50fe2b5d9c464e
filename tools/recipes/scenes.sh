# SPDX-License-Identifier: Apache-2.0
# Scenes of NeuralGarSim, each in cotton and in canvas: napkins, a sleeve that buckles, a skirt that is twisted, T-shirts that hang and
# drape over a body.
quick train.epochs=3 evaluate.resolution=12 evaluate.points=8 evaluate.test_functions=4
scenes="napkin_handle napkin_moving_handles sleeve_buckle skirt_twist tshirt_hang tshirt_drape"
for scene in $scenes; do
  for fabric in cotton canvas; do
    run ${scene}_$fabric configs/papers/neuralgarsim/scenes/$scene.yaml material.type=$fabric
  done
done
runs_table --metric energy,membrane_energy,bending_energy,residual,epochs,parameters,wall_time \
  --published configs/papers/neuralgarsim/published.yaml --caption 'Scenes of garments, two threads'
for fabric in cotton canvas; do
  pictures=()
  for scene in $scenes; do pictures+=("$runs/${scene}_$fabric"); done
  picture $fabric "${pictures[@]}" --separate --size "$(sized 360x360 96x72)" --resolution "$(sized 160 12)"
done
