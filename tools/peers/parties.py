# SPDX-License-Identifier: Apache-2.0
"""Who takes the steps: plisse, one short process a turn, and the peers, each a process that lives on and waits while others work."""
import json
import os
import pathlib
import subprocess

import environment
from failure import Failure
from ratios import quantile

SAMPLES, SHORTEST = 5, 0.02  # of a turn, as in `plisse bench`: a run that does not count, then samples of at least 20 ms

# glibc keeps freed tensors of up to 32 MB instead of handing their pages back to the kernel, which would clear them again every step.
KEEP_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(32 << 20), "MALLOC_TRIM_THRESHOLD_": str(1 << 30), "MALLOC_TOP_PAD_": str(1 << 28)}

# name: module, compiled, environment, what it is
PEERS = {
    "torch": ("torch_steps", False, KEEP_MEMORY, "PyTorch, eager"),
    "torch_compiled": ("torch_steps", True, KEEP_MEMORY, "PyTorch, torch.compile"),
    "jax": ("jax_steps", False, KEEP_MEMORY, "JAX, jit"),
    "torch_plain": ("torch_plain", False, {}, "PyTorch, as usually written"),
    "torch_malloc": ("torch_steps", False, {}, "PyTorch, eager, malloc's own settings"),
}


class Peer:
    def __init__(self, name, threads):
        module, compiled, settings, self.title = PEERS[name]
        self.name, self.log = name, environment.folder() / f"{name}.log"
        variables = {**os.environ, **settings, "OMP_NUM_THREADS": str(threads), "CUDA_VISIBLE_DEVICES": "", "JAX_PLATFORMS": "cpu",
                     "TORCHINDUCTOR_CACHE_DIR": str(environment.folder() / "inductor"), "PYTHONDONTWRITEBYTECODE": "1"}
        worker = pathlib.Path(__file__).resolve().parent / "worker.py"
        with open(self.log, "w") as log:
            self.process = subprocess.Popen([environment.python(), worker, module, str(int(compiled)), str(threads)], env=variables,
                                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True)
        self.versions = self.read()["versions"]

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            code = self.process.wait()
            last = "".join(f"\n  {text}" for text in self.log.read_text(errors="replace").splitlines()[-8:])
            raise Failure(f"the process of {self.name} ended with status {code}; its log is {self.log}{last}")
        return json.loads(line)

    def ask(self, **request):
        try:
            print(json.dumps(request), file=self.process.stdin, flush=True)
        except BrokenPipeError:
            pass  # read() says what happened
        return self.read()

    def prepare(self, step):
        return self.ask(prepare=step)["seconds"]

    def seconds(self, step):
        """Median time of one step."""
        return quantile(self.ask(time=step, samples=SAMPLES, shortest=SHORTEST)["seconds"], 0.5)

    def check(self, step):
        return self.ask(check=step)

    def cpu_seconds(self):
        """Processor time so far, of all its threads."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Plisse:
    name, title = "plisse", "Plisse"

    def __init__(self, program, threads):
        self.program, self.threads, self.of_sgemm = program, threads, {}
        if not os.access(program, os.X_OK):
            raise Failure(f"there is no {program}; run tools/setup, or set PLISSE to the program")
        machine = self.bench("sgemm")["machine"]
        self.versions = {"plisse": machine.get("software_version", "unknown")}
        self.machine = {key: machine.get(key) for key in ("cpu", "cpus", "backend", "compiler")}

    def bench(self, step):
        command = [self.program, "bench", "--only", step, "--threads", str(self.threads), "--time", "0s", "--json"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise Failure(f"{' '.join(map(str, command))} ended with status {done.returncode}:\n  {done.stderr.strip()}")
        return json.loads(done.stdout)

    def prepare(self, step):
        return None

    def seconds(self, step):
        found = next(entry for entry in self.bench(step)["benchmarks"] if entry["name"] == step)
        if found.get("of_sgemm"):
            self.of_sgemm.setdefault(step, []).append(found["of_sgemm"]["median"])
        return found["seconds"]["median"]

    def share_of_sgemm(self, step):
        """Median over the turns of its arithmetic's rate over that of sgemm, measured in the same process."""
        return quantile(self.of_sgemm[step], 0.5) if step in self.of_sgemm else None
