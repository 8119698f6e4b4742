#!/usr/bin/env bash
# usage: stats.sh STAGE CLANG: --stats says in one line for each file what the pass did with its accesses.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/a.c" <<'END'
void sweep(double* p, int n) { for (int i = 0; i < n; ++i) p[i] = 1; }
void one(double* p) { *p = 2; }
void zero(void* p, long n) { __asm__ volatile("rep stosb" : "+D"(p), "+c"(n) : "a"(0) : "memory"); }
int own(int i, int j) { int a[4] = {0}; a[i & 3] = j; return a[j & 3]; }
END
said=$("$1/bin/fencepost-cc" --stats "$2" -O2 -c "$folder/a.c" -o "$folder/a.o" 2>&1)
[ "$(wc -l <<< "$said")" = 1 ] || { echo "FAIL: not one line: $said"; exit 1; }
expected=': 5 accesses seen, 3 to memory of their own function.s, 0 to constants, 0 covered by others, 1 hoisted out of their loop, 0 .of these out of two., 0 after their loop, 1 checked inline, 0 .of these with the check of another., 0 checked as ranges, 0 atomic, 1 pieces of assembly that may do more .not followed.$'
[[ $said =~ ^fencepost:\ .*a\.c$expected ]] || { echo "FAIL: $said"; exit 1; }
