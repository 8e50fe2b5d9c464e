# SPDX-License-Identifier: Apache-2.0
# Encodings under parameter budgets on the analytic surface.
quick seeds.count=2 train.epochs=4 sampler.points=256 evaluate.resolution=16
sweep configs/encodings/surface_fit.yaml
table
figure budget budget @ --metric rmse
