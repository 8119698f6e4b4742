#!/usr/bin/env bash
# usage: wrapper_test.sh STAGE CASE COMPILER_C COMPILER_CXX COMPILER_FORTRAN
#
# Builds a small program in the way CASE names, with the compiler wrappers, and runs it without the checker. Wanted in
# every case: it builds without a warning, does what it should, calls the hooks, and has no ThreadSanitizer runtime.
set -euo pipefail
stage=$1 case=$2
CC="$stage/bin/fencepost-cc $3" CXX="$stage/bin/fencepost-cxx $4" FC="$stage/bin/fencepost-fc $5"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export CCACHE_DISABLE=1

fail() { echo "FAIL: $*"; exit 1; }

cat > main.c <<'END'
#include <stdio.h>
int sum(const int* values, int count);
int main(int argc, char** argv) {
  int values[10];
  (void)argv;
  for (int i = 0; i < 10; ++i) values[i] = i * argc;
  printf("%d\n", sum(values, 10));
  return 0;
}
END
cat > sum.c <<'END'
#ifdef __SANITIZE_THREAD__
#error "programs must not see that they are instrumented"
#endif
int sum(const int* values, int count) {
  int total = 0;
  for (int i = 0; i < count; ++i) total += values[i];
  return total;
}
END
cat > main.cpp <<'END'
#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <thread>
#include <vector>
static std::atomic<int> total{0};
static void deep(int depth) {
  if (depth == 0) throw std::runtime_error("thrown");
  deep(depth - 1);
}
int main() {
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) threads.emplace_back([] { for (int i = 0; i < 15; ++i) ++total; });
  for (std::thread& thread : threads) thread.join();
  try { deep(20); } catch (const std::exception&) { std::printf("%d\n", total.load()); }
}
END
cat > main.f90 <<'END'
program main
  implicit none
  integer :: values(10), i
  do i = 1, 10
    values(i) = i - 1
  end do
  call show(values)
contains
  subroutine show(v)
    integer, intent(in) :: v(:)
    print '(I0)', sum(v)
  end subroutine
end program
END

# it NAME: the executable is right, and instrumented.
it() {
  [ -x "$1" ] || fail "$1 was not built"
  local said
  said=$(LD_LIBRARY_PATH=. timeout 20 "$1") || fail "$1 ends with status $?"
  [ "$said" = 45 ] || fail "$1 says '$said'"
  is_instrumented "$1"
  [ -z "$(unseen "$1")" ] || fail "$1 takes for unseen: $(unseen "$1")"
}
# unseen NAME: what the module says it was linked from and does not report anything.
unseen() {
  local symbols
  symbols=$(nm "$1" 2>/dev/null) || return 0
  grep -q ' [rR] fencepost_unseen_objects' <<< "$symbols" || return 0
  strings -a "$1" | grep -xE '((old|other|from_text)\.o|lib(old|thin)\.a)(, old\.o)?' || echo others
}
is_instrumented() {
  local code
  code=$(objdump -d --no-show-raw-insn "$1")
  grep -qE '(call|jmp) .*<(__tsan_(read|write|func|atomic)|fencepost_)' <<< "$code" || fail "$1 has no hooks in its code"
  ! ldd "$1" | grep -q tsan || fail "$1 needs ThreadSanitizer's runtime"
}
quiet() { local out; out=$("$@" 2>&1) || fail "$*: $out"; [ -z "$out" ] || fail "$* says: $out"; }

case $case in
  two_steps)
    quiet $CC -O2 -Wall -Werror -c main.c; quiet $CC -O2 -Wall -Werror -c -o s.o sum.c
    quiet $CC main.o s.o -o it; it ./it ;;
  one_step) for level in -O0 -O1 -O2 -O3; do quiet $CC $level -Wall -Werror main.c sum.c -o it; it ./it; done ;;
  no_output_name) quiet $CC main.c sum.c; it ./a.out ;;
  mixed_inputs) quiet $CC -c sum.c; quiet $CC main.c sum.o -lm -o it; it ./it ;;
  precompiled_header)
    echo '#define ADDED 0' > common.h
    for asked in "" "-x c-header"; do
      rm -f common.h.gch; quiet $CC $asked common.h -o common.h.gch
      quiet $CC -Winvalid-pch -include common.h main.c sum.c -o it; it ./it
    done ;;
  language_option)
    cp main.c main.text; cp sum.c sum.text
    quiet $CC -x c main.text sum.text -o it; it ./it ;;
  response_file)
    printf '%s\n' '-O2 "main.c"' "sum.c -o 'it'" > words; quiet $CC @words; it ./it
    rm it; printf '%s\n' '-c sum.c' > words; quiet $CC @words; quiet $CC main.c sum.o -o it; it ./it ;;
  static_library)
    quiet $CC -c sum.c; ar rcs libsum.a sum.o; quiet $CC main.c -L. -lsum -o it; it ./it ;;
  shared_library)
    quiet $CC -fPIC -shared sum.c -o libsum.so; is_instrumented libsum.so
    quiet $CC main.c -L. -lsum -o it; it ./it
    # Only the library is ours; and only the program is.
    quiet ${CC#* } main.c -L. -lsum -o plain; [ "$(LD_LIBRARY_PATH=. ./plain)" = 45 ] || fail "plain program, our library" ;;
  static_executable) $CC -static main.c sum.c -o it 2>&1 | grep -v 'statically linked' || true; it ./it ;;
  lto) quiet $CC -O2 -flto -c main.c sum.c; quiet $CC -O2 -flto main.o sum.o -o it; it ./it ;;
  relocatable) quiet $CC -c main.c sum.c; quiet $CC -r -nostdlib main.o sum.o -o all.o; quiet $CC all.o -o it; it ./it ;;
  user_asks_for_thread_sanitizer)
    quiet $CC -fsanitize=thread main.c sum.c -o it; it ./it
    quiet $CC -fsanitize=undefined,thread main.c sum.c -o it; it ./it ;;
  unchanged)
    for question in -E -M -MM -S -fsyntax-only; do
      [ "$($CC $question -o - sum.c 2>&1)" = "$(${CC#* } $question -o - sum.c 2>&1)" ] || fail "$question is not what the compiler says"
    done
    for question in --version -dumpmachine -print-search-dirs -v; do
      $CC $question > ours 2>&1; ${CC#* } $question > theirs 2>&1
      cmp -s ours theirs || fail "$question is not what the compiler says"
    done
    echo 'int wrong(' > wrong.c
    if $CC -c wrong.c 2> message; then fail "status of a failed compilation"; fi
    grep -q 'wrong.c:1' message || fail "the compiler's message is lost" ;;
  clang_asked_for)  # of an MPI wrapper: it is the pass that looks at the accesses
    asked="$stage/bin/fencepost-cc --clang $3"
    $asked --version | grep -q 'clang version 19' || fail "--clang $3 is not clang 19"
    $stage/bin/fencepost-cc --clang --stats $3 -O2 -c sum.c 2>&1 | grep -q 'accesses' || fail "no statistics of the pass"
    quiet $asked -O2 -Wall -Werror main.c sum.c -o it; it ./it
    quiet $stage/bin/fencepost-cxx --clang $4 -O2 -Wall -Werror main.cpp -pthread -o it; it ./it
    printf '%s\n' 'cmake_minimum_required(VERSION 3.16)' 'project(p C)' 'add_executable(it main.c sum.c)' > CMakeLists.txt
    CC=$asked cmake -S . -B build > log || fail "$(cat log)"; cmake --build build > log || fail "$(cat log)"; it build/it
    for other in "fencepost-cc --clang gcc -c sum.c" "fencepost-fc --clang $5 -c main.f90"; do
      status=0; $stage/bin/$other 2> message || status=$?
      [ $status = 2 ] || fail "$other: status $status"
      grep -q 'can call clang 19' message || fail "$other says: $(cat message)"
    done ;;
  debug_information)  # is added, unless it is asked for
    for asked in "" -gz -gsplit-dwarf -gno-column-info -g1 "-g -gz"; do
      quiet $CC $asked -c sum.c; objdump -h sum.o | grep -q debug_line || fail "no lines with '$asked'"
    done
    quiet $CC -g0 -c sum.c; ! objdump -h sum.o | grep -q debug_info || fail "debug information in spite of -g0" ;;
  fortified)  # small pieces are set and copied by calls all the same, which the linker has go through ours
    printf '%s\n' '#include <string.h>' 'void clear(char* p) { memset(p, 0, 16); }' 'void move(char* p, char* q) { memcpy(p, q, 8); }' > small.c
    for asked in -D_FORTIFY_SOURCE=2 "-D _FORTIFY_SOURCE=2" -Wp,-D_FORTIFY_SOURCE=2 -Wp,-U_FORTIFY_SOURCE,-D_FORTIFY_SOURCE=2; do
      quiet $stage/bin/fencepost-cc --no-plugin $3 -O2 -Wall -Werror $asked -c small.c
      for call in memset memcpy; do objdump -dr small.o | grep -q "R_X86_64.*$call" || fail "no call of $call with $asked"; done
      quiet $stage/bin/fencepost-cc --plugin $3 -O2 -Wall -Werror $asked -c small.c
      for function in clear move; do
        objdump -dr --disassemble=$function small.o > code
        grep -qE 'R_X86_64.*(mem|fencepost_passed)' code || fail "$function is not seen with $asked"
      done
    done ;;
  dependencies) quiet $CC -MMD -MF sum.d -c sum.c; grep -q 'sum.o: sum.c' sum.d || fail "dependency file"; quiet $CC main.c sum.o -o it; it ./it ;;
  make)
    printf '%s\n' 'it: main.o sum.o' '	$(CC) $(LDFLAGS) $^ -o $@' 'main.o sum.o: Makefile' > Makefile
    CC=$CC make -s it; it ./it
    rm -f it ./*.o; printf '%s\n' 'it: main.c sum.c' '	$(CC) $(CFLAGS) $^ -o $@' > Makefile; CC=$CC make -s it; it ./it ;;
  cmake)
    printf '%s\n' 'cmake_minimum_required(VERSION 3.16)' 'project(p C)' 'add_library(sum SHARED sum.c)' \
      'add_executable(it main.c)' 'target_link_libraries(it sum)' > CMakeLists.txt
    CC=$CC cmake -S . -B build > log || fail "$(cat log)"; cmake --build build > log || fail "$(cat log)"; it build/it
    is_instrumented build/libsum.so ;;
  cmake_lto)  # an archive is made by the compiler's own tool, which CMake must find
    printf '%s\n' 'cmake_minimum_required(VERSION 3.16)' 'project(p C)' 'include(CheckIPOSupported)' 'check_ipo_supported()' \
      'set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)' 'add_library(sum STATIC sum.c)' \
      'add_executable(it main.c)' 'target_link_libraries(it sum)' > CMakeLists.txt
    CC=$CC cmake -S . -B build > log 2>&1 || fail "$(cat log)"; cmake --build build > log 2>&1 || fail "$(cat log)"; it build/it ;;
  plain_archiver)  # where the compiler's own is not installed
    mkdir tools; for tool in ar ranlib; do ln -s "$(command -v $tool)" tools; done
    quiet $CC -c main.c sum.c
    for tool in gcc llvm; do
      PATH=$PWD/tools "$stage/bin/fencepost-$tool-ar" cr libsum.a sum.o || fail "fencepost-$tool-ar"
      PATH=$PWD/tools "$stage/bin/fencepost-$tool-ranlib" libsum.a || fail "fencepost-$tool-ranlib"
      quiet $CC main.o libsum.a -o it; it ./it; rm libsum.a
    done ;;
  cmake_launcher)
    printf '%s\n' 'cmake_minimum_required(VERSION 3.16)' 'project(p C)' 'add_executable(it main.c sum.c)' > CMakeLists.txt
    CC=${CC#* } cmake -S . -B build -DCMAKE_C_COMPILER_LAUNCHER="$stage/bin/fencepost-cc" \
      -DCMAKE_C_LINKER_LAUNCHER="$stage/bin/fencepost-cc" > log || fail "$(cat log)"
    cmake --build build > log || fail "$(cat log)"; it build/it ;;
  cmake_launcher_alone)  # does not link; the wrapper says so, and what to do
    printf '%s\n' 'cmake_minimum_required(VERSION 3.16)' 'project(p C)' 'add_executable(it main.c sum.c)' > CMakeLists.txt
    CC=${CC#* } cmake -S . -B build -DCMAKE_C_COMPILER_LAUNCHER="$stage/bin/fencepost-cc" > log || fail "$(cat log)"
    ! cmake --build build > log 2>&1 || fail "links by itself: then take the message out"
    grep -q 'fencepost-cc: this CMake build .* -DCMAKE_C_LINKER_LAUNCHER=fencepost-cc' log || fail "$(cat log)"
    # As it says:
    CC=${CC#* } cmake -S . -B build -DCMAKE_C_LINKER_LAUNCHER="$stage/bin/fencepost-cc" > log || fail "$(cat log)"
    cmake --build build --clean-first > log 2>&1 || fail "$(cat log)"
    ! grep -q 'fencepost-cc:' log || fail "$(cat log)"
    it build/it ;;
  cmake_fortran_launchers)  # of which CMake heeds one only since 4.1
    printf '%s\n' 'cmake_minimum_required(VERSION 3.16)' 'project(p Fortran)' 'add_executable(it main.f90)' > CMakeLists.txt
    FC=${FC#* } cmake -S . -B build -DCMAKE_Fortran_COMPILER_LAUNCHER="$stage/bin/fencepost-fc" \
      -DCMAKE_Fortran_LINKER_LAUNCHER="$stage/bin/fencepost-fc" > log 2>&1 || fail "$(cat log)"
    if cmake --build build > log 2>&1; then
      ! grep -q 'fencepost-fc:' log || fail "$(cat log)"
    else
      grep -q 'fencepost-fc: CMake .* ignores CMAKE_Fortran_LINKER_LAUNCHER .* FC="fencepost-fc mpifort"' log || fail "$(cat log)"
      rm -r build; FC=$FC cmake -S . -B build > log 2>&1 || fail "$(cat log)"; cmake --build build > log 2>&1 || fail "$(cat log)"
      ! grep -q 'fencepost-fc:' log || fail "$(cat log)"
    fi
    it build/it ;;
  configure)  # what configure scripts do before they believe in a compiler
    echo 'int main(void){return 0;}' > conftest.c
    $CC conftest.c && ./a.out || fail "cannot compile and link"
    $CC -o conftest conftest.c && ./conftest || fail "no -o"
    $CC -c conftest.c && [ -f conftest.o ] || fail "no object"
    echo '#include <no_such_header.h>' > conftest.c
    if $CC -E conftest.c > /dev/null 2>&1; then fail "finds headers that are not there"; fi ;;
  libraries_of_verbose_link)  # Autoconf's macros for Fortran take the libraries from there and name them at each further link
    quiet $CC -c main.c sum.c; $CC -v main.o sum.o -o it > said 2>&1 || fail "$(cat said)"
    libraries=$(grep -F -- -dynamic-linker said | tr ' ' '\n' | grep -E '^(-[lL]|/.*\.a$)') || fail "no libraries in: $(cat said)"
    quiet $CC main.o sum.o $libraries -o again; it ./again ;;
  each_library_named)  # as libtool links shared libraries of C++ and Fortran
    quiet $CC -fPIC -c sum.c; quiet $CC -fPIC -shared -nostdlib sum.o -lc -lgcc_s -Wl,--no-undefined -o libsum.so; is_instrumented libsum.so
    quiet ${CC#* } main.c -L. -lsum -o plain; [ "$(LD_LIBRARY_PATH=. ./plain)" = 45 ] || fail "plain program, our library"
    quiet $CC main.c -L. -lsum -o it; it ./it ;;
  cxx) quiet $CXX -O2 -pthread main.cpp -o it; it ./it; quiet $CXX -O0 -pthread -c main.cpp; quiet $CXX -pthread main.o -o it; it ./it ;;
  fortran) for level in -O0 -O2; do quiet $FC $level main.f90 -o it; it ./it; done
    quiet $FC -c main.f90; quiet $FC main.o -o it; it ./it ;;
  fortran_library)  # calls of it go through ours also where it is a part of the program
    cat > main.f90 <<'END'
program main
  real(8) :: w(10), v(3, 3)
  w = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  v = reshape(w, [3, 3])
  v(1, 1:3:2) = pack(w, w > 8)
  call show(w(1:9:2))
contains
  subroutine show(x)
    real(8) :: x(*)
    call total(x, 5)
  end subroutine
end program
subroutine total(x, n)
  real(8) :: x(n)
  print '(I0)', nint(sum(x) + maxval(x)) + 11
end subroutine
END
    options=none
    [[ $FC == *flang* ]] || options="none -static-libgfortran -static"
    [[ $FC == *mpi* ]] && options="none -static-libgfortran"
    for option in $options; do quiet $FC ${option/none/} -O0 main.f90 -o it; it ./it; done ;;
  unseen_objects)
    plain=${CC#* }
    plain=${plain#--no-plugin }
    quiet $CC -c main.c; quiet $plain -c sum.c -o old.o
    wanted() { quiet $CC "${@:2}" -o it; [ "$(unseen it)" = "$1" ] || fail "${*:2}: unseen is '$(unseen it)', not '$1'"; }
    wanted old.o main.o old.o
    rm -f libold.a; ar rcs libold.a old.o; wanted libold.a main.o libold.a
    wanted libold.a main.o -L . -lold; wanted libold.a main.o -L. -l old; wanted libold.a main.c -Wl,--start-group,libold.a,--end-group
    mkdir -p deep; rm -f deep/libthin.a; cp old.o deep/piece_with_a_long_name.o; (cd deep; ar rcsT libthin.a piece_with_a_long_name.o)
    wanted libthin.a main.o deep/libthin.a
    echo old.o > words; wanted old.o main.o @words
    quiet $plain -c main.c -o other.o; wanted "other.o, old.o" other.o old.o
    quiet $plain -S sum.c -o sum.s; quiet $CC -c sum.s -o from_text.o; wanted from_text.o main.o from_text.o
    quiet $plain -fPIC -c sum.c -o old.o; quiet $CC -shared old.o -o libsum.so; [ "$(unseen libsum.so)" = old.o ] || fail "a shared library"
    [ "$(LD_LIBRARY_PATH=. ./it)" = 45 ] || fail "it does not run"
    # The linker's status and words are the user's, and nothing is left behind.
    mkdir temporary
    status=0; TMPDIR=$PWD/temporary $CC main.o old.o -lnowhere -o it 2> message || status=$?
    [ $status != 0 ] && grep -q nowhere message || fail "status $status: $(cat message)"
    [ -z "$(ls temporary)" ] || fail "it leaves $(ls temporary)"
    # Without an access, without code, without functions.
    echo 'int one(void) { return 1; }' > one.c; echo 'const int two = 2;' > two.c; echo > nothing.c
    quiet $CC -c one.c two.c nothing.c; quiet $CC -c sum.c; wanted "" main.o sum.o one.o two.o nothing.o
    quiet $plain -c two.c nothing.c; wanted "" main.o sum.o two.o nothing.o ;;
  fortran_unseen_objects)  # a link by each Fortran compiler, of which flang assembles nothing
    plain=${CC#* }
    echo 'int one(int* p) { return *p; }' > old.c; quiet ${plain#--no-plugin } -c old.c
    quiet $FC -c main.f90
    for source in main.f90 main.o; do
      rm -f it; quiet $FC $source old.o -o it
      [ "$(unseen it)" = old.o ] && [ "$(./it)" = 45 ] || fail "$source: unseen is '$(unseen it)'"
    done ;;
  other_sanitizer)
    quiet $CC -fsanitize=leak main.c sum.c -o it; is_instrumented it
    $CC -fsanitize=address -c sum.c 2> message; grep -q 'fsanitize=address' message || fail "no word about it" ;;
  plugin_of_another_build)  # of that version of gcc: it would be refused
    mkdir -p other/bin other/lib/fencepost
    cp "$stage/bin/fencepost-cc" other/bin
    ln -s "$stage"/lib/fencepost/* other/lib/fencepost
    for plugin in other/lib/fencepost/*.for; do rm "$plugin"; echo '(Other 1) 12.2.0' > "$plugin"; done
    other/bin/fencepost-cc --plugin $3 -O1 -c sum.c 2> message || fail "it does not compile: $(cat message)"
    grep -q 'there is no plugin for this gcc' message || fail "no word about it: $(cat message)"
    objdump -dr sum.o | grep -q __tsan_ || fail "no hooks"
    # Nobody has asked for it: then there is nothing to say.
    quiet other/bin/fencepost-cc $3 -O1 -c sum.c; objdump -dr sum.o | grep -q __tsan_ || fail "no hooks by default"
    for asked in --plugin ""; do
      quiet $stage/bin/fencepost-cc $asked $3 -O1 -c sum.c
      objdump -dr sum.o > code; grep -q fencepost_passed_ code || fail "the plugin was not taken with '$asked'"
      ! grep -q __tsan_ code || fail "hooks beside the plugin"
    done
    quiet $stage/bin/fencepost-cc --no-plugin $3 -O1 -c sum.c
    objdump -dr sum.o | grep -q __tsan_ || fail "no hooks where they are asked for" ;;
  *) fail "no such case: $case" ;;
esac
echo "ok: $case"
