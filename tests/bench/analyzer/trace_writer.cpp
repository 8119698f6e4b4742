#include "trace_writer.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "record/crc32c.h"
#include "record/encode.h"
#include "record/fields.h"
#include "record/format.h"

namespace fencepost::bench {
namespace {

constexpr std::uint64_t kJob = 1, kStart = 0;

class TraceFile {
 public:
  TraceFile(const std::filesystem::path& path, format::TraceKind kind, ThreadName thread)
      : out_(path, std::ios::binary), path_(path) {
    std::memcpy(header_.magic, format::kMagic, sizeof header_.magic);
    header_.version = format::kTraceVersion;
    header_.byte_order = format::kByteOrderMark;
    header_.kind = static_cast<std::uint32_t>(kind);
    header_.rank = static_cast<std::uint32_t>(thread.process.number());
    header_.thread = static_cast<std::uint32_t>(thread.thread.number());
    header_.block_size = format::kBlockSize;
    header_.job = kJob;
    header_.start_ticks = kStart;
    const std::string schema(schema_text());
    header_.schema_size = static_cast<std::uint32_t>(schema.size());
    header_.schema_crc = crc32c(schema.data(), schema.size());
    header_.header_crc = crc32c(&header_, offsetof(format::FileHeader, header_crc));
    std::vector<char> start(format::kFileHeaderSize);
    std::memcpy(start.data() + sizeof header_, schema.data(), schema.size());
    out_.write(start.data(), static_cast<std::streamsize>(start.size()));
  }

  // Times do not decrease.
  void add(const TimedEvent& event) {
    std::visit(
        [&](const auto& one) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(one)>, std::monostate>) add(one, event.time);
        },
        event.event);
  }

  void close() {
    end_block();
    header_.closed = index_;
    out_.seekp(0);
    out_.write(reinterpret_cast<const char*>(&header_), sizeof header_);
    out_.close();
    if (!out_) throw std::runtime_error("cannot write " + path_.string());
  }

 private:
  template <class Event>
  void add(const Event& event, std::uint64_t time) {
    if (payload_.size() + encoding::bound_of(event) >
        units_for(event) * format::kBlockSize - sizeof(format::BlockHeader))
      end_block();
    const std::size_t size = payload_.size();
    payload_.resize(size + encoding::bound_of(event));
    const auto* const end = encoding::encode(payload_.data() + size, event, time - time_, address_);
    payload_.resize(static_cast<std::size_t>(end - payload_.data()));
    time_ = time;
    ++events_;
  }

  void end_block() {
    if (events_ == 0) return;
    const std::size_t size = sizeof(format::BlockHeader) + payload_.size();
    const std::size_t units = (size + format::kBlockSize - 1) / format::kBlockSize;
    format::BlockHeader block = {.magic = format::kBlockMagic,
                                 .index = index_,
                                 .used = static_cast<std::uint32_t>(payload_.size()),
                                 .crc = 0,
                                 .sealed = 1,
                                 .events = events_,
                                 .units = static_cast<std::uint32_t>(units),
                                 .reserved = 0};
    block.crc = block_crc(block, payload_.data());
    std::vector<char> bytes(units * format::kBlockSize);
    std::memcpy(bytes.data(), &block, sizeof block);
    std::memcpy(bytes.data() + sizeof block, payload_.data(), payload_.size());
    out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    index_ += block.units;
    payload_.clear();
    events_ = 0;
    address_ = 0;
    time_ = kStart;
  }

  // An event that does not fit into a block of one unit has a block of its own.
  template <class Event>
  std::size_t units_for(const Event& event) const {
    if (!payload_.empty()) return 1;
    return (sizeof(format::BlockHeader) + encoding::bound_of(event) + format::kBlockSize - 1) / format::kBlockSize;
  }

  std::ofstream out_;
  std::filesystem::path path_;
  format::FileHeader header_ = {};
  std::vector<std::uint8_t> payload_;  // of the block in hand
  std::uint32_t events_ = 0, index_ = 0;
  std::uint64_t address_ = 0, time_ = kStart;  // what the next event is encoded against
};

void write_stream(EventStream& stream, TraceFile&& file) {
  while (const TimedEvent* const event = stream.next()) file.add(*event);
  file.close();
}

}  // namespace

void write_trace(TraceSource& source, const std::filesystem::path& folder) {
  const auto folder_of = [&](ProcessId process) { return folder / ("rank-" + std::to_string(process.number())); };
  for (const ProcessId process : source.processes()) {
    std::filesystem::create_directories(folder_of(process));
    write_stream(source.definitions(process), TraceFile(folder_of(process) / "definitions.fpt",
                                                        format::TraceKind::kDefinitions, {process, kMainThread}));
  }
  source.list_threads([&](const ListedThread& thread) {
    const std::string name = "thread-" + std::to_string(thread.name.thread.number()) + ".fpt";
    write_stream(source.events(thread.name),
                 TraceFile(folder_of(thread.name.process) / name, format::TraceKind::kThread, thread.name));
  });
}

}  // namespace fencepost::bench
