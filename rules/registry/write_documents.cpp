// Writes docs/rules.md and docs/rules-map.md of the source tree given.
#include <cstdio>
#include <fstream>
#include <string>

#include "registry/documents.h"

int main(int argc, char** argv) {
  if (argc != 2) return std::fputs("usage: write-rule-documents SOURCE-TREE\n", stderr), 2;
  const std::string source = argv[1], folder = source + "/docs";
  std::ofstream rules(folder + "/rules.md");
  rules << fencepost::rules_document();
  std::ofstream map(folder + "/rules-map.md");
  map << fencepost::rules_map_document(fencepost::find_tests(source + "/tests"));
  rules.close();
  map.close();
  if (!rules || !map) return std::fprintf(stderr, "cannot write to %s\n", folder.c_str()), 2;
  return 0;
}
