#include "facts/freed_buffer.h"

#include "facts/layout.h"
#include "facts/may_tell.h"
#include "facts/operation_arguments.h"

namespace fencepost {
namespace {

// The part of a buffer in a range of memory: from the first to the last byte of its pieces that reach into the range.
std::optional<ByteRange> part_in(const ByteSet& buffer, const Memory& memory, ByteRange range) {
  const Strided all{.begin = range.begin, .size = range.end - range.begin};
  ByteSet met;
  each_memory(buffer, [&](const ByteSet& there) {
    if (there.memory != memory) return;
    for (const Strided& piece : there.pieces) {
      if (overlap(piece, all)) met.pieces.push_back(piece);
    }
  });
  return met.empty() ? std::nullopt : std::optional{met.hull()};
}

}  // namespace

Buffers buffers_of(const Job& job, const Operation& operation) {
  Buffers buffers{.place = operation.place,
                  .window = operation.window,
                  .origin = operation.origin_bytes,
                  .result = operation.result_bytes,
                  .compare = {},
                  .kind = operation.kind,
                  .target = operation.target,
                  .target_process = operation.target_process,
                  .may_tell = may_tell(operation)};
  if (operation.compare != 0) buffers.compare = compare_memory(job, operation);
  return buffers;
}

std::optional<FreedBuffer> freed_buffer(const Buffers& buffers, const Memory& memory, ByteRange range) {
  // (The bytes of the origin include those that MPI_Compare_and_swap compares.)
  if (const auto part = part_in(buffers.compare, memory, range))
    return FreedBuffer{"compare", &Buffers::compare, kCompareArgument, *part};
  if (const auto part = part_in(buffers.origin, memory, range))
    return FreedBuffer{"origin", &Buffers::origin, 0, *part};
  if (const auto part = part_in(buffers.result, memory, range))
    return FreedBuffer{"result", &Buffers::result, result_argument(buffers.kind), *part};
  return std::nullopt;
}

}  // namespace fencepost
