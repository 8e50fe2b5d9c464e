# SPDX-License-Identifier: Apache-2.0
# Uniform against adaptive sampling on two scenes whose wrinkles are local: a cloth over a small ball, and one pushed in from the side.
quick seeds.count=2 train.epochs=4 sampler.points=256 evaluate.resolution=24 evaluate.structures=256 evaluate.every=2
for scene in small_object pushed; do
  sweep configs/ablations/sampling/$scene.yaml $scene
  table $scene
  table $scene differences --rows sampling --baseline uniform --metric energy,energy_strain,strain_max
  log=()
  [ $scene != pushed ] || log=(--logy)  # energies above 0, over several orders
  figure ${scene}_energy convergence @/$scene --metric energy --x both "${log[@]}"
  figure ${scene}_strain convergence @/$scene --metric energy_strain --x both --logy
  figure ${scene}_curvature curvature @/$scene
done
both=(@/small_object @/pushed)
figure panels renders "${both[@]}" --only 'sampling=uniform|adaptive' --columns 2 --camera-per-row --color strain \
  --labels 'ball, uniform' 'ball, adaptive' 'pushed, uniform' 'pushed, adaptive'
figure density density "${both[@]}" --only sampling=adaptive --labels ball pushed
