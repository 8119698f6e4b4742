// Writes docs/rules.md and docs/rules-map.md into the folder given.
#include <cstdio>
#include <fstream>
#include <string>

#include "registry/documents.h"

int main(int argc, char** argv) {
  if (argc != 2) return std::fputs("usage: write-rule-documents FOLDER\n", stderr), 2;
  const std::string folder = argv[1];
  std::ofstream rules(folder + "/rules.md");
  rules << fencepost::rules_document();
  std::ofstream map(folder + "/rules-map.md");
  map << fencepost::rules_map_document();
  rules.close();
  map.close();
  if (!rules || !map) return std::fprintf(stderr, "cannot write to %s\n", folder.c_str()), 2;
  return 0;
}
