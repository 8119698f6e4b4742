// Writes a generated trace (generated_job.h) to a new folder, to be analyzed by the real command.
//
//   generate_trace PATTERN RANKS EVENTS FOLDER
//
// EVENTS: about so many in all.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "generated_job.h"
#include "trace_writer.h"

int main(int argc, char** argv) {
  using namespace fencepost::bench;
  const Pattern* const pattern = argc == 5 ? find_pattern(argv[1]) : nullptr;
  const int ranks = argc == 5 ? std::atoi(argv[2]) : 0;
  if (pattern == nullptr || ranks < 2) {
    std::fprintf(stderr, "usage: generate_trace PATTERN RANKS EVENTS FOLDER\n");
    return 2;
  }
  try {
    GeneratedJob job(*pattern, shape_of(*pattern, ranks, std::strtoull(argv[3], nullptr, 10)));
    write_trace(job, argv[4]);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "generate_trace: %s\n", problem.what());
    return 1;
  }
  return 0;
}
