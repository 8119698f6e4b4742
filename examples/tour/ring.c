// The program of the tour: each rank gives its number to its right neighbour, and rank 0 gets the sum of what all have
// received. It has three mistakes, which README.md fixes one by one.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;

    int *box; // [0]: what the left neighbour sent; [1], on rank 0: the sum
    MPI_Win win;
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &box, &win);
    box[0] = box[1] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

    int value = rank + 1;
    MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    value = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    int received = box[0];

    int sum;
    MPI_Get(&sum, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    sum += received;
    MPI_Put(&sum, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    int wanted = size * (size + 1) / 2;
    if (rank == 0)
        printf("the sum is %d, and should be %d\n", box[1], wanted);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
