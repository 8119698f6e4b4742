#!/usr/bin/env bash
# usage: large.sh STAGE CLANG: in large functions the code for bits is not in line, but what looks for blocks is called.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
calls_and_bits() { # of a function with so many accesses at different places
  {
    echo 'int f(int** p) { int sum = 0;'
    for ((i = 0; i < $1 / 2; ++i)); do echo "sum += *p[$((i * 100))];"; done
    echo 'return sum; }'
  } > "$folder/a.c"
  "$stage/bin/fencepost-cc" "$clang" -O1 -g0 -c "$folder/a.c" -o "$folder/a.o"
  objdump -dr "$folder/a.o" > "$folder/code"
  echo "$(grep -c 'fencepost_passed_access' "$folder/code") $(grep -c 'bts ' "$folder/code")"
}
stage=$1 clang=$2
few=$(calls_and_bits 100) many=$(calls_and_bits 400)
[ "$few" = "100 100" ] || { echo "FAIL: 100 accesses have $few calls and bits"; exit 1; }
[ "$many" = "400 0" ] || { echo "FAIL: 400 accesses have $many calls and bits"; exit 1; }
