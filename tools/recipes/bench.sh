# SPDX-License-Identifier: Apache-2.0
# Kernels and training steps against the machine's own sgemm and copy, and how they scale from one thread to two.  Wants a quiet machine.
toy=($(sized '' '--time 0s --only copy,loss_strain'))
bench bench "${toy[@]}"
bench scaling --threads 1,2 "${toy[@]}"
figure roofline roofline "$out/bench.json"
