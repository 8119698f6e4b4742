// The origin completes its put with a flush whose arguments are calls. Only a message or barrier is missing before the
// detach.
// finds: detach FP-WINDOW-006
// says: fix Add a message or barrier after MPI_Win_flush at detached_after_a_flush_by_calls.cpp:25 that
#include "corpus.h"

class Pool {
 public:
  Pool() { MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win_); }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() { MPI_Win_free(&win_); }
  MPI_Win win() const { return win_; }

 private:
  MPI_Win win_;
};

static int owner() {
  return 1;
}

static void store(const Pool& pool, MPI_Aint address, const int& value) {
  MPI_Put(&value, 1, MPI_INT, owner(), address, 1, MPI_INT, pool.win());  // FINDS(detach:put)
  MPI_Win_flush(owner(), pool.win());
}

int main() {
  start_mpi();
  {
    const Pool pool;
    static int memory[4];
    MPI_Aint address;
    if (rank == 1) MPI_Win_attach(pool.win(), memory, sizeof memory);
    MPI_Get_address(memory, &address);
    MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
    MPI_Win_lock_all(0, pool.win());
    if (rank == 0) store(pool, address, 7);
    if (rank == 1) MPI_Win_detach(pool.win(), memory);  // FINDS(detach)
    MPI_Win_unlock_all(pool.win());
  }
  return end_mpi();
}
