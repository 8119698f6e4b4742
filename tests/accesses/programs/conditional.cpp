// As conditional.c and chosen.c, for what C++ and its compilers know never to be null: references and members.
// only: gcc pass plugin
#include "probe.h"

namespace {

struct Cell {
  long left = 0;
  long right = 0;
  long more[6] = {};
  long chosen(bool which) const;
  long sum_if(const int* flags, int count) const;
};
struct Window {
  Cell cells[64];
};
alignas(4096) Window window;
volatile long sink;
volatile int limit = 50;
volatile int no = 0;

NOINLINE long Cell::chosen(bool which) const {
  return which ? left : right;  // expect: load 8 16 8
}
NOINLINE long Cell::sum_if(const int* flags, int count) const {
  long sum = 0;
  for (int i = 0; i < count; ++i) {
    if (flags[i]) sum += left;
  }
  return sum;
}
NOINLINE long only_if(const long& value, const int* flags, int count) {
  long sum = 0;
  for (int i = 0; i < count; ++i) {
    if (flags[i]) sum += value;
  }
  return sum;
}
NOINLINE long either(const long& value, bool which) {
  return which ? value : 7;
}
NOINLINE const long& smaller(const long& one, const long& other, bool which) {
  return which ? one : other;
}
NOINLINE long through_smaller(const Cell& cell, bool which) {
  return smaller(cell.left, cell.right, which);  // expect: load 136 144 8
}
struct Reader {
  const Window& of;
  NOINLINE long operator()(const int* flags, int count) const {
    long sum = 0;
    for (int i = 0; i < count; ++i) {
      if (flags[i] != 0 && of.cells[4].left == 1) sum += of.cells[4].right;
    }
    return sum;
  }
};
// Never called with a null pointer, which an optimizer can see.
NOINLINE long given(const long* value, bool which) {
  long sum = 1;
  if (which) sum += *value;
  sink = sum;
  return sum;
}
template <class Function>
NOINLINE long each(int count, Function function) {
  long sum = 0;
  for (int i = 0; i < count; ++i) sum += function(i);
  return sum;
}
NOINLINE long by_lambda(const int* flags, int count) {
  const Cell& cell = window.cells[6];
  return each(count, [&](int i) { return flags[i] ? cell.left : 0; });
}

}  // namespace

int main() {
  static const int flags[100] = {};
  track(&window, sizeof window);
  event();
  sink = window.cells[0].chosen(no);
  sink = window.cells[1].sum_if(flags, limit);
  sink = only_if(window.cells[2].left, flags, limit);
  sink = either(window.cells[2].right, no);
  sink = through_smaller(window.cells[2 + (limit == 50 ? 0 : 1)], no);
  sink = Reader{window}(flags, limit);
  sink = given(&window.cells[5].left, no) + given(&window.cells[5].right, no);
  sink = by_lambda(flags, limit);
  event();
}
