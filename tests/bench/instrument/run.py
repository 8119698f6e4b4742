#!/usr/bin/env python3
"""What seeing loads and stores costs: the kernels built in several ways, as ratios to the plain build of the same compiler.

usage: run.py STAGE TESTS [--quick] [--kernel NAME]
Prints a table in Markdown: (a) on private memory while a window exists, (b) on window memory.
"""
import argparse, math, os, pathlib, shutil, subprocess, sys, tempfile

HERE = pathlib.Path(__file__).resolve().parent


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stage")
    parser.add_argument("tests")
    parser.add_argument("--quick", action="store_true", help="5 ms a figure instead of 100")
    parser.add_argument("--kernel", help="only this one")
    arguments = parser.parse_args()
    cc = f"{arguments.stage}/bin/fencepost-cc"
    common = ["-O2", "-g", "-pthread"]
    # name, baseline, compile command, under the probe
    builds = [
        ("gcc", None, ["gcc"], False),
        ("clang", None, ["clang-19"], False),
        ("pass", "clang", [cc, "clang-19"], True),
        ("hooks clang", "clang", [cc, "--no-pass", "clang-19"], True),
        ("TSan clang", "clang", ["clang-19", "-fsanitize=thread"], False),
        ("hooks gcc", "gcc", [cc, "gcc"], True),
        ("TSan gcc", "gcc", ["gcc", "-fsanitize=thread"], False),
    ]
    builds = [build for build in builds if shutil.which(build[2][-1]) or shutil.which(build[2][0])]
    names = [line.split('"')[1] for line in (HERE / "kernels.c").read_text().splitlines() if line.startswith('    {"')]
    ratios = [build for build in builds if build[1]]
    with tempfile.TemporaryDirectory() as folder:
        for name, _, command, _ in builds:
            subprocess.run([*command, *common, HERE / "kernels.c", HERE / "main.c", "-lm", "-o", f"{folder}/{name}"], check=True)
        for mode, title in (("private", "(a) private memory"), ("window", "(b) window memory")):
            print(f"| {title} | " + " | ".join(build[0] for build in ratios) + " |")
            print("|---|" + "---:|" * len(ratios))
            product = {build[0]: [] for build in ratios}
            for number, kernel in enumerate(names):
                if arguments.kernel and arguments.kernel != kernel:
                    continue
                times = {}
                for name, _, _, probed in builds:
                    environment = dict(os.environ)
                    if probed:
                        environment["LD_PRELOAD"] = f"{arguments.tests}/probe.so"
                        environment["FENCEPOST_PROBE_TRACE"] = f"{folder}/trace"
                    if name.startswith("TSan"):
                        environment["TSAN_OPTIONS"] = "report_bugs=0"
                    out = subprocess.run([f"{folder}/{name}", str(number), mode, "5" if arguments.quick else "100"], env=environment,
                                         check=True, capture_output=True, text=True).stdout
                    times[name] = float(out)
                    shutil.rmtree(f"{folder}/trace", ignore_errors=True)
                row = []
                for name, base, _, _ in ratios:
                    ratio = times[name] / times[base]
                    product[name].append(ratio)
                    row.append(f"{ratio:.2f}")
                print(f"| {kernel} | " + " | ".join(row) + " |", flush=True)
            means = [math.exp(sum(map(math.log, product[build[0]])) / len(product[build[0]])) for build in ratios]
            print("| geometric mean | " + " | ".join(f"{mean:.2f}" for mean in means) + " |\n")


sys.exit(main())
