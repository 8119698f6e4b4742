#!/usr/bin/env python3
"""Makes several machines from this one, to test what only happens between machines.

  machines.py --work DIR [--machines a,b] -- COMMAND

Runs the command on a machine called `login`. From there, `DIR/ssh NAME COMMAND…` reaches the other machines. A machine is a set of
namespaces: it has its own network (on one bridge), host name, processes, System V objects, /dev/shm, and a directory DIR/local
(TMPDIR) that no other machine sees. The rest of the file system is shared. As with ssh, a process on another machine does not inherit
the environment of the process that starts it. When the command ends, everything ends.

It needs the right to make namespaces: root, or a system that lets users make them. why_not() says if that right is missing.
"""

import argparse
import os
import pathlib
import signal
import subprocess
import sys
import uuid

LOGIN = "login"
NETWORK = "10.77.0."
NAMESPACES = ["--net", "--mount", "--uts", "--ipc", "--pid", "--fork", "--kill-child", "--mount-proc", "--propagation", "private"]
STARTERS = []


def call(*words):
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)


def is_root():
    return os.geteuid() == 0


def unshare():
    return ["unshare"] + ([] if is_root() else ["--map-root-user"]) + NAMESPACES


def why_not():
    """A sentence if machines cannot be made here, else ""."""
    attempt = "ip link add name bridge type bridge && ip link add name one type veth peer name other && mount -t tmpfs none /dev/shm && hostname x"
    try:
        outcome = subprocess.run(unshare() + ["sh", "-ec", attempt], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"no namespaces can be made: {error}"
    return "" if outcome.returncode == 0 else "no namespaces can be made: " + " ".join((outcome.stderr or outcome.stdout).split())


def settle(name, work):
    """Runs inside the namespaces of the new machine."""
    call("hostname", name)
    # What tells machines apart, for us and for the MPI libraries.
    boot = work / f"boot-{name}"
    boot.write_text(f"{uuid.uuid4()}\n")
    call("mount", "--bind", boot, "/proc/sys/kernel/random/boot_id")
    call("mount", "-t", "tmpfs", "none", "/dev/shm")
    call("mount", "-t", "tmpfs", "none", work / "local")
    call("ip", "link", "set", "lo", "up")


def start_machine(name, number, work):
    """Returns the process id of the machine's first process, as we see it."""
    # The pipe is never written to: the machine ends when we do.
    starter = subprocess.Popen(unshare() + [sys.executable, __file__, "--settle", name, "--work", str(work)],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    if starter.stdout.readline() != "there\n":
        sys.exit(f"machine {name} did not come up")
    STARTERS.append(starter)
    first = pathlib.Path(f"/proc/{starter.pid}/task/{starter.pid}/children").read_text().split()[0]
    plug(name, number, first)
    return first


def plug(name, number, process=None):
    """Connects the machine of a process (or this one) with the bridge."""
    ours = f"to-{name}"
    there = ["netns", process] if process else []
    call("ip", "link", "add", ours, "type", "veth", "peer", "name", "eth0", *there)
    call("ip", "link", "set", ours, "master", "bridge", "up")
    where = ["nsenter", "-t", process, "--net", "--"] if process else []
    call(*where, "ip", "address", "add", f"{NETWORK}{number}/24", "dev", "eth0")
    call(*where, "ip", "link", "set", "eth0", "up")


def write_ssh(work, processes):
    """Takes what ssh takes; options before the name are ignored."""
    cases = "\n".join(f"  {name}) process={process} ;;" for name, process in processes.items())
    script = work / "ssh"
    script.write_text(f"""#!/bin/sh
while case $1 in -*) true ;; *) false ;; esac; do shift; done
name=$1
shift
case $name in
{cases}
  *) echo "ssh: there is no machine $name" >&2; exit 255 ;;
esac
cd /
exec nsenter -t $process -a -- env -i PATH="$PATH" HOME="$HOME" TMPDIR={work}/local sh -c "$*"
""")
    script.chmod(0o755)


def live_as(name, work):
    """The first process of a machine. It adopts orphans until the process that made it is gone."""
    settle(name, work)
    print("there", flush=True)
    signal.signal(signal.SIGCHLD, lambda *_: reap())
    sys.stdin.read()


def reap():
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def run_inside(names, work, command):
    settle(LOGIN, work)
    machines = [LOGIN] + names
    addresses = work / "hosts"
    addresses.write_text("127.0.0.1 localhost\n" + "".join(f"{NETWORK}{i + 1} {name}\n" for i, name in enumerate(machines)))
    call("mount", "--bind", addresses, "/etc/hosts")
    call("ip", "link", "add", "name", "bridge", "type", "bridge")
    call("ip", "link", "set", "bridge", "up")
    plug(LOGIN, 1)
    write_ssh(work, {name: start_machine(name, i + 2, work) for i, name in enumerate(names)})
    environment = dict(os.environ, TMPDIR=str(work / "local"))
    process = subprocess.run(command, env=environment)
    return process.returncode if process.returncode >= 0 else 128 - process.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", required=True, type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--machines", default="a,b")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--settle", help=argparse.SUPPRESS)
    parser.add_argument("command", nargs="*")
    options = parser.parse_args()
    if options.settle:
        return live_as(options.settle, options.work)
    if options.inside:
        return run_inside(options.machines.split(","), options.work, options.command)
    (options.work / "local").mkdir(parents=True, exist_ok=True)
    again = [sys.executable, __file__, "--inside", "--work", str(options.work), "--machines", options.machines, "--"]
    os.execvp("unshare", unshare() + again + options.command)


if __name__ == "__main__":
    sys.exit(main())
