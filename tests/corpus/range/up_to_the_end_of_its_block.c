// Buffers that end with their blocks of the heap, large ones and small ones; begin within a block; lie on the stack of
// a function that has just been entered, in a constant that is only read, and in memory whose neighbour is no memory.
// near: FP-RANGE-009
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "corpus.h"

static const int constant[4] = {1, 2, 3, 4};

static void on_the_stack(MPI_Win win) {
  int many[100000];
  MPI_Get(many, 100000, MPI_INT, 1, 0, 100000, MPI_INT, win);
  MPI_Win_flush(1, win);
  REQUIRE(many[99999] == 0);
}

int main(void) {
  MPI_Win win;
  MPI_Datatype apart;
  start_mpi();
  make_window(&win, 1 << 20);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    on_the_stack(win);
    for (int bytes = 4; bytes <= 4 << 20; bytes *= 3) {
      bytes &= ~3;
      char* block = malloc((size_t)bytes);
      MPI_Get(block, bytes / 4, MPI_INT, 1, 0, bytes / 4, MPI_INT, win);
      MPI_Win_flush(1, win);
      if (bytes > 8) MPI_Get(block + bytes / 8 * 4, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
      MPI_Win_flush(1, win);
      free(block);
    }
    MPI_Win_unlock(1, win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(constant, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
    MPI_Win_flush(1, win);
    // Two pages between which there is none.
    long page = sysconf(_SC_PAGESIZE);
    char* pages = mmap(NULL, (size_t)(3 * page), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(pages, 0, (size_t)(3 * page));
    munmap(pages + page, (size_t)page);
    MPI_Type_vector(2, 1, (int)(2 * page / 4), MPI_INT, &apart);
    MPI_Type_commit(&apart);
    MPI_Put(pages + page - 4, 1, MPI_INT, 1, 8, 1, MPI_INT, win);
    MPI_Put(pages, 1, apart, 1, 16, 2, MPI_INT, win);
    MPI_Win_unlock(1, win);
    MPI_Type_free(&apart);
    munmap(pages, (size_t)page);
    munmap(pages + 2 * page, (size_t)page);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
