// Elements behind a pointer that is itself in memory: the accesses of the program are recorded, wherever the pass loads
// the pointer. (gcc loads it before the loop, as if it were always needed.)
// only: pass plugin
#include "probe.h"

namespace {
struct View {
  double* elements;
  long count;
};
struct Window {
  double elements[512];  // 0
  View view;             // 4096
};
alignas(4096) Window window;
alignas(4096) Window own;
volatile double sink;

// The pointer is loaded if there is an element to read.
NOINLINE double some(const View& view, const int* index, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    if (index[i] != 0) sum += view.elements[index[i]];  // expect: load 24 4104 32
  }
  return sum;
}
NOINLINE double none(const View& view, const int* index, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    if (index[i] != 0) sum += view.elements[index[i]];
  }
  return sum;
}
// Rows of elements whose beginnings come from data; the view is private.
NOINLINE double rows(const View& view, const int* begin, int rows) {
  double sum = 0;
  for (int r = 0; r < rows; ++r) {
    for (int k = begin[r]; k < begin[r + 1]; ++k) {
      sum += view.elements[k];  // expect: load 16 336 320
    }
  }
  return sum;
}
}  // namespace

int main() {
  static const int index[] = {0, 3, 0, 5, 7, 0, 3}, nothing[7] = {}, begin[] = {2, 12, 12, 22, 42};
  window.view = {window.elements, 512};
  own.view = {window.elements, 512};
  track(&window, sizeof window);
  event();
  sink = some(window.view, index, 7);
  event();
  sink = none(window.view, nothing, 7);
  event();
  sink = rows(own.view, begin, 4);
  event();
  return 0;
}
