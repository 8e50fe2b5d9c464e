# SPDX-License-Identifier: Apache-2.0
# One sweep of configs/ablations.
quick seeds.count=1 train.epochs=2 sampler.points=256 evaluate.resolution=24 evaluate.structures=256 evaluate.every=1
sweep configs/$name.yaml
table
figure convergence convergence @ --metric energy --x epochs
