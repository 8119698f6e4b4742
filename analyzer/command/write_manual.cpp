// Writes the option tables into the manual: write_manual FILE. A test compares them with the file in the repository.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "command/options.h"

int main(int count, char** arguments) {
  if (count != 2) return 2;
  std::ifstream input(arguments[1], std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(input)), std::istreambuf_iterator<char>());
  if (!input) return 2;
  std::ofstream(arguments[1], std::ios::binary) << fencepost::command::with_option_tables(text);
}
