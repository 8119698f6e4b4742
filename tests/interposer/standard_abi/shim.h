/* The hand-written part of a libmpi_abi.so over MPICH (shim.py writes the rest): handles, constants, statuses and callbacks, from the
 * binary interface of MPI-5.0 to MPICH's own and back. Compiled with MPICH's mpi.h; what is of the standard's interface is called abi_.
 *
 * Only what programs of our tests and Fencepost call. Error codes become their classes. */
#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int source, tag, error, internal[5];
} abi_status;

struct pair {
  uintptr_t abi, own;
};

/* ---- handles: what the standard defines is a small number there, and everything else MPICH's own, as a pointer */

static uintptr_t to_own(const struct pair* pairs, const void* handle) {
  for (; pairs->abi != 0; ++pairs)
    if (pairs->abi == (uintptr_t)handle) return pairs->own;
  return (uintptr_t)handle;
}
static void* to_abi(const struct pair* pairs, uintptr_t handle) {
  for (; pairs->abi != 0; ++pairs)
    if (pairs->own == handle) return (void*)pairs->abi;
  return (void*)handle;
}
/* MPICH's handles are ints, but those of files, which are pointers. */
#define HANDLES(KIND)                                                                                           \
  static MPI_##KIND KIND##_in(const void* handle) {                                                            \
    return (MPI_##KIND)(sizeof(MPI_##KIND) == sizeof(int) ? (uint32_t)to_own(KIND##_pairs, handle) : to_own(KIND##_pairs, handle)); \
  }                                                                                                             \
  static void* KIND##_out(MPI_##KIND handle) {                                                                  \
    return to_abi(KIND##_pairs, sizeof handle == sizeof(int) ? (uint32_t)(uintptr_t)handle : (uintptr_t)handle); \
  }

/* ---- numbers */

struct number {
  int abi, own;
};
static int number_in(const struct number* numbers, size_t count, int abi) {
  for (size_t i = 0; i < count; ++i)
    if (numbers[i].abi == abi) return numbers[i].own;
  return abi;
}
static int number_out(const struct number* numbers, size_t count, int own) {
  for (size_t i = 0; i < count; ++i)
    if (numbers[i].own == own) return numbers[i].abi;
  return own;
}
#define NUMBERS(KIND, ...)                                                                                        \
  static const struct number KIND##_numbers[] = {__VA_ARGS__};                                                    \
  __attribute__((unused)) static int KIND##_in(int abi) {                                                         \
    return number_in(KIND##_numbers, sizeof KIND##_numbers / sizeof *KIND##_numbers, abi);                        \
  }                                                                                                               \
  __attribute__((unused)) static int KIND##_out(int own) {                                                        \
    return number_out(KIND##_numbers, sizeof KIND##_numbers / sizeof *KIND##_numbers, own);                       \
  }
NUMBERS(rank, {-1, MPI_ANY_SOURCE}, {-3, MPI_PROC_NULL}, {-4, MPI_ROOT})
NUMBERS(tag, {-2, MPI_ANY_TAG})
NUMBERS(lock, {301, MPI_LOCK_EXCLUSIVE}, {302, MPI_LOCK_SHARED})
NUMBERS(thread, {0, MPI_THREAD_SINGLE}, {1024, MPI_THREAD_FUNNELED}, {2048, MPI_THREAD_SERIALIZED}, {4096, MPI_THREAD_MULTIPLE})
NUMBERS(split, {221, MPI_COMM_TYPE_SHARED})
NUMBERS(comparison, {201, MPI_IDENT}, {202, MPI_CONGRUENT}, {203, MPI_SIMILAR}, {204, MPI_UNEQUAL})
NUMBERS(topology, {211, MPI_CART}, {212, MPI_GRAPH}, {213, MPI_DIST_GRAPH})
NUMBERS(keyval, {0, MPI_KEYVAL_INVALID}, {501, MPI_TAG_UB}, {601, MPI_WIN_BASE}, {602, MPI_WIN_DISP_UNIT}, {603, MPI_WIN_SIZE},
        {604, MPI_WIN_CREATE_FLAVOR}, {605, MPI_WIN_MODEL})
NUMBERS(flavor, {311, MPI_WIN_FLAVOR_CREATE}, {312, MPI_WIN_FLAVOR_ALLOCATE}, {313, MPI_WIN_FLAVOR_DYNAMIC}, {314, MPI_WIN_FLAVOR_SHARED})
NUMBERS(model, {321, MPI_WIN_UNIFIED}, {322, MPI_WIN_SEPARATE})
NUMBERS(combiner, {101, MPI_COMBINER_NAMED}, {102, MPI_COMBINER_DUP}, {103, MPI_COMBINER_CONTIGUOUS}, {104, MPI_COMBINER_VECTOR},
        {105, MPI_COMBINER_HVECTOR}, {106, MPI_COMBINER_INDEXED}, {107, MPI_COMBINER_HINDEXED}, {108, MPI_COMBINER_INDEXED_BLOCK},
        {109, MPI_COMBINER_HINDEXED_BLOCK}, {110, MPI_COMBINER_STRUCT}, {111, MPI_COMBINER_SUBARRAY}, {112, MPI_COMBINER_DARRAY},
        {116, MPI_COMBINER_RESIZED})

NUMBERS(seek, {401, MPI_SEEK_CUR}, {402, MPI_SEEK_END}, {403, MPI_SEEK_SET})

/* Bits. Unknown ones stay, so that MPICH refuses them. */
#define BITS(KIND, ...)                                               \
  static int KIND##_in(int abi) {                                     \
    static const struct number bits[] = {__VA_ARGS__};                \
    int own = 0;                                                      \
    for (size_t i = 0; i < sizeof bits / sizeof *bits; ++i) {         \
      if ((abi & bits[i].abi) != 0) own |= bits[i].own;               \
      abi &= ~bits[i].abi;                                            \
    }                                                                 \
    return own | abi << 16;                                           \
  }
BITS(assertion, {1024, MPI_MODE_NOCHECK}, {2048, MPI_MODE_NOPRECEDE}, {4096, MPI_MODE_NOPUT}, {8192, MPI_MODE_NOSTORE},
     {16384, MPI_MODE_NOSUCCEED})
BITS(access, {1, MPI_MODE_APPEND}, {2, MPI_MODE_CREATE}, {4, MPI_MODE_DELETE_ON_CLOSE}, {8, MPI_MODE_EXCL}, {16, MPI_MODE_RDONLY},
     {32, MPI_MODE_RDWR}, {64, MPI_MODE_SEQUENTIAL}, {128, MPI_MODE_UNIQUE_OPEN}, {256, MPI_MODE_WRONLY})

/* Buffers: MPI_IN_PLACE is 1 in the standard's interface. */
static void* buffer_in(const void* buffer) { return buffer == (void*)1 ? MPI_IN_PLACE : (void*)(uintptr_t)buffer; }
static void* function(const char* name);
static int* weights_in(const int* weights) {
  if (weights == (int*)10) return *(int**)function("MPI_UNWEIGHTED");
  return weights == (int*)11 ? *(int**)function("MPI_WEIGHTS_EMPTY") : (int*)(uintptr_t)weights;
}

/* ---- errors, in names.h: error_out, error_in */
static int error_out(int own);
static int error_in(int abi);

/* ---- statuses */

static void status_out(abi_status* to, const MPI_Status* from) {
  to->source = rank_out(from->MPI_SOURCE);
  to->tag = tag_out(from->MPI_TAG);
  to->error = error_out(from->MPI_ERROR);
  to->internal[0] = from->count_lo;
  to->internal[1] = from->count_hi_and_cancelled;
}
static MPI_Status status_in(const abi_status* from) {
  MPI_Status to;
  memset(&to, 0, sizeof to);
  to.MPI_SOURCE = rank_in(from->source);
  to.MPI_TAG = tag_in(from->tag);
  to.MPI_ERROR = error_in(from->error);
  to.count_lo = from->internal[0];
  to.count_hi_and_cancelled = from->internal[1];
  return to;
}

/* ---- the library itself, out of everybody's sight */

static void* library(void) {
  static void* found;
  if (found == NULL) found = dlopen(OWN_LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (found == NULL) {
    fprintf(stderr, "libmpi_abi.so: %s\n", dlerror());
    abort();
  }
  return found;
}
static void* function(const char* name) {
  void* found = dlsym(library(), name);
  if (found == NULL) {
    fprintf(stderr, "libmpi_abi.so: %s is not in " OWN_LIBRARY "\n", name);
    abort();
  }
  return found;
}

/* Under both names. */
#define EXPORTED(NAME)                                                                             \
  __asm__(".globl MPI_" #NAME "\n.type MPI_" #NAME ", @function\n.set MPI_" #NAME ", abi_" #NAME   \
          "\n.globl PMPI_" #NAME "\n.type PMPI_" #NAME ", @function\n.set PMPI_" #NAME ", abi_" #NAME "\n");
