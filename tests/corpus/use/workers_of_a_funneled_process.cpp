// A worker of its own sends the halo, but the process has only asked for MPI_THREAD_FUNNELED.
// finds: put FP-USE-007
// finds: flush FP-USE-007
// flags: -pthread
// says: Pass MPI_THREAD_MULTIPLE instead of MPI_THREAD_FUNNELED in MPI_Init_thread
#include <thread>

#include "corpus.h"

class Exchange {
 public:
  explicit Exchange(MPI_Win window) : window_(window) {}
  void send(int neighbour, double value) {
    value_ = value;
    worker_ = std::thread([this, neighbour] {
      MPI_Put(&value_, 1, MPI_DOUBLE, neighbour, 0, 1, MPI_DOUBLE, window_);  // FINDS(put)
      MPI_Win_flush(neighbour, window_);                                      // FINDS(flush)
    });
  }
  void finish() { worker_.join(); }

 private:
  MPI_Win window_;
  double value_ = 0;
  std::thread worker_;
};

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);  // FINDS(put, flush)
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Win window;
  double* halo = nullptr;
  MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &halo, &window);
  MPI_Win_lock_all(0, window);
  Exchange exchange(window);
  exchange.send((rank + 1) % ranks, rank + 0.5);
  exchange.finish();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(window);
  REQUIRE(*halo == (rank + ranks - 1) % ranks + 0.5);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  return end_mpi();
}
