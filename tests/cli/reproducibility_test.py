# SPDX-License-Identifier: Apache-2.0
"""One seed, one result: for any number of threads, interrupted or not, killed or not."""
import random
import signal
import subprocess
import time
import unittest

import h5py
from support import PLISSE, CommandTest, parameters, same_bits


class Reproducibility(CommandTest):
    def test_threads(self):
        one, two = self.run_to("one", "--threads", 1), self.run_to("two", "--threads", 2)
        self.assertTrue(same_bits(parameters(one), parameters(two)))

    def test_seed_reaches_everything(self):
        first, again, other = self.run_to("a"), self.run_to("b"), self.run_to("c", "--seed", 1)
        self.assertTrue(same_bits(parameters(first), parameters(again)))
        self.assertFalse(same_bits(parameters(first), parameters(other)))

    def start(self, out):
        return subprocess.Popen([PLISSE, "run", self.config(), "train.epochs=1500", "train.checkpoint_every=0.05s", "--resume", "-o", self.folder / out],
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def test_interrupted_and_resumed(self):
        process = self.start("stopped")
        series = self.folder / "stopped" / "series.jsonl"
        while process.poll() is None and not (series.exists() and series.stat().st_size > 0):
            time.sleep(0.01)  # until it is in the middle of training
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(), 75)
        self.assertEqual(self.start("stopped").wait(), 0)
        whole = self.folder / "whole"
        self.plisse("run", self.config(), "train.epochs=1500", "train.checkpoint_every=0.05s", "-o", whole)
        self.assertTrue(same_bits(parameters(whole), parameters(self.folder / "stopped")))
        with h5py.File(whole / "run.h5") as a, h5py.File(self.folder / "stopped" / "run.h5") as b:
            steps = a["series/train"]["step"]
            self.assertEqual(list(steps), list(b["series/train"]["step"]))
            self.assertEqual(list(a["series/train"]["total"]), list(b["series/train"]["total"]))

    def test_ten_kills(self):
        random.seed(7)
        for _ in range(10):
            process = self.start("killed")
            time.sleep(random.uniform(0.05, 0.5))
            process.kill()
            process.wait()
            result = self.folder / "killed" / "run.h5"
            if result.exists():
                with h5py.File(result) as file:
                    self.assertEqual(file.attrs["schema"], "plisse/run/1")
        self.assertEqual(self.start("killed").wait(), 0)
        self.plisse("run", self.config(), "train.epochs=1500", "train.checkpoint_every=0.05s", "-o", self.folder / "whole")
        self.assertTrue(same_bits(parameters(self.folder / "whole"), parameters(self.folder / "killed")))


if __name__ == "__main__":
    unittest.main()
