// Libraries may return the same handle again for the same processes. Each is freed once, in any order, and the others
// stay valid. More groups and infos are freed than Fencepost remembers.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group of_world[3], of_window, of_file, one, other;
  MPI_Comm copy;
  MPI_File file;
  int size, same;
  start_mpi();
  const int peer = 1 - rank;
  int* const memory = make_window(&win, 1);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  for (int i = 0; i < 3; ++i) MPI_Comm_group(i == 1 ? copy : MPI_COMM_WORLD, &of_world[i]);
  MPI_Group_free(&of_world[0]);
  MPI_Group_size(of_world[1], &size);
  REQUIRE(size == 2);
  MPI_Group_free(&of_world[1]);
  MPI_Comm_free(&copy);
  MPI_Group_incl(of_world[2], 1, &peer, &one);
  MPI_Win_get_group(win, &of_window);
  MPI_Group_compare(of_window, of_world[2], &same);
  REQUIRE(same == MPI_IDENT);
  MPI_Group_free(&of_world[2]);
  MPI_File_open(MPI_COMM_WORLD, "/dev/null", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
  MPI_File_get_group(file, &of_file);
  MPI_Group_size(of_file, &size);
  REQUIRE(size == 2);
  MPI_Group_free(&of_file);
  MPI_File_close(&file);
  for (int i = 0; i < 100; ++i) {
    MPI_Info info, twin;
    MPI_Group_incl(of_window, 1, &peer, &other);
    MPI_Group_free(&other);
    MPI_Info_create(&info);
    MPI_Info_dup(info, &twin);
    MPI_Info_free(&info);
    MPI_Info_set(twin, "no_locks", "true");
    MPI_Info_free(&twin);
  }
  MPI_Group_free(&of_window);
  MPI_Win_post(one, 0, win);
  MPI_Win_start(one, 0, win);
  MPI_Put(&rank, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Group_free(&one);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  REQUIRE(*memory == peer);
  MPI_Win_free(&win);
  return end_mpi();
}
