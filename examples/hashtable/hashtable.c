// A hash table over all processes that counts how often each key occurs. Slots are claimed with MPI_Compare_and_swap, so
// that no process ever takes part in another one's insertion.
//
//   mpiexec -n 3 ./hashtable [keys per process]
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { EMPTY = 0, SLOTS = 256 };  // slots of each process

typedef struct {
  int key;
  int count;
} Slot;

typedef struct {
  MPI_Win window;
  Slot* own;  // the slots of this process
  int rank, size;
} Table;

static void table_create(Table* table) {
  MPI_Comm_rank(MPI_COMM_WORLD, &table->rank);
  MPI_Comm_size(MPI_COMM_WORLD, &table->size);
  // Displacements count ints: a slot's key is at 2 * slot, its count one further.
  MPI_Win_allocate(SLOTS * sizeof(Slot), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &table->own, &table->window);
  MPI_Win_lock_all(0, table->window);
  for (int i = 0; i < SLOTS; i++) table->own[i] = (Slot){EMPTY, 0};
  MPI_Win_sync(table->window);
  MPI_Barrier(MPI_COMM_WORLD);
}

// Finds or claims the slot of `key` and adds one to its count.
static void table_add(Table* table, int key) {
  static const int empty = EMPTY, one = 1;
  unsigned hash = (unsigned)key * 2654435761u;
  for (unsigned probe = 0; probe < (unsigned)table->size * SLOTS; probe++) {
    unsigned place = (hash + probe) % ((unsigned)table->size * SLOTS);
    int owner = (int)(place / SLOTS);
    MPI_Aint at = 2 * (MPI_Aint)(place % SLOTS);
    static int found;
#ifdef BUG_peek  // "look first, swapping is expensive": but a plain get is not atomic
    MPI_Get(&found, 1, MPI_INT, owner, at, 1, MPI_INT, table->window);  // EXPECT(BUG=peek): race
    MPI_Win_flush(owner, table->window);
    if (found != EMPTY && found != key) continue;
#endif
    MPI_Compare_and_swap(&key, &empty, &found, MPI_INT, owner, at, table->window);  // EXPECT(BUG=peek): race; EXPECT(BUG=early_use): race
#ifdef BUG_early_use  // `found` is looked at before it has arrived
    int taken = found != EMPTY && found != key;  // EXPECT(BUG=early_use): race
    MPI_Win_flush(owner, table->window);
#else
    MPI_Win_flush(owner, table->window);
    int taken = found != EMPTY && found != key;
#endif
    if (taken) continue;
#ifdef BUG_get_put  // read, add, write: what another process adds in between is lost
    static int count;
    MPI_Get(&count, 1, MPI_INT, owner, at + 1, 1, MPI_INT, table->window);  // EXPECT(BUG=get_put): race
    MPI_Win_flush(owner, table->window);
    count += one;
    MPI_Put(&count, 1, MPI_INT, owner, at + 1, 1, MPI_INT, table->window);  // EXPECT(BUG=get_put): race; EXPECT(BUG=get_put): race-of-puts
    MPI_Win_flush(owner, table->window);
#else
    MPI_Accumulate(&one, 1, MPI_INT, owner, at + 1, 1, MPI_INT, MPI_SUM, table->window);
#endif
    MPI_Win_flush_local(owner, table->window);  // `key` is on this function's stack
    return;
  }
  fprintf(stderr, "the table is full: %d keys on %d processes\n", table->size * SLOTS, table->size);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int keys = argc > 1 ? atoi(argv[1]) : 40;

  Table table;
  table_create(&table);
  for (int i = 0; i < keys; i++) {
    table_add(&table, 1 + i);                             // every process has these
    table_add(&table, 1 + keys * (1 + table.rank) + i);   // and these of its own
  }
  MPI_Win_flush_all(table.window);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(table.window);

  // Every key once in the table; the shared ones have one count from each process.
  int sums[3] = {0, 0, 0}, totals[3];
  for (int i = 0; i < SLOTS; i++) {
    Slot slot = table.own[i];
    if (slot.key == EMPTY) continue;
    sums[0] += 1;
    sums[1] += slot.count;
    sums[2] += slot.count == (slot.key <= keys ? table.size : 1);
  }
  MPI_Reduce(sums, totals, 3, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  int failed = 0;
  if (table.rank == 0) {
    const int distinct = keys * (1 + table.size);
    printf("hashtable: %d distinct keys, %d counted, %d counts right\n", totals[0], totals[1], totals[2]);
    failed = totals[0] != distinct || totals[1] != 2 * keys * table.size || totals[2] != distinct;
  }
  MPI_Win_unlock_all(table.window);
  MPI_Win_free(&table.window);
  MPI_Finalize();
  return failed;
}
