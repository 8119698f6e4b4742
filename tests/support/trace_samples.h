// Sample events of every kind with extreme values, events as comparable text, raw trace files, and a folder to put them
// in.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "record/crc32c.h"
#include "record/encode.h"
#include "record/fields.h"
#include "record/format.h"

namespace fencepost::test {

// A new empty folder that is removed with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "fencepost-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// ---- sample events -------------------------------------------------------------------------------------------------

inline constexpr int kSampleVariants = 4;

// Fills the fields of an event: variant 0 with nothing, 1 with the largest and most awkward values, 2 with ordinary
// ones, 3 with values around the sizes at which the encoding changes.
struct SampleFiller {
  int variant;
  int field = 0;

  static constexpr auto kMaxU = std::numeric_limits<std::uint64_t>::max();
  static constexpr auto kMaxI = std::numeric_limits<std::int64_t>::max();
  static constexpr auto kMinI = std::numeric_limits<std::int64_t>::min();

  static inline const std::array<std::uint64_t, 6> kListU = {0, 127, 128, kMaxU, 1, kMaxU - 1};
  static inline const std::array<std::int64_t, 7> kListI = {0, -1, 1, kMinI, kMaxI, 63, -65};
  static inline const std::array<Buffer, 3> kListBuffer = {
      {{kMaxU, kMinI, kMaxU}, {0, 0, 0}, {0x7fff'1234'5678, 1000, 3}}};
  static inline const std::string kText{"quote \" back\\slash\nzero \0 \xc3\xa9 \xff end", 35};
  static inline const std::string kLongText = std::string(300, 'x');

  std::uint64_t u() {
    static constexpr std::uint64_t kAround[] = {127, 128, 16383, 16384, (1U << 21) - 1, 1U << 21, 1ULL << 63};
    ++field;
    switch (variant) {
      case 1:
        return kMaxU - static_cast<std::uint64_t>(field % 2);
      case 2:
        return static_cast<std::uint64_t>(field) * 3;
      case 3:
        return kAround[static_cast<std::size_t>(field) % std::size(kAround)];
      default:
        return 0;
    }
  }
  std::int64_t i() {
    static constexpr std::int64_t kAround[] = {63, -64, 64, -65, 8191, -8192, 8192};
    ++field;
    switch (variant) {
      case 1:
        return field % 2 == 0 ? kMinI : kMaxI;
      case 2:
        return field % 2 == 0 ? field : -field;
      case 3:
        return kAround[static_cast<std::size_t>(field) % std::size(kAround)];
      default:
        return 0;
    }
  }
  void operator()(tag::U, const char*, std::uint64_t& value) { value = u(); }
  void operator()(tag::I, const char*, std::int64_t& value) { value = i(); }
  void operator()(tag::ADDRESS, const char*, std::uint64_t& value) {
    value = variant == 2 ? 0x7fff'0000'0000 + u() : u();
  }
  void operator()(tag::BUFFER, const char*, Buffer& value) { value = {u(), i(), u()}; }
  void operator()(tag::TEXT, const char*, field::TEXT& value) {
    if (variant == 1) value = kText;
    if (variant == 2) value = "text";
    if (variant == 3) value = kLongText;
  }
  void operator()(tag::LIST_U, const char*, field::LIST_U& value) {
    if (variant != 0) value = field::LIST_U(kListU).first(variant == 1 ? 6 : 2);
  }
  void operator()(tag::LIST_I, const char*, field::LIST_I& value) {
    if (variant != 0) value = field::LIST_I(kListI).first(variant == 1 ? 7 : 3);
  }
  void operator()(tag::LIST_BUFFER, const char*, field::LIST_BUFFER& value) {
    if (variant != 0) value = field::LIST_BUFFER(kListBuffer).first(variant == 1 ? 3 : 1);
  }
};

template <class Event>
Event sample(int variant) {
  Event event;
  for_each_field(event, SampleFiller{variant});
  return event;
}

// Calls f(event) for a sample of every kind, definitions included.
template <class F>
void for_each_sample(int variant, F&& f) {
#define EVENT_BEGIN(name, number, ...) f(sample<event::name>(variant));
#define FIELD(type, name)
#define EVENT_END(name)
#include "record/events.def"
#undef EVENT_BEGIN
#undef FIELD
#undef EVENT_END
}

// ---- events as text ------------------------------------------------------------------------------------------------

// All of an event's fields, exactly: the same text for equal events, and different texts for different ones.
struct FieldText {
  std::string text;
  void add(std::uint64_t value) { text += std::to_string(value) + ' '; }
  void add(std::int64_t value) { text += std::to_string(value) + ' '; }
  void add(const Buffer& value) {
    add(value.address);
    add(value.count);
    add(value.datatype);
  }
  void operator()(tag::U, const char*, std::uint64_t value) { add(value); }
  void operator()(tag::I, const char*, std::int64_t value) { add(value); }
  void operator()(tag::ADDRESS, const char*, std::uint64_t value) { add(value); }
  void operator()(tag::BUFFER, const char*, const Buffer& value) { add(value); }
  void operator()(tag::TEXT, const char*, field::TEXT value) {
    text += '"' + std::to_string(value.size()) + ':';
    text += value;
    text += "\" ";
  }
  template <class List>
  void list(const List& values) {
    text += '[' + std::to_string(values.size()) + ": ";
    for (const auto& value : values) add(value);
    text += "] ";
  }
  void operator()(tag::LIST_U, const char*, field::LIST_U values) { list(values); }
  void operator()(tag::LIST_I, const char*, field::LIST_I values) { list(values); }
  void operator()(tag::LIST_BUFFER, const char*, field::LIST_BUFFER values) { list(values); }
};

template <class Event>
std::string text_of(const Event& event) {
  FieldText fields;
  for_each_field(event, fields);
  return std::string(name_of(Event::kKind)) + ' ' + fields.text;
}

// ---- raw trace files -----------------------------------------------------------------------------------------------

// What comes before the blocks of a file: the header, with the size and the checksums that belong in it, and the
// schema.
inline std::vector<std::uint8_t> file_start(format::FileHeader header, std::string_view schema = schema_text()) {
  header.schema_size = static_cast<std::uint32_t>(schema.size());
  header.schema_crc = crc32c(schema.data(), schema.size());
  auto unclosed = header;
  unclosed.closed = 0;
  header.header_crc = crc32c(&unclosed, offsetof(format::FileHeader, header_crc));
  std::vector<std::uint8_t> result(format::kFileHeaderSize);
  std::memcpy(result.data(), &header, sizeof header);
  std::memcpy(result.data() + sizeof header, schema.data(), schema.size());
  return result;
}

// A block with its header, which says everything but the size of the payload and the checksum.
inline std::vector<std::uint8_t> block_with(format::BlockHeader header, const std::vector<std::uint8_t>& payload) {
  header.magic = format::kBlockMagic;
  header.used = static_cast<std::uint32_t>(payload.size());
  header.crc = block_crc(header, payload.data());
  const auto* const begin = reinterpret_cast<const std::uint8_t*>(&header);
  std::vector<std::uint8_t> result(begin, begin + sizeof header);
  result.insert(result.end(), payload.begin(), payload.end());
  return result;
}

// A trace file made by hand, with contents that the recorder never writes.
struct RawTrace {
  format::FileHeader header = {
      .magic = {'F', 'E', 'N', 'C', 'E', 'P', 'T', '\n'},
      .version = format::kTraceVersion,
      .byte_order = format::kByteOrderMark,
      .kind = static_cast<std::uint32_t>(format::TraceKind::kThread),
      .rank = 0,
      .thread = 0,
      .block_size = format::kBlockSize,
      .job = 1,
      .start_ticks = 1000,
      .closed = 1,
      .schema_size = 0,
      .schema_crc = 0,
      .header_crc = 0,
  };
  std::string schema{schema_text()};
  std::vector<std::uint8_t> payload = {};  // of the block being filled
  std::uint64_t address = 0;               // running
  std::uint32_t events = 0;
  std::uint32_t units = 1;
  bool sealed = true;

  template <class Event>
  void add(const Event& event, std::uint64_t ticks = 10) {
    const std::size_t size = payload.size();
    payload.resize(size + encoding::bound_of(event));
    const auto* const end = encoding::encode(payload.data() + size, event, ticks, address);
    payload.resize(static_cast<std::size_t>(end - payload.data()));
    ++events;
  }

  std::vector<std::uint8_t> bytes() const {
    std::vector<std::uint8_t> result = file_start(header, schema);
    const std::vector<std::uint8_t> block = block_with({.magic = 0,
                                                        .index = 0,
                                                        .used = 0,
                                                        .crc = 0,
                                                        .sealed = sealed ? 1U : 0U,
                                                        .events = events,
                                                        .units = units,
                                                        .reserved = 0},
                                                       payload);
    result.insert(result.end(), block.begin(), block.end());
    return result;
  }
};

inline void write_file(const std::filesystem::path& path, const std::vector<std::uint8_t>& bytes) {
  std::filesystem::create_directories(path.parent_path());
  // A new file: ext4 writes one that was truncated to the disk when it is closed.
  std::error_code error;
  std::filesystem::remove(path, error);
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!out) throw std::runtime_error("cannot write " + path.string());
}

inline std::vector<std::uint8_t> read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace fencepost::test
