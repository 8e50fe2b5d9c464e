# SPDX-License-Identifier: Apache-2.0
"""tools/check_layers refuses what it says it refuses, and nothing else."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(os.environ["PLISSE_SOURCE_DIR"], "tools", "check_layers")

VERSIONED = [
    "#if KOKKOS_VERSION >= 40700",
    "#if KOKKOS_VERSION_GREATER_EQUAL(4, 7, 1)",
    "#include <Kokkos_Version_Info.hpp>",
    "#ifdef KOKKOS_ENABLE_CUDA",
    "#ifdef KOKKOS_COMPILER_NVCC",
    "#define INLINE KOKKOS_IMPL_FORCEINLINE",
    "Kokkos::Impl::Timer timer;",
    "using namespace Kokkos::Experimental;",
    "Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr);",
]
PLAIN = [
    "Kokkos::View<float*> x;",
    "namespace Impl {}",
    "KOKKOS_INLINE_FUNCTION int f() { return 0; }",
    '#include "kernels/core/compat.hpp"',
]


class Layers(unittest.TestCase):
    def check(self, files):
        with tempfile.TemporaryDirectory(prefix="plisse-test-") as folder:
            for name, text in files.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text + "\n")
            done = subprocess.run([sys.executable, CHECK, folder], capture_output=True, text=True)
        return done.returncode, done.stdout

    def refuse(self, name, text, why):
        code, output = self.check({name: text})
        self.assertEqual(code, 1, text)
        self.assertIn(f"{name}:1: ", output)
        self.assertIn(why, output)

    def test_versions_and_internals_of_kokkos(self):
        names = ("kernels/nn/mlp.hpp", "kernels/nn/mlp.cpp", "experiments/cloth.cpp", "tests/kernels/nn/mlp_test.cpp")
        code, output = self.check({name: "\n".join(VERSIONED) for name in names})
        self.assertEqual(code, 1)
        for name in names:
            for number, line in enumerate(VERSIONED, 1):
                self.assertIn(f"{name}:{number}: only kernels/core/compat.hpp may name Kokkos versions and internals", output, line)

    def test_the_one_file_that_may(self):
        self.assertEqual(self.check({"kernels/core/compat.hpp": "\n".join(VERSIONED)}), (0, "1 files, 0 problems\n"))

    def test_what_everybody_may(self):
        self.assertEqual(self.check({"kernels/nn/mlp.hpp": "\n".join(PLAIN)}), (0, "1 files, 0 problems\n"))

    def test_includes_across_layers(self):
        self.refuse("kernels/nn/mlp.hpp", '#include "framework/io/png.hpp"', "kernels must not include framework/io/png.hpp")
        self.refuse("framework/io/png.hpp", '#include "kernels/core/types.hpp"', "framework must not include kernels/core/types.hpp")
        self.refuse("framework/io/png.hpp", "#include <Kokkos_Core.hpp>", "the framework must not know Kokkos")
        self.refuse("framework/io/png.hpp", '  #  include "experiments/cloth.hpp"', "framework must not include experiments/cloth.hpp")

    def test_long_files(self):
        code, output = self.check({"kernels/nn/mlp.hpp": "//\n" * 401})
        self.assertEqual(code, 1)
        self.assertIn("split it", output)


if __name__ == "__main__":
    unittest.main()
