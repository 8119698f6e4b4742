// A hash of text that is the same in all processes, in every run and on every machine (FNV-1a).
#pragma once

#include <cstdint>
#include <string_view>

namespace fencepost {

constexpr std::uint64_t text_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
  return hash;
}

}  // namespace fencepost
