#include "trace_writer.h"

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "record/encode.h"
#include "record/format.h"
#include "support/trace_samples.h"

namespace fencepost::bench {
namespace {

class TraceFile {
 public:
  TraceFile(const std::filesystem::path& path, format::TraceKind kind, ThreadName thread)
      : out_(path, std::ios::binary), path_(path) {
    header_.kind = static_cast<std::uint32_t>(kind);
    header_.rank = static_cast<std::uint32_t>(thread.process.number());
    header_.thread = static_cast<std::uint32_t>(thread.thread.number());
    header_.start_ticks = 0;
    write(test::file_start(header_));
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
    write(test::file_start(header_));
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
    const std::uint32_t units = units_of(payload_.size());
    std::vector<std::uint8_t> bytes = test::block_with({.magic = 0,
                                                        .index = index_,
                                                        .used = 0,
                                                        .crc = 0,
                                                        .sealed = 1,
                                                        .events = events_,
                                                        .units = units,
                                                        .reserved = 0},
                                                       payload_);
    bytes.resize(units * format::kBlockSize);
    write(bytes);
    index_ += units;
    payload_.clear();
    events_ = 0;
    address_ = 0;
    time_ = 0;
  }

  static std::uint32_t units_of(std::size_t payload) {
    return static_cast<std::uint32_t>((sizeof(format::BlockHeader) + payload + format::kBlockSize - 1) /
                                      format::kBlockSize);
  }
  // An event that does not fit into a block of one unit has a block of its own.
  template <class Event>
  std::size_t units_for(const Event& event) const {
    return payload_.empty() ? units_of(encoding::bound_of(event)) : 1;
  }

  void write(const std::vector<std::uint8_t>& bytes) {
    out_.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }

  std::ofstream out_;
  std::filesystem::path path_;
  format::FileHeader header_ = test::RawTrace{}.header;
  std::vector<std::uint8_t> payload_;  // of the block in hand
  std::uint32_t events_ = 0, index_ = 0;
  std::uint64_t address_ = 0, time_ = 0;  // what the next event is encoded against
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
