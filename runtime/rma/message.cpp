#include "rma/message.h"

#include "handles/flatten.h"
#include "rma/element_types.h"

namespace fencepost::rma {

ReceivedLayout::ReceivedLayout(const MessageBytes& bytes, std::byte* address) {
  const MessageHeader header = header_of(bytes);
  const bool atomic = header.kind == MessageKind::kAtomic;
  if (header.runs == 0) {
    layout_ = {address, header.count, &element_type(atomic ? header.basic : BasicType::kByte)};
    return;
  }
  type_.runs.resize(header.runs);
  std::memcpy(type_.runs.data(), bytes.data() + sizeof header, header.runs * sizeof(handles::Run));
  type_.extent = header.extent;
  type_.uniform = header.basic;
  for (const handles::Run& run : type_.runs) {
    const std::int64_t size = run.elements * static_cast<std::int64_t>(size_of(run.basic));
    type_.bytes += size * run.repetitions;
    handles::append_run(type_.blocks, {run.displacement, BasicType::kByte, size, run.repetitions, run.stride});
  }
  layout_ = {address, header.count, &type_};
}

}  // namespace fencepost::rma
