#!/bin/sh
# fencepost-gcc-ar, fencepost-llvm-ranlib, …: the tools of these names without ours. CMake takes what comes before "cc" in fencepost-cc
# for the prefix of a compiler's tools, and looks for no other archiver if a project is optimized at its link. It then uses these for
# other projects as well. But not each compiler comes with such tools: binutils' do for those.
tool=${0##*/fencepost-}
case $tool in llvm-*) if command -v "$tool-19" > /dev/null; then tool=$tool-19; fi ;; esac
command -v "$tool" > /dev/null || tool=${tool#*-}
exec "$tool" "$@"
