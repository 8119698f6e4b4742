// A window of a loaded library's own variable: the library is unloaded while the window lives. (One that is loaded twice stays
// when it is closed for the first time.)
// finds: gone FP-WINDOW-003
// flags: -ldl
#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#include "corpus.h"

// Makes the library.
static void make(char* path) {
  char command[512];
  strcpy(path, "/tmp/fencepost_corpus_XXXXXX");
  const int file = mkstemp(path);
  REQUIRE(file >= 0);
  close(file);
  snprintf(command, sizeof command, "echo 'int cells[8];' | cc -shared -fPIC -xc - -o %s", path);
  REQUIRE(system(command) == 0);
}

int main(void) {
  char path[256] = "";
  MPI_Win win;
  make(path);
  start_mpi();
  void *once = dlopen(path, RTLD_NOW), *twice = dlopen(path, RTLD_NOW);
  REQUIRE(once != NULL && twice != NULL);
  remove(path);
  MPI_Win_create(dlsym(once, "cells"), 32, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);  // FINDS(gone)
  MPI_Barrier(MPI_COMM_WORLD);
  dlclose(twice);
  MPI_Barrier(MPI_COMM_WORLD);
  dlclose(once);  // FINDS(gone)
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  return end_mpi();
}
