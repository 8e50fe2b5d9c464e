# SPDX-License-Identifier: Apache-2.0
# Table 1 of the first paper: three networks of equal size on an analytic surface.  The sweep sets each network's epochs, so a toy
# needs networks of its own.
quick seeds.count=2 train.epochs=8 sampler.points=256 evaluate.resolution=16 evaluate.every=2 \
  'axes=[{list: {name: model, values: {mlp: {field.encoder.type: identity}, positional: {field.encoder.type: frequency}, grid: {field.encoder.type: grid}}}}]'
sweep configs/papers/sacr/table1.yaml
table
figure convergence convergence @ --metric rmse --x both --logx --logy --published configs/papers/sacr/published.yaml
