/* The names that the examples on the rules' pages use, for pages_test.py to compile them. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

extern MPI_Win win;
extern MPI_Comm comm, node, inter, local, both;
extern MPI_Group group, rank_0, rank_1, ranks_1_and_2, left, right, left_and_right, neighbours;
extern MPI_Info info;
extern MPI_Request request;
extern MPI_Datatype type, row, column, two_ints, int_and_double, pair, type_with_displacements;
extern MPI_Op my_max, op;
extern MPI_Aint size, address, bytes;
extern int rank, n, before, first, one, token, ticket, other, mine, last, done, peer, unit, sum, value, y;
extern int a[100], b[100], x[100], old[100], where[100], buffer[100], more[100];
extern int *window, *shared;
extern double *base, *data;
void use(int value), work(int value), compute(void);
int f(int i), min(int one, int other), max(int one, int other);
MPI_User_function maximum;
extern struct {
  int i, a;
  double d;
} s;
extern MPI_Aint displacements[2], at_i, at_d;
extern MPI_Datatype types[1];
extern int lengths[1];
extern double expected;
extern unsigned long x_bits, expected_bits, old_bits;
int omp_get_thread_num(void);
