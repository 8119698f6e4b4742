#include "read/trace_file.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "record/crc32c.h"
#include "record/fields.h"

namespace fencepost::read {

using format::BlockHeader;
using format::FileHeader;
using format::kBlockSize;
using format::kFileHeaderSize;

void* Block::allocate(std::size_t bytes) {
  bytes = (bytes + 7) & ~std::size_t{7};
  while (bytes > left_) {
    if (used_chunks_ == chunks_.size()) {
      const std::size_t size = std::max(bytes, std::size_t{16} << 10 << std::min<std::size_t>(chunks_.size(), 6));
      chunks_.push_back({std::unique_ptr<std::uint8_t[]>(new std::uint8_t[size]), size});
    }
    at_ = chunks_[used_chunks_].memory.get();
    left_ = chunks_[used_chunks_].size;
    ++used_chunks_;
  }
  void* const result = at_;
  at_ += bytes;
  left_ -= bytes;
  return result;
}

// ---- the file ------------------------------------------------------------------------------------------------------

struct TraceFile::Access {
  explicit Access(const std::filesystem::path& path, bool writable = false)
      : descriptor(::open(path.c_str(), (writable ? O_RDWR : O_RDONLY) | O_CLOEXEC)) {
    struct stat status{};
    if (descriptor < 0 || fstat(descriptor, &status) != 0) {
      error = errno;
    } else if (!S_ISREG(status.st_mode)) {
      error = EINVAL;
    } else {
      size = static_cast<std::uint64_t>(status.st_size);
    }
  }
  // The same file as before, or an error. (The inode's number is no proof: another file may have got it since.)
  explicit Access(const TraceFile& trace, bool writable = false) : Access(trace.path_, writable) {
    FileHeader header{};
    if (error == 0 && (read(0, &header, sizeof header) != sizeof header || header.job != trace.header_.job ||
                       header.start_ticks != trace.header_.start_ticks)) {
      error = ESTALE;
    }
  }
  ~Access() {
    if (descriptor >= 0) ::close(descriptor);
  }
  Access(const Access&) = delete;
  Access& operator=(const Access&) = delete;

  // How many bytes could be read from `offset` on.
  std::size_t read(std::uint64_t offset, void* to, std::size_t bytes) {
    std::size_t done = 0;
    while (done < bytes) {
      const ssize_t got =
          pread(descriptor, static_cast<char*>(to) + done, bytes - done, static_cast<off_t>(offset + done));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      done += static_cast<std::size_t>(got);
    }
    return done;
  }

  // Where the data at or after `offset` begins: holes are parts that a reader has freed, or that were never written.
  std::uint64_t data_from(std::uint64_t offset) const {
    const off_t data = lseek(descriptor, static_cast<off_t>(offset), SEEK_DATA);
    if (data >= 0) return static_cast<std::uint64_t>(data);
    return errno == ENXIO ? size : offset;  // only a hole; or a file system that does not tell
  }

  int descriptor;
  int error = 0;
  std::uint64_t size = 0;
};

namespace {

constexpr std::uint64_t offset_of(std::uint64_t index) {
  return kFileHeaderSize + index * kBlockSize;
}

std::string short_name(const std::filesystem::path& path) {
  return (path.parent_path().filename() / path.filename()).string();
}

char letter_of(std::string_view type) {
  static constexpr std::pair<std::string_view, char> kLetters[] = {
      {"U", 'U'},    {"I", 'I'},      {"ADDRESS", 'A'}, {"BUFFER", 'B'},
      {"TEXT", 'T'}, {"LIST_U", 'u'}, {"LIST_I", 'i'},  {"LIST_BUFFER", 'b'},
  };
  for (const auto& [name, letter] : kLetters) {
    if (name == type) return letter;
  }
  return 0;
}

// The field types by kind. Nothing: not a schema.
std::optional<std::map<unsigned, FieldTypes>> parse_schema(std::string_view text) {
  std::map<unsigned, FieldTypes> kinds;
  while (!text.empty()) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return {};
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    const auto word = [&line] {
      const auto space = line.find(' ');
      const auto first = line.substr(0, space);
      line = space == std::string_view::npos ? std::string_view{} : line.substr(space + 1);
      return first;
    };
    word();  // the name
    const auto number = word();
    unsigned kind = 0;
    const auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), kind);
    if (error != std::errc{} || stop != number.data() + number.size() || kind == 0 || kind > 255) return {};
    FieldTypes types;
    while (!line.empty()) {
      const auto field = word();
      const char letter = letter_of(field.substr(0, field.find(':')));
      if (letter == 0) return {};
      types += letter;
    }
    kinds[kind] = types;
  }
  return kinds;
}

// The fields of the file that this version does not know. Nothing: the file contradicts this version.
std::optional<UnknownFields> unknown_fields_of(std::string_view schema) {
  static const auto ours_by_kind = parse_schema(schema_text()).value_or(std::map<unsigned, FieldTypes>{});
  const auto theirs = parse_schema(schema);
  if (!theirs) return {};
  UnknownFields unknown;
  for (const auto& [kind, types] : *theirs) {
    const auto ours = ours_by_kind.find(kind);
    const FieldTypes known = ours == ours_by_kind.end() ? FieldTypes{} : ours->second;
    const std::size_t common = std::min(known.size(), types.size());
    if (types.compare(0, common, known, 0, common) != 0) return {};
    unknown[kind] = types.substr(common);
  }
  return unknown;
}

bool is_block_header(const BlockHeader& header, std::uint64_t index) {
  return header.magic == format::kBlockMagic && header.index == index && header.units >= 1 &&
         header.units <= (format::kLargestEvent + 2 * kBlockSize) / kBlockSize &&
         header.used <= header.units * kBlockSize - sizeof(BlockHeader);
}

}  // namespace

std::string TraceFile::name() const {
  return short_name(path_);
}

std::optional<TraceFile> TraceFile::open(const std::filesystem::path& path, Problem& problem) {
  const std::string name = short_name(path);
  const auto refuse = [&](ProblemKind kind, std::string sentence) -> std::optional<TraceFile> {
    problem = {kind, {}, std::move(sentence)};
    return {};
  };
  Access file(path);
  if (file.error == EINVAL) return refuse(ProblemKind::kForeignFile, fmt::format("{} is not a file.", name));
  if (file.error != 0) {
    return refuse(ProblemKind::kUnreadable, fmt::format("{} cannot be read: {}.", name, strerror(file.error)));
  }
  alignas(FileHeader) char bytes[kFileHeaderSize] = {};
  const std::size_t size = file.read(0, bytes, sizeof bytes);
  FileHeader header{};
  std::memcpy(&header, bytes, sizeof header);
  if (size < sizeof header.magic || std::memcmp(header.magic, format::kMagic, sizeof header.magic) != 0) {
    // The writer allocates the header's space before it fills it in.
    const bool zeros = std::string_view(bytes, size).find_first_not_of('\0') == std::string_view::npos;
    if (zeros) {
      return refuse(ProblemKind::kTruncated,
                    fmt::format("{} is empty: its writer ended before it wrote anything.", name));
    }
    return refuse(ProblemKind::kForeignFile, fmt::format("{} is not a trace of Fencepost.", name));
  }
  if (size < sizeof header) {
    return refuse(ProblemKind::kTruncated, fmt::format("{} is cut off inside its header.", name));
  }
  if (header.byte_order != format::kByteOrderMark) {
    return refuse(ProblemKind::kForeignFile, fmt::format("{} comes from a machine with a different byte order.", name));
  }
  if (header.version != 0 && header.version != format::kTraceVersion) {
    return refuse(ProblemKind::kOtherVersion,
                  fmt::format("{} was written by {} Fencepost (trace version {}; this one reads {}).", name,
                              header.version > format::kTraceVersion ? "a newer" : "an older", header.version,
                              format::kTraceVersion));
  }
  FileHeader unclosed = header;
  unclosed.closed = 0;
  if (header.header_crc != crc32c(&unclosed, offsetof(FileHeader, header_crc)) || header.version == 0 ||
      header.block_size != kBlockSize) {
    return refuse(ProblemKind::kDamagedHeader, fmt::format("{} has a damaged header.", name));
  }
  if (size < kFileHeaderSize || header.schema_size > kFileHeaderSize - sizeof header) {
    return refuse(ProblemKind::kTruncated, fmt::format("{} is cut off inside its header.", name));
  }
  const std::string_view schema(bytes + sizeof header, header.schema_size);
  if (header.schema_crc != crc32c(schema.data(), schema.size())) {
    return refuse(ProblemKind::kDamagedHeader, fmt::format("{} has a damaged description of its events.", name));
  }
  TraceFile result;
  if (schema != schema_text()) {
    auto unknown = unknown_fields_of(schema);
    if (!unknown) {
      return refuse(ProblemKind::kOtherVersion, fmt::format("{} describes its events differently from what its version "
                                                            "requires; another build of Fencepost wrote it.",
                                                            name));
    }
    result.header_.unknown_fields = std::make_shared<const UnknownFields>(*std::move(unknown));
  }
  result.path_ = path;
  result.header_.kind = static_cast<format::TraceKind>(header.kind);
  result.header_.rank = header.rank;
  result.header_.thread = header.thread;
  result.header_.job = header.job;
  result.header_.start_ticks = header.start_ticks;
  result.header_.closed = header.closed != 0;
  result.header_.blocks = header.closed;
  return result;
}

void TraceFile::refresh_header() {
  Access file(*this);
  std::uint32_t closed = 0;
  if (file.error == 0 && file.read(offsetof(FileHeader, closed), &closed, sizeof closed) == sizeof closed) {
    header_.closed = closed != 0;
    header_.blocks = closed;
  }
}

// ---- blocks --------------------------------------------------------------------------------------------------------

TraceFile::Step TraceFile::damaged(ProblemKind kind, std::uint64_t events, const std::string& what) {
  damage_ = {kind, header_.rank, fmt::format("{}: {}.", name(), what)};
  damaged_events_ = events;
  return Step::kDamage;
}

TraceFile::Step TraceFile::read_on() {
  Access file(*this, spares_ != nullptr);
  if (file.error != 0) return Step::kNothing;
  if (!complete_) {
    if (const Step step = read_more_of_block(file); step != Step::kNothing) return step;
  }
  if (!complete_) {
    if (growing_) return Step::kNothing;
    // A writer that has begun another block has sealed this one, unless the seal was lost.
    if (!find_block_from(file, next_index_)) return Step::kNothing;
    if (const Step step = read_more_of_block(file); step != Step::kNothing) return step;
    if (!complete_) {
      complete_ = true;
      return damaged(ProblemKind::kDamagedBlock, 0,
                     fmt::format("block {} was never finished; events at its end may be missing", index_));
    }
  }
  if (const Step step = go_to_next_block(file); step != Step::kNothing) return step;
  if (!growing_ && next_index_ < header_.blocks) {
    next_index_ = header_.blocks;
    return damaged(ProblemKind::kTruncated, 0,
                   block_ == nullptr ? "all its blocks are missing" : fmt::format("it ends after block {}", index_));
  }
  // These were all. A program may have many threads, one after the other.
  if (header_.closed && next_index_ >= header_.blocks) {
    block_.reset();
    available_ = 0;
  }
  return Step::kNothing;
}

// The events of the current block that have come since, then its checksum.
TraceFile::Step TraceFile::read_more_of_block(Access& file) {
  BlockHeader header{};
  const std::uint64_t offset = offset_of(index_);
  // Twice: the first look may have seen an old `used` together with a new `sealed`.
  for (int look = 0; look < 2; ++look) {
    if (file.read(offset, &header, sizeof header) != sizeof header || !is_block_header(header, index_)) {
      return Step::kNothing;
    }
    if (header.sealed != 1) break;
  }
  if (header.used > block_->capacity()) return Step::kNothing;
  const std::size_t before = available_;
  if (header.used > available_) {
    const std::size_t got =
        file.read(offset + sizeof header + available_, block_->payload() + available_, header.used - available_);
    available_ += got;
    bytes_read_ += got;
  }
  events_ = header.sealed == 1 ? header.events : 0;
  if (available_ < header.used) {
    // The file is cut off. First its events are used, then this is reported.
    if (available_ > before) return Step::kMore;
    complete_ = true;
    next_index_ = std::max(next_index_, header_.blocks);
    return damaged(ProblemKind::kTruncated, 0, fmt::format("the file is cut off inside block {}", index_));
  }
  if (header.sealed == 1) {
    complete_ = true;
    if (block_crc(header, block_->payload()) != header.crc) {
      const bool fresh = before == 0;
      available_ = before;
      // Even the header's length of the block cannot be trusted.
      if (const auto next = find_block_from(file, index_ + 1)) next_index_ = *next;
      return damaged(ProblemKind::kDamagedBlock, fresh ? header.events : 0,
                     fmt::format("block {} is damaged (its checksum does not hold); {}", index_,
                                 fresh ? "its events are left out" : "some of its events may be wrong"));
    }
  }
  return available_ > before ? Step::kMore : Step::kNothing;
}

TraceFile::Step TraceFile::go_to_next_block(Access& file) {
  if (offset_of(next_index_) >= file.size) return Step::kNothing;
  BlockHeader header{};
  for (int look = 0; look < 2; ++look) {
    const std::size_t got = file.read(offset_of(next_index_), &header, sizeof header);
    if (got == sizeof header && is_block_header(header, next_index_)) return begin_block(file, next_index_, header);
    if (growing_) return Step::kNothing;
    // Not yet written, or damaged? Writers go forward: if a later block exists, this one was written once.
    const auto later = find_block_from(file, next_index_ + 1);
    if (look == 0 && (later || got < sizeof header || header.magic != 0)) continue;  // it may have come just now
    const std::uint64_t index = next_index_;
    if (later && index == 0 && file.data_from(offset_of(0)) >= offset_of(1)) {
      next_index_ = *later;
      return damaged(ProblemKind::kFreed, 0,
                     fmt::format("its beginning, {} block{}, was deleted after it had been checked", *later,
                                 *later == 1 ? "" : "s"));
    }
    if (later) {
      next_index_ = *later;
      return damaged(ProblemKind::kDamagedBlock, 0,
                     *later == index + 1 ? fmt::format("block {} is damaged and left out", index)
                                         : fmt::format("blocks {} to {} are damaged and left out", index, *later - 1));
    }
    if (got < sizeof header || header.magic != 0) {
      next_index_ = std::max((file.size - kFileHeaderSize + kBlockSize - 1) / kBlockSize, header_.blocks);
      return damaged(got < sizeof header ? ProblemKind::kTruncated : ProblemKind::kDamagedBlock, 0,
                     got < sizeof header ? fmt::format("the file is cut off inside block {}", index)
                                         : fmt::format("block {} and what follows it is damaged and left out", index));
    }
    break;
  }
  return Step::kNothing;
}

// The first block at or after `index`, within the range that a writer allocates at once.
std::optional<std::uint64_t> TraceFile::find_block_from(Access& file, std::uint64_t index) const {
  constexpr std::uint64_t kWithin = 2 * format::kLargestEvent / kBlockSize;
  if (const std::uint64_t data = file.data_from(offset_of(index)); data > offset_of(index)) {
    index = (data - kFileHeaderSize) / kBlockSize;
  }
  for (std::uint64_t i = index; i < index + kWithin && offset_of(i) < file.size; ++i) {
    BlockHeader header{};
    if (file.read(offset_of(i), &header, sizeof header) == sizeof header && is_block_header(header, i)) return i;
  }
  return {};
}

// Frees everything from the current block to the given one. If the file system cannot do it, the file stays as it is.
void TraceFile::free_until(Access& file, std::uint64_t index) const {
  fallocate(file.descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset_of(index_)),
            static_cast<off_t>(offset_of(index) - offset_of(index_)));
}

void TraceFile::free_all() {
  const std::shared_ptr<SpareFiles> spares = std::exchange(spares_, nullptr);
  if (spares == nullptr) return;
  Access file(*this, true);
  if (file.error != 0) return;
  // The first thread's trace tells that the process has ended; the others are not needed any more.
  if (header_.thread == 0) {
    if (ftruncate(file.descriptor, kFileHeaderSize) != 0) return;  // then it stays as it is
  } else if (ftruncate(file.descriptor, 0) != 0 || !spares->take(path_)) {
    ::unlink(path_.c_str());
  }
}

TraceFile::Step TraceFile::begin_block(Access& file, std::uint64_t index, const BlockHeader& header) {
  // A sealed block does not grow: a thread may have left a few events. (A second look: the first one may have seen an
  // old `used` together with a new `sealed`.)
  std::size_t capacity = header.units * kBlockSize - sizeof header;
  BlockHeader sealed{};
  if (header.sealed == 1 && file.read(offset_of(index), &sealed, sizeof sealed) == sizeof sealed &&
      is_block_header(sealed, index)) {
    capacity = sealed.used;
  }
  // Nobody else uses the old block: its memory is used again.
  if (block_ != nullptr && block_.use_count() == 1 && block_->capacity() >= capacity) {
    block_->clear();
  } else {
    block_ = std::make_shared<Block>(capacity);
  }
  if (spares_ != nullptr) free_until(file, index);
  index_ = index;
  next_index_ = index + header.units;
  available_ = 0;
  events_ = 0;
  complete_ = false;
  const Step step = read_more_of_block(file);
  return step == Step::kDamage ? Step::kDamage : Step::kNextBlock;
}

}  // namespace fencepost::read
