// Writes a generated trace (generated_job.h) to a new folder, to be analyzed by the real command.
//
//   generate_trace PATTERN RANKS EVENTS FOLDER [ROUNDS]
//
// EVENTS: about so many in all. ROUNDS: of the pattern, from barrier to barrier; else as shape_of() says.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "generated_job.h"
#include "trace_writer.h"

int main(int argc, char** argv) {
  using namespace fencepost::bench;
  const bool complete = argc == 5 || argc == 6;
  const Pattern* const pattern = complete ? find_pattern(argv[1]) : nullptr;
  const int ranks = complete ? std::atoi(argv[2]) : 0;
  if (pattern == nullptr || ranks < 2) {
    std::fprintf(stderr, "usage: generate_trace PATTERN RANKS EVENTS FOLDER [ROUNDS]\n");
    return 2;
  }
  try {
    Shape shape = shape_of(*pattern, ranks, std::strtoull(argv[3], nullptr, 10));
    if (argc == 6) shape.barrier_every = std::strtoull(argv[5], nullptr, 10);
    GeneratedJob job(*pattern, shape);
    write_trace(job, argv[4]);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "generate_trace: %s\n", problem.what());
    return 1;
  }
  return 0;
}
