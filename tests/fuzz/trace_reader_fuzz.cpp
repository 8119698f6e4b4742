// libFuzzer target: whatever stands in a trace file, reading it neither crashes nor hangs nor reads foreign memory.
//
// The first byte of an input says what the rest is, since no mutation would ever guess a checksum:
//   0  a trace file as it is
//   1  a trace file whose checksums are mended first
//   2  the events of one sealed block
//   3  a schema, a zero byte, the events of one sealed block
//   4  the events of one block that is not sealed; its second half comes only when the first has been read
#include <cstdint>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include "read/definitions.h"
#include "read/event_stream.h"
#include "record/fields.h"
#include "support/trace_samples.h"

namespace fencepost {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Adds up every byte of every field, so that AddressSanitizer sees each of them read.
struct Reader {
  std::uint64_t sum = 0;
  void add(std::uint64_t value) { sum += value; }
  void add(std::int64_t value) { sum += static_cast<std::uint64_t>(value); }
  void add(const Buffer& buffer) { sum += buffer.address + static_cast<std::uint64_t>(buffer.count) + buffer.datatype; }
  void operator()(tag::U, const char*, std::uint64_t value) { add(value); }
  void operator()(tag::I, const char*, std::int64_t value) { add(value); }
  void operator()(tag::ADDRESS, const char*, std::uint64_t value) { add(value); }
  void operator()(tag::BUFFER, const char*, const Buffer& value) { add(value); }
  template <class Tag, class List>
  void operator()(Tag, const char*, const List& list) {
    for (const auto& value : list) {
      if constexpr (std::is_same_v<List, field::TEXT>) {
        add(static_cast<std::uint64_t>(value));
      } else {
        add(value);
      }
    }
  }
};

// A file without a name.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(memfd_create("trace", 0)) {}
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  void write(const Bytes& bytes) const {
    if (ftruncate(descriptor_, 0) != 0 || pwrite(descriptor_, bytes.data(), bytes.size(), 0) < 0) __builtin_trap();
  }
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

void mend(Bytes& bytes) {
  if (bytes.size() < format::kFileHeaderSize) bytes.resize(format::kFileHeaderSize);
  format::FileHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  std::memcpy(header.magic, format::kMagic, sizeof header.magic);
  header.version = format::kTraceVersion;
  header.byte_order = format::kByteOrderMark;
  header.block_size = format::kBlockSize;
  const std::uint32_t closed = header.closed;
  header.closed = 0;
  header.schema_size %= format::kFileHeaderSize - sizeof header;
  header.schema_crc = crc32c(bytes.data() + sizeof header, header.schema_size);
  header.header_crc = crc32c(&header, offsetof(format::FileHeader, header_crc));
  header.closed = closed;
  std::memcpy(bytes.data(), &header, sizeof header);
  for (std::size_t at = format::kFileHeaderSize; at + sizeof(format::BlockHeader) <= bytes.size();
       at += format::kBlockSize) {
    format::BlockHeader block;
    std::memcpy(&block, bytes.data() + at, sizeof block);
    block.used = static_cast<std::uint32_t>(std::min<std::size_t>(block.used, bytes.size() - at - sizeof block));
    block.crc = block_crc(block, bytes.data() + at + sizeof block);
    std::memcpy(bytes.data() + at, &block, sizeof block);
  }
}

std::uint64_t read_all(read::EventStream& stream) {
  Reader reader;
  std::vector<std::shared_ptr<const void>> kept;
  while (const auto* const recorded = stream.next()) {
    visit(*recorded, [&](const auto& event) { for_each_field(event, reader); });
    reader.sum += recorded->ticks();
    if (reader.sum % 64 == 0 && kept.size() < 8) kept.push_back(stream.pin());
  }
  for (const auto& problem : stream.problems()) reader.sum += problem.sentence.size();
  return reader.sum;
}

std::uint64_t try_input(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::uint8_t mode = *data++ % 5;
  --size;
  Bytes bytes(data, data + size);
  test::RawTrace trace;
  trace.header.closed = 0;
  if (mode == 0 || mode == 1) {
    if (mode == 1) mend(bytes);
  } else {
    if (mode == 3) {
      const auto* const zero = static_cast<const std::uint8_t*>(std::memchr(data, 0, size));
      const std::size_t length =
          std::min<std::size_t>(zero != nullptr ? static_cast<std::size_t>(zero - data) : size, 8000);
      trace.schema.assign(reinterpret_cast<const char*>(data), length);
      data += length;
      size -= length;
    }
    size = std::min(size, format::kBlockPayload);
    trace.payload.assign(data, data + size);
    trace.sealed = mode != 4;
    if (mode == 4) trace.payload.resize(size / 2);
    bytes = trace.bytes();
  }
  const MemoryFile file;
  file.write(bytes);
  read::Problem problem;
  auto stream = read::EventStream::open(file.path(), problem);
  if (!stream) return problem.sentence.size();
  std::uint64_t sum = read_all(*stream);
  if (mode == 4) {
    trace.payload.assign(data, data + size);
    file.write(trace.bytes());
    while (stream->poll()) sum += read_all(*stream);
  }
  if (auto again = read::EventStream::open(file.path(), problem)) {
    read::Definitions definitions(*std::move(again));
    for (std::uint64_t id = 0; id < 4; ++id) {
      if (const auto* const stack = definitions.stack(id)) sum += stack->frames.size();
      if (const auto* const bytes = definitions.size_of_datatype(id)) sum += *bytes;
    }
    sum += definitions.module_at(sum) != nullptr ? 1 : 0;
  }
  return sum;
}

}  // namespace
}  // namespace fencepost

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static volatile std::uint64_t sink = 0;
  sink = sink + fencepost::try_input(data, size);
  return 0;
}
