# SPDX-License-Identifier: Apache-2.0
"""The virtual environment of the peers, made once: a folder of the user's cache, filled by pip."""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

from failure import Failure

HERE = pathlib.Path(__file__).resolve().parent


def folder():
    cache = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(os.environ.get("PLISSE_DEPS") or pathlib.Path(cache) / "plisse") / "peers"


def python():
    return folder() / "venv/bin/python"


def key():
    """What the environment is made of: another Python or another list asks for a new one."""
    return hashlib.sha256(sys.version.encode() + (HERE / "requirements.txt").read_bytes()).hexdigest()[:16]


def run(command, log, problem, advice):
    with open(log, "w") as out:
        if subprocess.run(command, stdout=out, stderr=subprocess.STDOUT).returncode == 0:
            return
    last = "".join(f"\n  {line}" for line in log.read_text(errors="replace").splitlines()[-5:])
    raise Failure(f"{problem}; {advice}; the log is {log}{last}")


def prepare(say):
    """Makes the environment unless it is there."""
    root, log = folder(), folder() / "setup.log"
    mark = root / "complete"
    if mark.exists() and mark.read_text() == key():
        return
    root.mkdir(parents=True, exist_ok=True)
    mark.unlink(missing_ok=True)
    shutil.rmtree(root / "venv", ignore_errors=True)
    say(f"installing PyTorch and JAX in {root / 'venv'}, once (about 6 GB with the libraries that PyTorch's Linux package links to)")
    run([sys.executable, "-m", "venv", root / "venv"], log, f"{sys.executable} cannot make a virtual environment",
        "Debian and Ubuntu: apt-get install python3-venv")
    run([python(), "-m", "pip", "install", "--disable-pip-version-check", "-r", HERE / "requirements.txt"], log,
        "pip could not install the peers", "is there a network, and 8 GB of room? pip's own settings apply (pip config)")
    mark.write_text(key())


def require_compiler():
    """torch.compile builds C++ extension modules."""
    if not shutil.which(os.environ.get("CXX", "g++")):
        raise Failure("torch_compiled needs a C++ compiler: install g++, or leave it out with --peers torch,jax")
    if not (pathlib.Path(sysconfig.get_paths()["include"]) / "Python.h").exists():
        raise Failure("torch_compiled needs Python's headers (Debian and Ubuntu: apt-get install python3-dev), or leave it out with "
                      "--peers torch,jax")
