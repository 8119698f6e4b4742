// Correct. The page before a buffer is given back to the kernel: by munmap, in its own way, and by mmap over it, which
// nobody sees. Then the buffer is attached, made a window and used by operations.
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "corpus.h"

enum { kPage = 4096, kBytes = 104 };

static void give_back(char* page, int way) {
  if (way == 0) munmap(page, kPage);
  if (way == 1) syscall(SYS_munmap, page, kPage);
  if (way == 2) mmap(page, kPage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

int main(void) {
  MPI_Win dynamic, win;
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
  for (int way = 0; way < 3; way++) {
    char* pages = mmap(NULL, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char* buffer = pages + kPage;
    MPI_Win_attach(dynamic, pages, kBytes);
    MPI_Win_detach(dynamic, pages);
    give_back(pages, way);
    MPI_Win_attach(dynamic, buffer, kBytes);
    MPI_Win_detach(dynamic, buffer);
    MPI_Win_create(buffer, kBytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(buffer + kBytes, kBytes, MPI_CHAR, 1 - rank, 0, kBytes, MPI_CHAR, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    munmap(buffer, kPage);
  }
  MPI_Win_free(&dynamic);
  return end_mpi();
}
