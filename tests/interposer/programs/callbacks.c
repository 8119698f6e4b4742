// MPI calls that a user's callback makes within an MPI call are not recorded; communicators made there are known.
#include <mpi.h>

static MPI_Comm made = MPI_COMM_NULL;

static int copy(MPI_Comm communicator, int key, void* state, void* in, void* out, int* flag) {
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &made);
  *(void**)out = in;
  *flag = 1;
  return MPI_SUCCESS;
}

static void operation(void* in, void* inout, int* count, MPI_Datatype* type) {
  int size;
  MPI_Type_size(*type, &size);
  for (int i = 0; i < *count; ++i) ((int*)inout)[i] += ((int*)in)[i];
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int key, one = 1, sum = 0;
  MPI_Comm dup;
  MPI_Op op;
  MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &key, 0);
  MPI_Comm_set_attr(MPI_COMM_WORLD, key, &one);
  MPI_Comm_dup(MPI_COMM_WORLD, &dup);
  // trace *: CollectiveBegin call=MPI_Comm_dup
  // trace *: CollectiveEnd
  // never *: CollectiveBegin call=MPI_Barrier communicator=$world
  // never *: CollectiveBegin call=MPI_Comm_split
  // defines *: Communicator id=$made call=MPI_Comm_split members=[0 1]
  MPI_Op_create(operation, 1, &op);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, op, made);
  // trace *: CollectiveBegin call=MPI_Allreduce communicator=$made op=user-defined
  MPI_Op_free(&op);
  MPI_Comm_free(&made);
  MPI_Comm_free(&dup);
  MPI_Finalize();
  return sum != 2;
}
