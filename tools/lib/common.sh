# SPDX-License-Identifier: Apache-2.0
# Shared by the shell tools: where things are, how messages look.  Sourced, never run.
plisse_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
plisse_deps=${PLISSE_DEPS:-${XDG_CACHE_HOME:-$HOME/.cache}/plisse}

say() { printf '%s\n' "-- $*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

# A Python that can import every module named; prints its path.
python_with() {
  local modules=$1 candidate
  for candidate in "${PLISSE_PYTHON:-}" python3 /usr/bin/python3; do
    [ -n "$candidate" ] && "$candidate" -c "import $modules" >/dev/null 2>&1 && { echo "$candidate"; return 0; }
  done
  return 1
}
