// Datatypes with the same text share one definition; one that is different, or has another name, has its own.
#include <mpi.h>
#include <string.h>

static void send(int stride, const char* name) {
  double values[64] = {0};
  MPI_Datatype column;
  MPI_Type_vector(4, 1, stride, MPI_DOUBLE, &column);
  if (strlen(name) > 0) MPI_Type_set_name(column, name);
  MPI_Type_commit(&column);
  MPI_Send(values, 1, column, 0, 0, MPI_COMM_SELF);
  MPI_Type_free(&column);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  double values[64];
  MPI_Request request[4];
  for (int i = 0; i < 4; ++i) MPI_Irecv(values, 64, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, &request[i]);
  send(8, "");
  // trace *: SendBegin call=MPI_Send buffer={? count=1 datatype=$column}
  send(9, "");
  // trace *: SendBegin call=MPI_Send buffer={? count=1 datatype=$other}
  send(8, "");
  // trace *: SendBegin call=MPI_Send buffer={? count=1 datatype=$column}
  send(8, "column");
  // trace *: SendBegin call=MPI_Send buffer={? count=1 datatype=$named}
  // defines *: Datatype id=$column name="" extent=200
  // defines *: Datatype id=$other name="" extent=224
  // defines *: Datatype id=$named name="column" extent=200
  MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
