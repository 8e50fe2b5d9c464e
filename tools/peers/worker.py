# SPDX-License-Identifier: Apache-2.0
"""One peer in a process of its own: answers requests on standard input, one JSON object a line.

    worker.py MODULE COMPILED THREADS        MODULE: torch_steps, torch_plain or jax_steps; COMPILED: 0 or 1

    {"prepare": STEP}                          build it and run it twice -> {"seconds": ...}
    {"time": STEP, "samples": N, "shortest": S}   -> {"seconds": [of one step, N times]}
    {"check": STEP}                            -> {"loss": ..., "gradient": [[...], ...]} from problem.start()
"""
import importlib
import json
import os
import sys
import time


class Worker:
    def __init__(self, module, compiled, threads):
        self.module, self.compiled, self.trainings, self.counts = importlib.import_module(module), compiled, {}, {}
        self.versions = self.module.prepare(threads)

    def timed(self, name, count):
        begin = time.perf_counter()
        self.trainings[name].run(count)
        return (time.perf_counter() - begin) / count

    def prepare(self, name):
        self.trainings = {name: self.module.Training(name, self.compiled)}
        return {"seconds": self.timed(name, 1) + self.timed(name, 1)}

    def time(self, name, samples, shortest):
        one = self.timed(name, 1)
        count = max(1, -int(-shortest // one))
        return {"seconds": [self.timed(name, count) for _ in range(samples)]}

    def check(self, name):
        loss, gradient = self.module.loss_and_gradient(name, self.compiled)
        return {"loss": loss, "gradient": gradient}

    def answer(self, request):
        if "prepare" in request:
            return self.prepare(request["prepare"])
        if "time" in request:
            return self.time(request["time"], request["samples"], request["shortest"])
        return self.check(request["check"])


def main():
    module, compiled, threads = sys.argv[1], sys.argv[2] == "1", int(sys.argv[3])
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what libraries print goes to the log
    if threads < len(os.sched_getaffinity(0)):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    worker = Worker(module, compiled, threads)
    print(json.dumps({"versions": worker.versions}), file=answers, flush=True)
    for line in sys.stdin:
        print(json.dumps(worker.answer(json.loads(line))), file=answers, flush=True)


main()
