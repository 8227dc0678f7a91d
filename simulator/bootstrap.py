"""Sets the program up with nothing but a bare Python: environment, packages, system libraries.

Run by `make`; only the standard library is at hand here. Prints the one line that mends what it
cannot do itself.
"""

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ENVIRONMENT = ROOT / ".venv"
LOCK = ROOT / "requirements.lock"
LIBRARIES = {"libGL.so.1": "libgl1", "libEGL.so.1": "libegl1", "libXrender.so.1": "libxrender1"}


def stop(message: str) -> None:
    """Leave with a message and exit status 1."""
    sys.exit(f"setup: {message}")


def apt(packages: list[str], purpose: str) -> None:
    """Install Debian packages where we may, else print the line that does."""
    line = "apt-get update && apt-get install -y --no-install-recommends " + " ".join(packages)
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"setup: installing {purpose}: {' '.join(packages)}", flush=True)
        quiet = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
        if subprocess.run(["sh", "-c", line], env=quiet, stdout=subprocess.DEVNULL).returncode == 0:
            return
    sudo = "sudo sh -c '" + line + "'"
    stop(
        f"{purpose} missing. This line installs what is needed; then run make again:\n\n  {sudo}\n"
    )


def missing_libraries() -> list[str]:
    """Return the Debian packages of the graphics libraries that cannot be loaded."""
    packages = []
    for library, package in LIBRARIES.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            packages.append(package)
    return packages


def check_python() -> None:
    """Stop where this Python is too old or cannot make virtual environments."""
    if sys.version_info < (3, 11):  # noqa: UP036 - any Python may get here
        stop(
            f"Python 3.11 or newer is needed, this is {sys.version.split()[0]}.\n"
            "Point make at a newer one:  make run PYTHON=python3.12"
        )
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        apt([f"python{version}-venv"], "Python's venv module")


def install() -> None:
    """Make the environment and put the locked packages and the program itself into it."""
    python = str(ENVIRONMENT / "bin" / "python")
    if not Path(python).exists():
        print(f"setup: making {ENVIRONMENT.name} with Python {sys.version.split()[0]}", flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(ENVIRONMENT)], check=True)
    print("setup: installing the locked packages (a few minutes the first time)", flush=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    for step in (["-r", str(LOCK)], ["--no-deps", "-e", str(ROOT)]):
        if subprocess.run(pip + step).returncode:
            stop(
                "pip could not install the packages (see above). Check the network, then run again."
            )


def install_peers() -> None:
    """Install what `make bench` measures beside this engine; one that cannot be had is left out."""
    import tomllib

    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    for package in groups["dependency-groups"]["bench"]:
        if subprocess.run([*pip, "--only-binary", ":all:", package]).returncode:
            print(f"setup: {package} could not be installed and is left out", flush=True)


def main() -> None:
    """Set everything up; safe to run again."""
    if sys.argv[1:] == ["bench"]:
        install_peers()
        return
    check_python()
    if sys.platform.startswith("linux"):
        packages = missing_libraries()
        if packages:
            apt(packages, "graphics libraries")
    install()
    (ENVIRONMENT / "ready").touch()
    print("setup: done", flush=True)


if __name__ == "__main__":
    main()
