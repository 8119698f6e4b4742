"""Builds test programs and runs them, with and without Fencepost."""

import fcntl
import functools
import glob
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass

CORPUS = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "corpus")
MPIS = ("mpich", "openmpi")
COMPILER_OF = {"c": "mpicc", "c++": "mpicxx", "fortran": "mpifort"}
WRAPPER_OF = {"c": "fencepost-cc", "c++": "fencepost-cxx", "fortran": "fencepost-fc"}
# Which compiler the MPI's own wrappers call, for each value of --compiler.
BACKENDS = {
    "default": {},
    "gcc": {"CC": "gcc", "CXX": "g++"},  # with our plugin
    "gcc-hooks": {"CC": "gcc", "CXX": "g++"},  # without it
    "clang": {"CC": "clang-19", "CXX": "clang++-19"},  # with our pass
    "hooks": {"CC": "clang-19", "CXX": "clang++-19"},  # without it
    "flang": {"FC": "flang-new-19"},  # with our pass, Fortran alone
    "plain": {},  # the MPI's own alone: nobody sees loads, stores and atomics
}


@dataclass
class Settings:
    stage: str  # bin/ and lib/ of the build
    build: str  # where programs and results go
    compiler: str = "default"
    level: str = "1"
    schedule: str = ""
    rma: str = ""  # own or native; "": the program's own choice
    timeout: float = 60
    native: bool = False  # without Fencepost
    divided: tuple = None  # also analyze the trace with so many threads, and so many ranks: two lists of numbers


def has_plugin(stage):
    """Whether the gcc in PATH uses our plugin by default: the plugin was built for one version only."""
    version = subprocess.run(["gcc", "--version"], capture_output=True, text=True, timeout=60).stdout.split("\n")[0]
    return any(version.endswith(open(path).read().strip()) for path in glob.glob(f"{stage}/lib/fencepost/*.for"))


@dataclass
class Outcome:
    status: int  # exit status; None: timed out
    output: str


def permissive(**more):
    """This process's environment, in which Open MPI also starts for root, and more ranks than there are processors: the
    launchers of versions 4 (OMPI_) and 5 (PRTE_) look at different variables."""
    return dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                OMPI_MCA_rmaps_base_oversubscribe="1", PRTE_MCA_rmaps_default_mapping_policy=":oversubscribe", **more)


def installed(only=None):
    """The installed MPI libraries, or the requested one if it is installed."""
    return [mpi for mpi in ([only] if only else MPIS) if shutil.which(f"mpicc.{mpi}")]


@functools.lru_cache(maxsize=None)
def version_of(mpi):
    """The version that its launcher prints: 4.0.2."""
    text = subprocess.run([f"mpiexec.{mpi}", "--version"], capture_output=True, text=True, timeout=60).stdout
    found = re.search(r"\d+\.\d+[.\d]*", text)
    return found[0] if found else ""


def forgets_deaths(mpi):
    """If a rank dies, the mpiexec of MPICH 4.2 (Debian 13) sometimes says that nothing was wrong, even without Fencepost."""
    return mpi == "mpich" and version_of(mpi).startswith("4.2.")


def is_for(program, mpi):
    """Whether the program (marks.Program) should run with this MPI, in the installed version."""
    if program.mpis and mpi not in program.mpis:
        return False
    versions = [beginning for name, beginning in program.not_with if name == mpi]
    return not any(f"{version_of(mpi)}.".startswith(f"{beginning}.") for beginning in versions)


# Open MPI 5 reaches the processes of a job that it has spawned by TCP alone, and by itself not through "lo".
ON_ONE_MACHINE = {"OMPI_MCA_btl_tcp_if_include": "lo"}


def environment(mpi, compiler="default"):
    env = permissive(OMPI_MCA_mpi_yield_when_idle="1")
    # One machine: without looking for networks and remote shells a run starts in two thirds of the time.
    env.update(ON_ONE_MACHINE, OMPI_MCA_plm="isolated", OMPI_MCA_pml="ob1", OMPI_MCA_btl="self,vader")
    prefix = {"mpich": "MPICH_", "openmpi": "OMPI_"}[mpi]
    for variable, value in BACKENDS[compiler].items():
        env[prefix + variable] = value
    return env


def end_session(process):
    """Asks first: an MPI launcher then ends its ranks, wherever they are. If it is killed, it may leave them behind."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(3)
        except subprocess.TimeoutExpired:
            pass
    try:
        os.killpg(process.pid, signal.SIGKILL)  # whatever it left behind
    except ProcessLookupError:
        pass
    process.wait()


def ended_in_order():
    """From now on, a signal that ends this program also ends what it runs."""
    def end(number, _):
        raise SystemExit(128 + number)

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)


def execute(command, timeout, env=None, directory=None):
    """Runs a command, with all that it starts, in a session of its own. The session ends when the time is over, or when this program
    ends (ended_in_order)."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env=env, cwd=directory, start_new_session=True
        )
        try:
            status = process.wait(timeout)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            end_session(process)
        output.seek(0)
        return Outcome(status, output.read().decode(errors="replace"))


def compile_command(program, mpi, settings, binary):
    without_wrapper = settings.native or settings.compiler == "plain"
    command = [] if without_wrapper else [os.path.join(settings.stage, "bin", WRAPPER_OF[program.language])]
    if settings.compiler == "hooks" and not settings.native:
        command += ["--no-pass"]
    if settings.compiler == "gcc-hooks" and not settings.native:
        command += ["--no-plugin"]
    command += [f"{COMPILER_OF[program.language]}.{mpi}", "-g", f"-O{settings.level}"]
    command += ["-Wall", "-Wextra", "-Werror"]
    # MPICH declares the statuses of MPI_Waitall as an array; gcc then warns of MPI_STATUSES_IGNORE.
    if program.language != "fortran" and settings.compiler not in ("clang", "hooks"):
        command += ["-Wno-stringop-overflow"]
    if program.language == "c":
        command += ["-std=gnu11"]
    elif program.language == "c++":
        # The C++ bindings of old in Open MPI's mpi.h do not pass our warnings.
        command += ["-std=c++20", "-DOMPI_SKIP_MPICXX=1", "-DMPICH_SKIP_MPICXX=1"]
    command += ["-I" + CORPUS]
    flags = [flag.replace("{mpi}", mpi) for flag in program.flags]  # some libraries there are once per MPI library
    command += flags + [program.path] + program.sources + ["-o", binary]
    if program.library:
        folder = os.path.dirname(binary)
        command += [f"-L{folder}", f"-Wl,-rpath,{folder}", "-lforeign"]
    if settings.compiler == "flang":  # which has no such warnings
        command = [word for word in command if not word.startswith("-W") or word.startswith("-Wl,")]
    return command


def build_library(program, folder):
    command = ["cc", "-O1", "-g", "-fPIC", "-shared", program.library, "-o", os.path.join(folder, "libforeign.so")]
    return execute(command, 120, None, folder)


def stamp_of_tools(settings):
    """A value that changes when the code that is linked into programs may have changed."""
    parts = []
    for folder in ("bin", "lib"):
        for directory, _, names in sorted(os.walk(os.path.join(settings.stage, folder))):
            for name in sorted(names):
                if "hook" in name or "-cc" in name or "-cxx" in name or "-fc" in name or "pass" in name or "plugin" in name or name.endswith((".a", ".o")):
                    info = os.stat(os.path.join(directory, name))
                    parts.append(f"{name} {info.st_size} {info.st_mtime_ns}")
    return "\n".join(parts)


def build(program, name, mpi, settings, tools_stamp=""):
    """Compiles, unless the same was compiled before. Returns (binary, error text or ""). Tests that run at the same time may
    ask for the same program."""
    folder = os.path.join(settings.build, "native" if settings.native else f"{settings.compiler}-O{settings.level}", mpi, name)
    binary = os.path.join(folder, "program")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "lock"), "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return build_alone(program, folder, binary, mpi, settings, tools_stamp)


def build_alone(program, folder, binary, mpi, settings, tools_stamp):
    command = compile_command(program, mpi, settings, binary)
    digest = hashlib.sha256((" ".join(command) + tools_stamp).encode())
    beside = os.path.dirname(program.path)
    headers = sorted(os.path.join(beside, name) for name in os.listdir(beside) if name.endswith((".h", ".hpp", ".inc")))
    libraries = [program.library] if program.library else []
    for path in [program.path] + program.sources + libraries + headers + [os.path.join(CORPUS, "corpus.h")]:
        with open(path, "rb") as source:
            digest.update(source.read())
    stamp = binary + ".stamp"
    if os.path.exists(binary) and os.path.exists(stamp):
        with open(stamp, encoding="ascii") as file:
            if file.read() == digest.hexdigest():
                return binary, ""
    if program.library and (outcome := build_library(program, folder)).status != 0:
        return binary, "its library does not compile:\n" + outcome.output
    outcome = execute(command, 120, environment(mpi, settings.compiler), folder)
    if outcome.status != 0:
        return binary, "does not compile: " + " ".join(command) + "\n" + outcome.output
    with open(stamp, "w") as file:
        file.write(digest.hexdigest())
    return binary, ""


def mpiexec(mpi, ranks):
    return [f"mpiexec.{mpi}", "-n", str(ranks)]


def run_native(binary, args, ranks, mpi, settings):
    return execute(mpiexec(mpi, ranks) + [binary] + args, settings.timeout, environment(mpi), os.path.dirname(binary))


def run_checked(binary, args, ranks, mpi, settings, options, result):
    """Under `fencepost run`; returns (Outcome, findings or None). `result` is the name of the JSON file."""
    if os.path.exists(result):
        os.remove(result)
    command = [os.path.join(settings.stage, "bin", "fencepost"), "run", "--no-html", "--json", result]
    if settings.schedule:
        command += ["--schedule", settings.schedule]
    command += options + ["--"] + mpiexec(mpi, ranks) + [binary] + args
    outcome = execute(command, settings.timeout, environment(mpi), os.path.dirname(binary))
    try:
        with open(result, encoding="utf-8") as file:
            return outcome, json.load(file)
    except (OSError, ValueError):
        return outcome, None


def left_behind(binary):
    """Processes that still run the program some time after its job has ended."""
    binary = os.path.realpath(binary)

    def running(process):
        try:
            return os.readlink(f"/proc/{process}/exe") == binary
        except OSError:
            return False

    deadline = time.monotonic() + 5  # what was killed may take a moment to go
    while True:
        left = [int(name) for name in os.listdir("/proc") if name.isdigit() and running(name)]
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(0.05)


def available_mpis():
    return [mpi for mpi in MPIS if shutil.which(f"mpicc.{mpi}") and shutil.which(f"mpiexec.{mpi}")]
