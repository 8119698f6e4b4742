# Spack's recipe: put into a repository of yours as packages/fencepost/package.py.
from spack.package import *


class Fencepost(CMakePackage):
    """Finds the bugs of MPI one-sided (RMA) programs, and explains them."""

    homepage = "https://fencepost.invalid"
    license("Apache-2.0")

    # Built from a checkout: spack develop fencepost@main, or spack install with `git` set here.
    version("main", branch="main")

    variant("llvm", default=True, description="compiler pass and static checks (LLVM and clang 19)")
    variant("capstone", default=True, description="recognize loops that poll by their machine code")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("mpi@3:")
    depends_on("boost@1.74:")
    depends_on("fmt@9:")
    depends_on("nlohmann-json")
    depends_on("cli11")
    depends_on("elfutils")
    depends_on("zlib-api")
    depends_on("capstone", when="+capstone")
    depends_on("llvm@19+clang", when="+llvm")
    conflicts("%gcc@:11", msg="C++20 needs g++ 12 or later")

    def cmake_args(self):
        return [
            self.define("FENCEPOST_MPIS", self.spec["mpi"].prefix),
            self.define("FENCEPOST_BUILD_TESTS", False),
            self.define_from_variant("FENCEPOST_WITH_LLVM", "llvm"),
            self.define_from_variant("FENCEPOST_WITH_CAPSTONE", "capstone"),
        ]

    def setup_run_environment(self, env):
        env.set("FENCEPOST_HOME", self.prefix)
