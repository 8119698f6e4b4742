// Calls of every kind write window memory to a file and read it back, each complete before any operation on that
// memory.
#include "file.h"

enum { kCount = 4, kCalls = 13 };

// Where this process and its neighbour are about to meet in the window, all is complete and ordered.
static void exchange(MPI_Win win, int* memory) {
  int value = memory[0];
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, (rank + 1) % ranks, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
}

int main(void) {
  MPI_Win win;
  MPI_Request request;
  start_mpi();
  int* memory = make_window(&win, kCount);
  MPI_File file = open_file(MPI_COMM_WORLD);
  const int own = kCount * rank, all = kCount * ranks;
  for (int i = 0; i < kCount; i++) memory[i] = 7;
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_preallocate(file, (MPI_Offset)(kCalls * all * (int)sizeof(int)));

  MPI_File_write_at(file, own, memory, kCount, MPI_INT, MPI_STATUS_IGNORE);
  exchange(win, memory);
  MPI_File_write_at_all(file, all + own, memory, kCount, MPI_INT, MPI_STATUS_IGNORE);
  exchange(win, memory);
  MPI_File_iwrite_at(file, 2 * all + own, memory, kCount, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  exchange(win, memory);
  MPI_File_iwrite_at_all(file, 3 * all + own, memory, kCount, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  exchange(win, memory);
  MPI_File_write_at_all_begin(file, 4 * all + own, memory, kCount, MPI_INT);
  MPI_File_write_at_all_end(file, memory, MPI_STATUS_IGNORE);
  exchange(win, memory);
  MPI_File_seek(file, 5 * all + own, MPI_SEEK_SET);
  MPI_File_write(file, memory, kCount, MPI_INT, MPI_STATUS_IGNORE);
  exchange(win, memory);
  MPI_File_seek(file, 6 * all + own, MPI_SEEK_SET);
  MPI_File_write_all(file, memory, kCount, MPI_INT, MPI_STATUS_IGNORE);
  exchange(win, memory);

  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(file);
  for (int i = 0; i < kCount; i++) memory[i] = 0;
  MPI_File_read_at(file, own, memory, kCount, MPI_INT, MPI_STATUS_IGNORE);
  exchange(win, memory);
  MPI_File_read_at_all(file, all + own, memory, kCount, MPI_INT, MPI_STATUS_IGNORE);
  exchange(win, memory);
  MPI_File_iread_at(file, 2 * all + own, memory, kCount, MPI_INT, &request);
  for (int done = 0; !done;) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  exchange(win, memory);
  MPI_File_iread_at_all(file, 3 * all + own, memory, kCount, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  exchange(win, memory);
  MPI_File_read_at_all_begin(file, 4 * all + own, memory, kCount, MPI_INT);
  MPI_File_read_at_all_end(file, memory, MPI_STATUS_IGNORE);
  exchange(win, memory);
  MPI_File_seek(file, 5 * all + own, MPI_SEEK_SET);
  MPI_File_iread(file, memory, kCount, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  exchange(win, memory);
  MPI_File_seek(file, 6 * all + own, MPI_SEEK_SET);
  MPI_File_read_all_begin(file, memory, kCount, MPI_INT);
  MPI_File_read_all_end(file, memory, MPI_STATUS_IGNORE);
  exchange(win, memory);
  for (int i = 0; i < kCount; i++) REQUIRE(memory[i] == 7);
  MPI_File_close(&file);
  MPI_Win_free(&win);
  return end_mpi();
}
