# SPDX-License-Identifier: Apache-2.0
# Figure 1 of the first paper: vertices, a network on a mesh, on structures sampled uniformly, and adaptively.
variants=(vertices mesh uniform adaptive)
quick train.epochs=4 evaluate.resolution=24 evaluate.structures=256
for variant in "${variants[@]}"; do run "$variant" "configs/papers/sacr/figure1/$variant.yaml"; done
compare "${variants[@]}"
figure panels renders "${variants[@]/#/@/}" --width page
figure curvature curvature "${variants[@]/#/@/}"
figure density density @/adaptive
