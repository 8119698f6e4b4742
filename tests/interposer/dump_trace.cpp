// A trace directory as text, for the tests in this folder: dump_trace DIRECTORY
#include <iostream>

#include "read/dump.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  return fencepost::read::dump(argv[1], std::cout, {.times = false}) ? 0 : 1;
}
