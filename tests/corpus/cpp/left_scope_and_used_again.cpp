// The origin buffer is a temporary of a function that has returned. The next call has its own temporary there, and what
// fills it is another function: that is no mistake of its own.
// finds: buffer FP-WINDOW-011
// finds: again FP-WINDOW-011
// finds: next FP-RACE-004
// says: 1 finding
// says: and so undefined FP-RACE-004
// KNOWN GAP: with clang: what main passes to the second call lies there, too, and is told as one more consequence
#include <cmath>
#include <functional>
#include <vector>

#include "corpus.h"

struct Summary {
  double mean, deviation;
  long count;
};

class Sink {
 public:
  explicit Sink(MPI_Win win) : win_(win) {}
  void send(int slot, const Summary& summary) {
    MPI_Put(&summary, 6, MPI_INT, 1 - rank, 6 * slot, 6, MPI_INT, win_);  // FINDS(buffer:put, again:put, next:put)
  }

 private:
  MPI_Win win_;
};

static Summary summary_of(const std::vector<double>& values) {
  double sum = 0, squares = 0;
  for (double value : values) {
    sum += value;
    squares += value * value;
  }
  const double mean = sum / double(values.size());
  return {mean, std::sqrt(squares / double(values.size()) - mean * mean), long(values.size())};  // FINDS(next:store)
}

__attribute__((noinline)) static void report(Sink& sink, int slot, std::function<double(int)> f, int count) {
  std::vector<double> values;
  for (int i = 0; i < count; i++) values.push_back(f(i));
  sink.send(slot, summary_of(values));
}

int main() {
  MPI_Win win;
  start_mpi();
  make_window(&win, 12);
  MPI_Win_fence(0, win);
  Sink sink(win);
  report(sink, 0, [](int i) { return i; }, 10);      // FINDS(buffer)
  report(sink, 1, [](int i) { return 2 * i; }, 12);  // FINDS(again)
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
