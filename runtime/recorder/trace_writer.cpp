#include "recorder/trace_writer.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "record/crc32c.h"
#include "record/reading_along.h"
#include "recorder/invariant.h"
#include "recorder/limit.h"
#include "recorder/memory.h"

namespace fencepost::record::detail {

using format::BlockHeader;
using format::FileHeader;
using format::kBlockSize;
using format::kFileHeaderSize;

namespace {

// Allocates [begin, end) of the file, and nothing before: space that a reader has given back stays free. Above the
// process's file size limit the kernel would send a signal, so we check it first.
int allocate(int file, std::uint64_t begin, std::uint64_t end) {
  rlimit limit{};
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && end > limit.rlim_cur) return EFBIG;
  struct statvfs disk{};
  if (fstatvfs(file, &disk) == 0 && disk.f_blocks > 0) {
    const std::uint64_t free = std::uint64_t{disk.f_bavail} * disk.f_frsize;
    if (free < end - begin + format::reserve_of_disk(std::uint64_t{disk.f_blocks} * disk.f_frsize)) return ENOSPC;
  }
  int error = 0;
  do error = posix_fallocate(file, static_cast<off_t>(begin), static_cast<off_t>(end - begin));
  while (error == EINTR);
  return error;
}

int write_header(int file, const TraceWriter::Identity& identity) {
  alignas(FileHeader) char bytes[kFileHeaderSize] = {};
  FileHeader header{};
  const auto schema = schema_text();
  static_assert(sizeof header.magic == sizeof format::kMagic);
  std::memcpy(header.magic, format::kMagic, sizeof header.magic);
  header.version = format::kTraceVersion;
  header.byte_order = format::kByteOrderMark;
  header.kind = static_cast<std::uint32_t>(identity.kind);
  header.rank = identity.rank;
  header.thread = identity.thread;
  header.block_size = kBlockSize;
  header.job = identity.job;
  header.start_ticks = identity.start_ticks;
  header.schema_size = static_cast<std::uint32_t>(schema.size());
  header.schema_crc = crc32c(schema.data(), schema.size());
  header.header_crc = crc32c(&header, offsetof(FileHeader, header_crc));
  std::memcpy(bytes, &header, sizeof header);
  std::memcpy(bytes + sizeof header, schema.data(), schema.size());
  const ssize_t written = pwrite(file, bytes, sizeof bytes, 0);
  if (written == static_cast<ssize_t>(sizeof bytes)) return 0;
  return written < 0 ? errno : ENOSPC;
}

}  // namespace

int TraceWriter::open(const char* path, const Identity& identity, bool is_there) {
  *this = TraceWriter{};
  path_ = path;
  start_ticks_ = identity.start_ticks;
  next_map_size_ = smallest_growth();
  // Never write into a file that somebody may still have mapped, not even another process that has just begun one here.
  constexpr int kTries = 100;
  int file = is_there ? ::open(path, O_RDWR | O_TRUNC | O_CLOEXEC) : -1;
  for (int tries = 0; file < 0 && tries < kTries; ++tries) {
    ::unlink(path);
    file = ::open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file < 0 && errno != EEXIST) break;
  }
  if (file < 0) return errno;
  struct stat status{};
  int error = fstat(file, &status) == 0 ? allocate(file, 0, kFileHeaderSize) : errno;
  if (error == 0) error = write_header(file, identity);
  ::close(file);
  device_ = status.st_dev;
  inode_ = status.st_ino;
  if (error == 0) error = make_room(0);
  if (error != 0) ::unlink(path);
  return error;
}

int TraceWriter::make_room(std::size_t bytes) {
  if (block_ != nullptr && static_cast<std::size_t>(end_ - at_) >= bytes) return 0;
  const std::size_t wanted = sizeof(BlockHeader) + bytes + kLostReserve;
  const auto units = static_cast<std::uint32_t>((wanted + kBlockSize - 1) / kBlockSize);
  const std::size_t size = units * kBlockSize;
  std::uint64_t offset = kFileHeaderSize;
  if (block_ != nullptr) {
    offset = map_offset_ + static_cast<std::size_t>(reinterpret_cast<std::uint8_t*>(block_) - map_) +
             block_->units * kBlockSize;
  }
  if (map_ == nullptr || offset + size > map_offset_ + map_size_) {
    // The old mapping holds the current block until the new one is there: a failure must leave room for a Lost event.
    TraceWriter next = *this;
    const std::size_t map_size = size > next_map_size_ ? size : next_map_size_;
    if (const int error = next.map(offset, map_size); error != 0) return error;
    if (block_ != nullptr) seal();
    if (map_ != nullptr) unmap_memory(map_, map_size_);
    map_ = next.map_;
    map_offset_ = next.map_offset_;
    map_size_ = next.map_size_;
    next_map_size_ = next_map_size_ * 4 < largest_growth() ? next_map_size_ * 4 : largest_growth();
  } else {
    seal();
  }
  begin_block(offset, units);
  return 0;
}

int TraceWriter::map(std::uint64_t offset, std::size_t size) {
  const int file = ::open(path_, O_RDWR | O_CLOEXEC);
  if (file < 0) return errno;
  struct stat status{};
  int error = fstat(file, &status) == 0 ? 0 : errno;
  if (error == 0 && (status.st_dev != device_ || status.st_ino != inode_)) error = ENOENT;
  if (error == 0) error = allocate(file, offset, offset + size);
  if (error == 0) {
    map_ = static_cast<std::uint8_t*>(map_file(file, offset, size));
    if (map_ == nullptr) error = errno;
  }
  if (error != 0 && status.st_size > 0 && ftruncate(file, status.st_size) != 0) {
    // The space that was allocated in part is not given back; nothing depends on it.
  }
  ::close(file);
  map_offset_ = offset;
  map_size_ = size;
  return error;
}

void TraceWriter::begin_block(std::uint64_t offset, std::uint32_t units) {
  FENCEPOST_EXPECT(offset >= map_offset_ && offset + units * kBlockSize <= map_offset_ + map_size_,
                   "a block of a trace lies in what is mapped");
  auto* begin = map_ + (offset - map_offset_);
  // Not the first one of a file: it comes page by page, because a short thread needs little of it.
  if (offset != kFileHeaderSize) populate_memory(begin, units * kBlockSize);
  block_ = reinterpret_cast<BlockHeader*>(begin);
  block_->index = static_cast<std::uint32_t>((offset - kFileHeaderSize) / kBlockSize);
  block_->units = units;
  std::atomic_ref<std::uint32_t>(block_->magic).store(format::kBlockMagic, std::memory_order_release);
  at_ = begin + sizeof(BlockHeader);
  end_ = begin + units * kBlockSize - kLostReserve;
  last_ticks_ = start_ticks_;
  last_address_ = 0;
  events_ = 0;
}

void TraceWriter::seal() {
  FENCEPOST_EXPECT(at_ <= reinterpret_cast<std::uint8_t*>(block_) + block_->units * kBlockSize,
                   "what is written lies in its block");
  block_->events = events_;
  block_->crc = block_crc(*block_, block_ + 1);
  std::atomic_ref<std::uint32_t>(block_->sealed).store(1, std::memory_order_release);
}

void TraceWriter::append_lost(std::uint64_t events, const char* reason, std::uint64_t ticks) {
  const event::Lost lost{.events = events, .reason = reason};
  if (block_ == nullptr || static_cast<std::size_t>(end_ + kLostReserve - at_) < encoding::bound_of(lost)) return;
  append_in_room(lost, ticks);
  end_ = at_;
}

void TraceWriter::close() {
  if (block_ == nullptr) return;
  seal();
  const std::uint64_t size = map_offset_ + static_cast<std::uint64_t>(at_ - map_);
  const std::uint32_t closed = block_->index + block_->units;
  const int file = ::open(path_, O_RDWR | O_CLOEXEC);
  struct stat status{};
  if (file >= 0 && fstat(file, &status) == 0 && status.st_dev == device_ && status.st_ino == inode_) {
    // The length first: a closed file may become another thread's at once.
    if (ftruncate(file, static_cast<off_t>(size)) != 0) {
      // It stays longer than it needs to be.
    }
    if (pwrite(file, &closed, sizeof closed, offsetof(FileHeader, closed)) != sizeof closed) {
      // It looks as if its writer had been killed, and can be read.
    }
  }
  if (file >= 0) ::close(file);
  abandon();
}

void TraceWriter::abandon() {
  if (map_ != nullptr) unmap_memory(map_, map_size_);
  *this = TraceWriter{};
}

}  // namespace fencepost::record::detail
