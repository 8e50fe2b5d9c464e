# SPDX-License-Identifier: Apache-2.0
# Encodings under parameter budgets on cloth.
quick seeds.count=1 train.epochs=2 sampler.points=256 evaluate.resolution=24 evaluate.structures=256 evaluate.every=1
sweep configs/ablations/encodings/cloth.yaml
table
figure budget budget @ --metric energy
