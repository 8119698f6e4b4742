// Arguments that cannot be right, and others that only look wrong.
#include <stddef.h>

#include <mpi.h>

void operations(MPI_Win win, int peer) {
  int x = 1, y = 1, z[10], fetched[10];
  double d = 1;
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_FLOAT, win);  // LINT(FP-TYPE-001)
  MPI_Put(z, 10, MPI_INT, peer, 1, 5, MPI_INT, win);    // LINT(FP-TYPE-001)
  MPI_Put(z, 1, MPI_INT, peer, 20, 4, MPI_BYTE, win);
  MPI_Put(z, -1, MPI_INT, peer, 24, 1, MPI_INT, win);    // LINT(FP-RANGE-004)
  MPI_Put(NULL, 1, MPI_INT, peer, 25, 1, MPI_INT, win);  // LINT(FP-RANGE-005)
  MPI_Put(NULL, 0, MPI_INT, peer, 26, 0, MPI_INT, win);
  MPI_Accumulate(&x, 1, MPI_INT, peer, 30, 1, MPI_INT, MPI_NO_OP, win);       // LINT(FP-TYPE-006)
  MPI_Accumulate(&d, 1, MPI_DOUBLE, peer, 31, 1, MPI_DOUBLE, MPI_BAND, win);  // LINT(FP-TYPE-007)
  MPI_Accumulate(&d, 1, MPI_DOUBLE, peer, 33, 1, MPI_DOUBLE, MPI_REPLACE, win);
  MPI_Compare_and_swap(&d, &x, &fetched[0], MPI_DOUBLE, peer, 40, win);  // LINT(FP-TYPE-008)
  MPI_Fetch_and_op(&y, &y, MPI_INT, peer, 50, MPI_SUM, win);             // LINT(FP-RANGE-007)
  MPI_Fetch_and_op(NULL, &fetched[2], MPI_INT, peer, 51, MPI_NO_OP, win);
  MPI_Get_accumulate(NULL, 0, MPI_DATATYPE_NULL, &fetched[4], 1, MPI_INT, peer, 52, 1, MPI_INT, MPI_NO_OP, win);
  MPI_Get(&fetched[6], 1, MPI_INT, MPI_PROC_NULL, -1, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}

void locks(MPI_Win win) {
  MPI_Win_lock(MPI_MODE_NOCHECK, 0, 0, win);  // LINT(FP-EPOCH-017)
  MPI_Win_unlock(0, win);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOCHECK, win);
  MPI_Win_unlock(0, win);
}

void creation(MPI_Comm communicator, int* memory) {
  MPI_Win one, other;
  MPI_Win_create(memory, 40, 0, MPI_INFO_NULL, communicator, &one);     // LINT(FP-WINDOW-001)
  MPI_Win_create(memory, -40, 4, MPI_INFO_NULL, communicator, &other);  // LINT(FP-WINDOW-001)
  MPI_Win_free(&one);
  MPI_Win_free(&other);
}

struct block {
  double* values;
};

// Where the address of the allocated memory goes.
void places(MPI_Comm communicator, struct block* block) {
  MPI_Win one, other, third, fourth;
  int* memory = NULL;
  double value;
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, communicator, memory, &one);                  // LINT(FP-WINDOW-001)
  MPI_Win_allocate_shared(40, 4, MPI_INFO_NULL, communicator, (void*)memory, &other);  // LINT(FP-WINDOW-001)
  MPI_Win_allocate(40, 8, MPI_INFO_NULL, communicator, block->values, &third);         // LINT(FP-WINDOW-001)
  MPI_Win_allocate(40, 8, MPI_INFO_NULL, communicator, &value, &fourth);               // LINT(FP-WINDOW-001)
  MPI_Win_free(&one);
  MPI_Win_free(&other);
  MPI_Win_free(&third);
  MPI_Win_free(&fourth);
}

void right_places(MPI_Comm communicator, struct block* block, void** somewhere) {
  MPI_Win one, other, third, fourth, fifth, sixth;
  int *memory, *several[4];
  char* text;
  MPI_Aint number;
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, communicator, &memory, &one);
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, communicator, (void*)&text, &other);
  MPI_Win_allocate(40, 8, MPI_INFO_NULL, communicator, &block->values, &third);
  MPI_Win_allocate(40, 8, MPI_INFO_NULL, communicator, &number, &fourth);
  MPI_Win_allocate(40, 8, MPI_INFO_NULL, communicator, several, &fifth);
  MPI_Win_allocate(40, 8, MPI_INFO_NULL, communicator, somewhere, &sixth);
  MPI_Win_free(&one);
  MPI_Win_free(&other);
  MPI_Win_free(&third);
  MPI_Win_free(&fourth);
  MPI_Win_free(&fifth);
  MPI_Win_free(&sixth);
}
