// C++: guards, containers, lambdas, templates, threads. What is right stays untold.
// flags: -pthread
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include <mpi.h>

class Lock {
 public:
  explicit Lock(MPI_Win win) : win_(win) { MPI_Win_lock_all(0, win_); }
  ~Lock() { MPI_Win_unlock_all(win_); }

 private:
  MPI_Win win_;
};

void guarded(MPI_Win win, int peer) {
  int value = 1;
  const Lock lock(win);
  MPI_Put(&value, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
}

void held(MPI_Win win, int peer) {
  int value = 1;
  const auto lock = std::make_unique<Lock>(win);
  MPI_Put(&value, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
}

template <class T>
void put(T value, MPI_Datatype type, int peer, MPI_Win win) {
  MPI_Put(&value, 1, MPI_INT, peer, 0, 1, MPI_INT, win);  // LINT(FP-WINDOW-011)
  (void)type;
}
template void put(int, MPI_Datatype, int, MPI_Win);

int container(MPI_Win win, int peer) {
  std::vector<int> values(10);
  MPI_Win_lock_all(0, win);
  MPI_Get(values.data(), 10, MPI_INT, peer, 0, 10, MPI_INT, win);
  const int early = values[3];  // LINT(FP-RACE-005)
  MPI_Win_flush(peer, win);
  const int late = values[3];
  MPI_Win_unlock_all(win);
  return early + late;
}

class Field {
 public:
  void put(int peer) {
    value_ = 1;
    MPI_Put(&value_, 1, MPI_INT, peer, 0, 1, MPI_INT, win_);
    value_ = 2;  // LINT(FP-RACE-004)
    MPI_Win_flush(peer, win_);
    value_ = 3;
  }

 private:
  MPI_Win win_;
  int value_ = 0;
};
void use(Field& field) {
  field.put(1);
}

void captured(MPI_Win win, int peer) {
  int value = 1;
  const auto put = [&] { MPI_Put(&value, 1, MPI_INT, peer, 0, 1, MPI_INT, win); };
  MPI_Win_lock_all(0, win);
  put();
  MPI_Win_unlock_all(win);
}

std::atomic<bool> complete{false};

void completed_by_a_thread(MPI_Win win, int peer) {
  int value = 1;
  MPI_Put(&value, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  while (!complete) {
  }
  value = 2;
}

void opened_by_a_thread(int* memory) {
  MPI_Win win;
  MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  std::thread other([&] { MPI_Win_lock_all(0, win); });
  other.join();
  int value = 1;
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}
