// An empty file for a program of this folder. Closing it deletes it.
#ifndef FENCEPOST_TESTS_FILE_H
#define FENCEPOST_TESTS_FILE_H

#include <unistd.h>

#include "corpus.h"

static inline MPI_File open_file(MPI_Comm communicator) {
  int number = (int)getpid();
  char name[64];
  MPI_File file;
  MPI_Bcast(&number, 1, MPI_INT, 0, communicator);
  snprintf(name, sizeof name, "/tmp/fencepost-test-%d", number);
  int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
  REQUIRE(MPI_File_open(communicator, name, mode, MPI_INFO_NULL, &file) == MPI_SUCCESS);
  return file;
}

#endif
