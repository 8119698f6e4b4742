// A program gets no higher thread level than it requested, although messages need threads of the library.
// environment: FENCEPOST_TRANSPORT=messages
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int provided = -1, asked = -2;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Query_thread(&asked);
  if (provided != asked || asked > MPI_THREAD_FUNNELED) {
    printf("provided %d, asked after it %d\n", provided, asked);
    return 1;
  }
  // defines *: Process thread_level=1
  MPI_Finalize();
  return 0;
}
