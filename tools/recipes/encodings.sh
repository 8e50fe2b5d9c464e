# SPDX-License-Identifier: Apache-2.0
# Encodings under parameter budgets on the analytic surface.
quick seeds.count=2 train.epochs=4 sampler.points=256 evaluate.resolution=16 evaluate.every=2
sweep configs/ablations/encodings/surface_fit.yaml
table
figure budget budget @ --metric rmse
for budget in 12000 47400 190000; do
  figure convergence_$budget convergence @ --only budget.parameters=$budget --metric rmse --x epochs --logy
done
