// A module also brings the C++ library along; the functions of it that Fencepost wraps are found there.
// launch: module
// flags: -std=c++20 -pthread
#include <cstdlib>
#include <future>
#include <string>
#include <thread>

#include <mpi.h>

static const std::string& text() {
  static const std::string made = std::string(100, 'x');
  return made;
}

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  // trace *: InitEnd call=MPI_Init_thread
  std::promise<std::size_t> promise;
  std::thread thread([&] { promise.set_value_at_thread_exit(text().size()); });
  if (promise.get_future().get() != 100) std::abort();
  thread.join();
  // trace *: ThreadJoin
  MPI_Finalize();
  // trace *: FinalizeEnd
  return 0;
}
