# SPDX-License-Identifier: Apache-2.0
# Uniform against adaptive sampling on two scenes whose wrinkles are local.
quick seeds.count=2 train.epochs=4 sampler.points=256 evaluate.resolution=24 evaluate.structures=256
for scene in bump push; do
  sweep configs/sampling/$scene.yaml $scene
  table $scene
  figure ${scene}_energy convergence @/$scene --metric energy --x both
  figure ${scene}_strain convergence @/$scene --metric energy_strain --x both --logy
done
figure panels renders @/bump @/push --only sampling=uniform,adaptive --columns 2 --camera-per-row
