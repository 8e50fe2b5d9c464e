# SPDX-License-Identifier: Apache-2.0
# Fields of shells under one budget of parameters: sine network against cubic splines, by Adam, L-BFGS and Ritz.  The sweep sets each
# method's steps and points, so a toy needs methods of its own.
quick train.epochs=4 evaluate.every=2 evaluate.resolution=12 evaluate.points=8 evaluate.test_functions=4 quadrature.points=256 \
  'axes=[{list: {name: method, values: {sine: {field.encoder.type: identity, field.output: network}, spline: {}}}}]'
sweep configs/papers/neuralgarsim/fields.yaml
table
figure energy convergence @ --metric energy --by method --x seconds --ylim "$(sized -0.0355 -1)" "$(sized -0.031 1)"
figure panels renders @ --columns 4
