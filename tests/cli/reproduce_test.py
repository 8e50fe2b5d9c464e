# SPDX-License-Identifier: Apache-2.0
"""tools/reproduce: every committed result at a toy size, and what it refuses."""
import importlib.util
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from support import PLISSE, SOURCE

RECIPES = {p.stem for p in (SOURCE / "tools/recipes").glob("*.sh")} - {"ablation"}
RESULTS = sorted(RECIPES | {f"ablations/{p.stem}" for p in (SOURCE / "configs/ablations").glob("*.yaml")})


def reproduce(*arguments):
    return subprocess.run([SOURCE / "tools/reproduce", *map(str, arguments)], capture_output=True, text=True,
                          env={**os.environ, "PLISSE": str(pathlib.Path(PLISSE).resolve())})


class Reproduce(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="plisse-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        committed = {p: p.stat().st_mtime_ns for p in (SOURCE / "results").rglob("*")}
        cls.done = reproduce("all", "--quick", "--out", cls.folder)
        cls.untouched = committed == {p: p.stat().st_mtime_ns for p in (SOURCE / "results").rglob("*")}

    def test_everything_runs_and_committed_results_stay(self):
        self.assertEqual(self.done.returncode, 0, self.done.stdout + self.done.stderr)
        self.assertTrue(self.untouched)

    def test_each_result_begins_with_its_commands(self):
        for name in RESULTS:
            with self.subTest(name):
                text = (self.folder / name / "table.md").read_text()
                self.assertTrue(text.startswith(f"Made by `tools/reproduce {name}`:\n\n```sh\nplisse "), text[:200])
                self.assertIn("\n| ", text)
                pictures = [line.split("(")[1][:-1] for line in text.splitlines() if line.startswith("![")]
                self.assertTrue(pictures)
                for picture in pictures:
                    self.assertEqual((self.folder / name / picture).read_bytes()[:4], b"\x89PNG")
                if "plisse sweep" in text:
                    self.assertTrue(list((self.folder / name).glob("*.tex")) and list((self.folder / name).glob("*.csv")))

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "this Python has no pandas")
    def test_pandas_reads_every_table(self):
        import pandas
        for path in self.folder.rglob("*.csv"):
            with self.subTest(path.name):
                self.assertTrue({"metric", "mean", "n"} <= set(pandas.read_csv(path).columns))

    @unittest.skipUnless(shutil.which("pdflatex"), "there is no pdflatex")
    def test_latex_accepts_every_table(self):
        tables = "\n".join(rf"\input{{{path}}}\clearpage" for path in sorted(self.folder.rglob("*.tex")))
        document = self.folder / "tables.tex"
        document.write_text("\\documentclass{article}\\usepackage{booktabs,graphicx}\n\\begin{document}\n" + tables + "\n\\end{document}\n")
        done = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", document.name], cwd=self.folder, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stdout.decode(errors="replace")[-3000:])

    def test_refusals(self):
        for words, arguments in {"no result is called 'table9'": ["table9"], "do not belong in results/": ["table1", "--quick", "--out", SOURCE / "results"],
                                 "Results: ": []}.items():
            done = reproduce(*arguments)
            self.assertEqual(done.returncode, 2)
            self.assertIn(words, done.stderr)


if __name__ == "__main__":
    unittest.main()
