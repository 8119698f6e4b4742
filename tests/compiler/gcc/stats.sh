#!/usr/bin/env bash
# usage: stats.sh STAGE GCC: --stats says in one line for each file what the plugin did with its accesses. Which loops have a
# copy for windows: those that look for their accesses one by one in memory that may be one, unless they are too large.
set -euo pipefail
stage=$1 gcc=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
said() { CCACHE_DISABLE=1 "$stage/bin/fencepost-cc" --stats --plugin "$gcc" -O2 -c "$1" -o it.o 2>&1; }
cat > a.c <<'END'
void sweep(double* p, int n) { for (int i = 0; i < n; ++i) p[i] = 1; }
void one(double* p) { *p = 2; }
int own(int i, int j) { int a[4] = {0}; a[i & 3] = j; return a[j & 3]; }
END
line=$(said a.c)
[ "$(wc -l <<< "$line")" = 1 ] || { echo "FAIL: not one line: $line"; exit 1; }
for part in ': 5 accesses seen' '1 hoisted out of their loop' '1 checked inline' '0 loops with a copy for windows'; do
  [[ $line == *"$part"* ]] || { echo "FAIL: no '$part': $line"; exit 1; }
done
cat > gather.c <<'END'
double f(const double* x, const int* i, int n) { double s = 0; for (int k = 0; k < n; ++k) s += x[i[k]]; return s; }
END
cat > global.c <<'END'
double x[1000];
double f(const int* i, int n) { double s = 0; for (int k = 0; k < n; ++k) s += x[i[k]]; return s; }
END
cat > chosen.c <<'END'
double f(const double* x, const double* y, const int* i, int n) {
  double s = 0;
  for (int k = 0; k < n; ++k) s = s * 2 + (i[k] & 1 ? x : y)[i[k]];
  return s;
}
END
cat > automatic.c <<'END'
void fill(double*);
double f(const int* i, int n) { double x[100]; fill(x); double s = 0; for (int k = 0; k < n; ++k) s += x[i[k] & 63]; return s; }
END
cat > calls.c <<'END'
double g(double);
double f(const double* x, const int* i, int n) { double s = 0; for (int k = 0; k < n; ++k) s += g(x[i[k]]); return s; }
END
{
  echo 'double f(const double* x, const int* i, int n) { double s = 0; for (int k = 0; k < n; ++k) {'
  for ((k = 0; k < 60; ++k)); do echo "s += x[i[k] + i[k + $k] * $k];"; done
  echo '} return s; }'
} > large.c
for wanted in gather:1 global:1 chosen:1 automatic:0 calls:0 large:0; do
  line=$(said "${wanted%:*}.c")
  [[ $line == *" ${wanted#*:} loops with a copy"* ]] || { echo "FAIL: $wanted: $line"; exit 1; }
done
