#!/usr/bin/env bash
# preload_test.sh LIBRARY: the exports and needs of the preloaded library, and processes in which it has nothing to do.
set -euo pipefail
library=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() { echo "preload_test: $*" >&2; exit 1; }

# ---- the library itself
exported=$(nm -D --defined-only "$library" | awk '{print $3}')
foreign=$(grep -vE '^(P?MPI_|mpi_|ompi_[a-z0-9_]+_f$|fencepost_|pthread_|thrd_|mtx_|cnd_|sem_|(shm_open|shmget)$|call_once|GOMP_|omp_|__kmpc_|ompt_start_tool$|__cxa_guard_|_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv$|(free|realloc|mlockall|munmap@GLIBC_2\.2\.5|mremap@GLIBC_2\.2\.5|dlclose|GLIBC_2\.2\.5|__tgt_target_kernel)$|(memcpy|memmove|memset|mempcpy|memccpy|strcpy|stpcpy|strncpy|strcat|strncat)$|(v?(f|d|as|s|sn)?printf|f?puts|(__isoc(99|23)_)?v?(f|s)?scanf|qsort|fread|fwrite|fgets|read|pread|pread64|recv|write|pwrite|pwrite64|send|readv|writev)$|__[a-z0-9]+_chk$|(_exit|_Exit|quick_exit|sched_yield|usleep|sleep|nanosleep|clock_nanosleep|clock_gettime|gettimeofday|time|clock|timespec_get|access|faccessat|l?stat(64)?|fstatat(64)?|statx|fopen(64)?|opendir|open(64)?|p?poll|p?select|epoll_p?wait|recvfrom|recvmsg|accept|connect|waitpid)$|(sendto|sendmsg|eventfd_(read|write)|shutdown|close|fflush|pthread_kill|kill|sigqueue|sigwait(info)?|sigtimedwait|sem(timed)?op|msgsnd|msgrcv|mq_(timed)?(send|receive))$)' <<<"$exported" || true)
[ -z "$foreign" ] || fail "it exports $foreign"
needed=$(readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
for name in $needed; do
  case $name in libc.so.6 | ld-linux-x86-64.so.2) ;; *) fail "it needs $name" ;; esac
done
for backend in "$(dirname "$library")"/libfencepost-{mpich,openmpi}.so; do
  [ -f "$backend" ] || continue  # that MPI library is not on this machine
  [ "$(nm -D --defined-only "$backend" | awk '{print $3}')" = fencepost_backend ] || fail "$backend exports more than its table"
  # An MPI function that is called by its public name would lead back to the back end.
  called=$(nm -D --undefined-only "$backend" | awk '{print $2}' | grep -E '^MPI_[A-Z][a-z_]' | grep -vE '^MPI_(UNWEIGHTED|F_STATUS|F_STATUSES|WEIGHTS)' || true)
  [ -z "$called" ] || fail "$backend calls $called"
done

# ---- a process without MPI
output=$(LD_PRELOAD=$library sh -c 'ls >/dev/null; echo done' 2>&1)
[ "$output" = done ] || fail "a shell prints: $output"
[ -z "$(ls -A)" ] || fail "a shell leaves files: $(ls -A)"

# ---- the text of dlerror() still exists when the first such call of the process prints or copies it
cat >dlerror.c <<'CODE'
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  char copy[256];
  dlopen("libnowhere.so", RTLD_NOW);
  const char *error = dlerror();
  if (argc > 1) {
    pthread_mutex_lock(&mutex);
    error = strcpy(copy, error);
    pthread_mutex_unlock(&mutex);
  }
  printf("%s\n", error);
  dlclose(NULL == argv ? NULL : dlopen(NULL, RTLD_NOW));
  return dlerror() != NULL;
}
CODE
cc -w -fno-builtin dlerror.c -o dlerror
for arguments in "" copied; do
  [ "$(LD_PRELOAD=$library ./dlerror $arguments)" = "$(./dlerror $arguments)" ] ||
    fail "it takes away what dlerror() gave: $(LD_PRELOAD=$library ./dlerror $arguments)"
done

# ---- modules that bring their own C++ library, and are closed again
cat >module.cpp <<'CODE'
#include <cstdlib>
#if SIZE
char fill[SIZE] = {1};  // this one and its functions are somewhere else
#endif
extern "C" int run() {
  static const int found = std::getenv("HOME") != nullptr;
  return found;
}
CODE
cat >modules.c <<'CODE'
#include <dlfcn.h>
int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    void *module = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
    int (*run)(void) = (int (*)(void))dlsym(module, "run");
    run();
    dlclose(module);
    if (dlopen(argv[i], RTLD_NOW | RTLD_NOLOAD)) return 2;
  }
  return 0;
}
CODE
for size in 0 1000000; do
  c++ -w -shared -fPIC -fno-gnu-unique -static-libstdc++ -static-libgcc -DSIZE=$size module.cpp -o module$size.so
done
cc -w modules.c -o modules
LD_PRELOAD=$library ./modules ./module0.so ./module1000000.so || fail "modules with a C++ library each: $?"

# ---- a process whose loader ignores the preload
cat >static.c <<'CODE'
#include <stdio.h>
int main(void) { return puts("done") < 0; }
CODE
cc -static static.c -o static
[ "$(LD_PRELOAD=$library ./static 2>&1)" = done ] || fail "a static program is disturbed"

# ---- an unknown MPI library, in Fortran too
cat >unknown.c <<'CODE'
#include <stdio.h>
#include <string.h>
int PMPI_Init(int *argc, char ***argv) { return puts("Init"), 0; }
int MPI_Init(int *argc, char ***argv) { return PMPI_Init(argc, argv); }
double arguments[10];
int PMPI_Finalize(void) { return puts("Finalize"), 0; }
int MPI_Finalize(void) { return PMPI_Finalize(); }
int PMPI_Get_library_version(char *text, int *length) { return strcpy(text, "Nobody's MPI 1.0\nmore"), *length = 16, 0; }
int PMPI_Sendrecv(int a, int b, int c, int d, int e, int f, int g, int h, int i, double x, double y, double z) {
  return printf("%d %d %d %d %d %d %d %d %d %g %g %g\n", a, b, c, d, e, f, g, h, i, x, y, z), 0;
}
int MPI_Sendrecv(int a, int b, int c, int d, int e, int f, int g, int h, int i, double x, double y, double z) {
  return PMPI_Sendrecv(a, b, c, d, e, f, g, h, i, x, y, z);
}
void mpi_send_(int *value) { printf("Fortran %d\n", *value); }
CODE
cat >program.c <<'CODE'
int MPI_Init(int *, char ***), MPI_Finalize(void);
int MPI_Sendrecv(int, int, int, int, int, int, int, int, int, double, double, double);
void mpi_send_(int *);
int main(int argc, char **argv) {
  int five = 5;
#ifdef SENDRECV_FIRST  /* the first call of all: its arguments must survive */
  MPI_Sendrecv(1, 2, 3, 4, 5, 6, 7, 8, 9, 1.5, 2.5, 3.5);
#endif
  MPI_Init(&argc, &argv);
  mpi_send_(&five);
  return MPI_Finalize();
}
CODE
cc -w -shared -fPIC unknown.c -o libunknown.so
cc -w -DSENDRECV_FIRST program.c -L. -lunknown -Wl,-rpath,. -o program
output=$(LD_PRELOAD=$library ./program 2>error)
[ "$output" = "$(printf '1 2 3 4 5 6 7 8 9 1.5 2.5 3.5\nInit\nFortran 5\nFinalize')" ] || fail "with an unknown MPI: $output"
[ "$(cat error)" = "fencepost: this program uses Nobody's MPI 1.0. Fencepost does not know this MPI library: it runs unchecked" ] ||
  fail "with an unknown MPI it says: $(cat error)"

# ---- a profiling library between the program and that one does its work
cat >profiler.c <<'CODE'
#include <stdio.h>
int PMPI_Init(int *, char ***), PMPI_Finalize(void);
int MPI_Init(int *argc, char ***argv) { return puts("profiled"), PMPI_Init(argc, argv); }
CODE
cc -w -shared -fPIC profiler.c -o libprofiler.so
cc -w program.c -L. -lprofiler -lunknown -Wl,-rpath,. -o profiled
output=$(LD_PRELOAD=$library ./profiled 2>error)
[ "$output" = "$(printf 'profiled\nInit\nFortran 5\nFinalize')" ] || fail "with a profiler: $output"

# ---- back ends that are not there
sed -i "s/Nobody's MPI/Open MPI/" unknown.c
cc -w -shared -fPIC unknown.c -o libunknown.so
mkdir alone
cp "$library" alone/
output=$(LD_PRELOAD=$folder/alone/$(basename "$library") ./program 2>error)
[[ $output == *Init*Finalize ]] || fail "without a back end: $output"
[ "$(grep -c 'it runs unchecked' error)" = 1 ] && grep -q "libfencepost-openmpi.so.*add-mpi" error ||
  fail "without a back end it says: $(cat error)"
echo "all well"
