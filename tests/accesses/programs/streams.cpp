// The C++ library on window memory: the accesses of its templates, and those that it leaves to the C library. (Its own
// accesses, a character or a number at a time, are not seen. gcc's hooks do not see copies that it expands.)
// only: pass plugin
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <numeric>
#include <sstream>
#include <string>
#include <string_view>

#include "probe.h"

namespace {

alignas(4096) char window[16384];
alignas(4096) char other[16384];

NOINLINE void algorithms(int* to, const int* from, int* mine) {
  std::copy(from, from + 10, to);  // expect: store 0 40 40
  event();
  std::copy(to, to + 10, mine);                  // expect: load 0 40 40
  std::copy_backward(from, from + 10, to + 40);  // expect: store 120 160 40
  event();
  std::fill(to + 100, to + 110, 7);    // expect: store 400 440 40
  std::fill_n(window + 500, 33, 'x');  // expect: store 500 533 33
  event();
  event();
}

NOINLINE void texts(const char* from) {
  std::string text(from + 1000, 100);  // expect: load 1000 1100 100
  text.append(from + 2000, 300);       // expect: load 2000 2300 300
  event();
  text.assign(from + 3000, 500);  // expect: load 3000 3500 500
  event();
  text.copy(window + 4000, 200, 0);  // expect: store 4000 4200 200
  event();
}

NOINLINE void streams() {
  std::istringstream in(std::string(1000, 'b'));
  in.read(window + 6000, 600);  // expect: store 6000 6600 600
  event();
  std::ofstream file("/dev/null", std::ios::binary);
  // Newer libraries take and store the first character of a file by themselves.
  file.put('a');
  file.write(window + 8000, 7000);  // expect: load 8000 15000 7000
  event();
}

}  // namespace

int main() {
  std::memset(window, 'a', sizeof window);
  track(window, sizeof window);
  event();
  algorithms(reinterpret_cast<int*>(window), reinterpret_cast<int*>(other), reinterpret_cast<int*>(other) + 100);
  texts(window);
  streams();
  return 0;
}
