#!/usr/bin/env bash
# usage: large.sh STAGE GCC: a large function takes the plugin's compiler a few times gcc's own processor time, and not
# its square.
set -euo pipefail
stage=$1 gcc=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
{
  echo 'struct node { double v; struct node* next; };'
  echo 'double f(double* a, double* b, int* c, struct node* p, int n) { double s = 0;'
  for ((i = 0; i < 300; ++i)); do
    echo "if (c[$((i % 777))] > $i) { a[n + $i] = b[n * $((i % 13))] + s; s += p->v; p = p->next; }"
  done
  echo 'return s; }'
} > a.c
milliseconds() { # of processor time
  local TIMEFORMAT=%U
  { time "$@" -O2 -g -c a.c -o a.o; } 2>&1 | tr -d .
}
own=$((10#$(milliseconds "$gcc"))) with=$((10#$(CCACHE_DISABLE=1 milliseconds "$stage/bin/fencepost-cc" "$gcc")))
echo "gcc $own ms, with the plugin $with ms"
[ $with -lt $((own * 4 + 200)) ] || { echo "FAIL: more than 4 times as long"; exit 1; }
