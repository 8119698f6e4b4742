// Memory that several processes of one machine map, without a name that could outlive them: a memory file of the
// process that makes it (if the kernel has none, a file in /dev/shm that never gets a name), which the others open
// through /proc/PID/fd.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost::rma {

// Says where others find a file; travels between processes as bytes.
struct FileTicket {
  std::int32_t pid = 0;
  std::int32_t descriptor = -1;
};

// An open memory file. Closed on destruction; mappings stay.
class MemoryFile {
 public:
  MemoryFile() = default;
  ~MemoryFile();
  MemoryFile(MemoryFile&& other) noexcept;
  MemoryFile& operator=(MemoryFile&& other) noexcept;

  static MemoryFile create(std::size_t size);        // not open: no memory, or too many files
  static MemoryFile open(const FileTicket& ticket);  // of another process of this machine; not open: not allowed

  bool is_open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  FileTicket ticket() const;

 private:
  int descriptor_ = -1;
};

inline constexpr std::size_t kPage = 4096;
constexpr std::size_t page_up(std::size_t size) {
  return (size + kPage - 1) & ~(kPage - 1);
}

// A mapping of (a part of) a memory file. Unmapped on destruction.
class Mapping {
 public:
  Mapping() = default;
  ~Mapping();
  Mapping(Mapping&& other) noexcept;
  Mapping& operator=(Mapping&& other) noexcept;

  // The whole of `file`: `head` bytes, an inaccessible page, then `body` bytes and another inaccessible page; `head`
  // and `body` are multiples of kPage. Empty on failure.
  static Mapping map(const MemoryFile& file, std::size_t head, std::size_t body);

  explicit operator bool() const { return address_ != nullptr; }
  std::byte* head() const { return address_; }
  std::byte* body() const { return address_ + head_ + kPage; }
  std::size_t body_size() const { return body_; }
  std::size_t whole_size() const { return head_ + body_ + 2 * kPage; }
  // Somebody else unmaps it.
  void give_away() { address_ = nullptr; }

 private:
  std::byte* address_ = nullptr;
  std::size_t head_ = 0;
  std::size_t body_ = 0;
};

// The same number in all processes that can reach each other as above: of one boot of one machine, in one namespace of
// process numbers and of one user.
std::uint64_t node_identity();

}  // namespace fencepost::rma
