#include "loop_pieces.h"

#include "openmp_model.h"

__thread struct loop_pieces loop_pieces __attribute__((tls_model("initial-exec")));

void loop_pieces_begin(struct loop_pieces loop, int64_t chunk) {
  if (loop_pieces.left != 0 && loop_pieces.task != openmp_current()) return;
  loop_pieces = loop;
  loop_pieces.task = openmp_current();
  loop_pieces.chunk = chunk > 0 ? (uint64_t)chunk : 1;
}

void loop_pieces_end(const struct openmp_task* task) {
  if (loop_pieces.task == task) loop_pieces = (struct loop_pieces){0};
}

void loop_pieces_keep(uint64_t begin, uint64_t behind, uint64_t step, uint64_t count) {
  const uint64_t most = 64; /* pieces */
  const uint64_t piece = count / most + 1;
  loop_pieces.piece = piece > loop_pieces.chunk ? piece : loop_pieces.chunk;
  loop_pieces.left = count;
  loop_pieces.at = begin;
  loop_pieces.behind = behind;
  loop_pieces.step = step;
}

uint64_t loop_pieces_take(uint64_t* begin) {
  const uint64_t count = loop_pieces.left < loop_pieces.piece ? loop_pieces.left : loop_pieces.piece;
  *begin = loop_pieces.at;
  loop_pieces.at += count * loop_pieces.step;
  loop_pieces.left -= count;
  return count;
}
