# SPDX-License-Identifier: Apache-2.0
# Thin shells against references: linear benchmarks by four methods, strips under large loads by two directors.
benchmarks=configs/papers/neuralgarsim/benchmarks
quick train.epochs=2 field.network.width=12 evaluate.resolution=8
for config in $benchmarks/*.yaml configs/shells/{heavy_cantilever,tip_force}/*.yaml configs/shells/end_moment.yaml; do
  run "$(basename "$config" .yaml)" "$config"
done
for config in configs/shells/{heavy_cantilever,tip_force}/*.yaml; do
  run "$(basename "$config" .yaml)_printed" "$config" strain=printed
done
act python3 tools/shell_table "$runs" >> "$notes/body"
picture panels "$runs"/{plate_ritz,scordelis_lo_ritz,pinched_cylinder_ritz,end_moment} --separate --exaggerate auto --color displacement \
  --size "$(sized 420x360 96x72)" --resolution "$(sized 160 16)"
