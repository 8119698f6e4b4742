#include "record/crc32c.h"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace fencepost {

namespace {

constexpr std::array<std::uint32_t, 256> make_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) != 0 ? 0x82f63b78U : 0U);
    table[byte] = value;
  }
  return table;
}
constexpr auto kTable = make_table();

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) std::uint32_t crc32c_by_instruction(const void* data, std::size_t size,
                                                                      std::uint32_t before) {
  const auto* at = static_cast<const unsigned char*>(data);
  std::uint64_t value = ~before;
  for (; size >= 8; size -= 8, at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    value = _mm_crc32_u64(value, word);
  }
  auto rest = static_cast<std::uint32_t>(value);
  for (; size > 0; --size, ++at) rest = _mm_crc32_u8(rest, *at);
  return ~rest;
}
#endif

}  // namespace

namespace detail {
std::uint32_t crc32c_by_table(const void* data, std::size_t size, std::uint32_t before) {
  const auto* at = static_cast<const unsigned char*>(data);
  std::uint32_t value = ~before;
  // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): the callers' bytes are there
  for (; size > 0; --size, ++at) value = (value >> 8) ^ kTable[(value ^ *at) & 0xff];
  return ~value;
}
}  // namespace detail

std::uint32_t crc32c(const void* data, std::size_t size, std::uint32_t before) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("sse4.2")) return crc32c_by_instruction(data, size, before);
#endif
  return detail::crc32c_by_table(data, size, before);
}

std::uint32_t block_crc(const format::BlockHeader& header, const void* payload) {
  const std::uint32_t fields[] = {header.index, header.used, header.units, header.events};
  return crc32c(fields, sizeof fields, crc32c(payload, header.used));
}

}  // namespace fencepost
