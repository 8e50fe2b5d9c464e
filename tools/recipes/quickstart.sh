# SPDX-License-Identifier: Apache-2.0
# A cloth draped over a sphere with uniform and with adaptive sampling, as in tools/quickstart.
quick train.epochs=4 evaluate.resolution=24 evaluate.structures=256
run uniform configs/quickstart.yaml 'sampler={type: uniform, points: 4096}'
run adaptive configs/quickstart.yaml
compare uniform adaptive
picture adaptive "$runs/adaptive" --size "$(sized 640x480 96x72)" --resolution "$(sized 512 24)"
figure density density @/adaptive
