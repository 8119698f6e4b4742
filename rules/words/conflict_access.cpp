#include "words/conflict_access.h"

#include <algorithm>
#include <map>
#include <string>

#include <fmt/format.h>

#include "words/conflict_words.h"
#include "words/memory_name.h"

namespace fencepost {
namespace {

Role role_of(AccessRole role) {
  switch (role) {
    case AccessRole::kOrigin:
      return Role::kOrigin;
    case AccessRole::kTarget:
      return Role::kTarget;
    case AccessRole::kLocal:
      return Role::kLocal;
    case AccessRole::kCall:
      break;
  }
  return Role::kCall;
}

}  // namespace

Access access_of(const ConflictAccess& from, const ConflictAccess& other, Words& words) {
  Access access = from.operation ? words.operation(*from.operation) : words.call(from.place);
  access.role = role_of(from.role);
  if (!from.operation) {
    access.time = words.time(from.start);
    const bool reads = reads_only(from.kind);
    if (from.role == AccessRole::kLocal) {
      access.kind = reads ? AccessVerb::kLoad : AccessVerb::kStore;
      access.description =
          fmt::format("{} of {}{}",
                      from.access_count == 1 ? std::string(reads ? "load" : "store")
                                             : count_of(from.access_count, reads ? "load" : "store"),
                      count_of(from.access_size, "byte"),
                      from.access_count == 1 || from.access_stride == static_cast<std::int64_t>(from.access_size) ? ""
                      : from.access_stride == 0 ? " at one place"
                                                : fmt::format(", stride {}", from.access_stride));
      if (from.language_atomic) access.description += " (atomic of the language)";
    } else {
      access.kind = AccessVerb::kCall;
      access.description = words.elements(from.place.process, from.buffer.count, from.buffer.datatype);
    }
  }
  if (!access.target.ordinary() && from.owner.ordinary() && from.role == AccessRole::kTarget) {
    access.target = from.owner;
    access.target_process = words.world_rank(from.window, from.owner).number();
  }
  access.first_byte = from.bytes.begin;
  access.end_byte = from.bytes.end;
  if (from.window && from.owner.ordinary()) {
    access.window = words.window(from.window);
    words.name_memory(access, from.window, from.owner);
  } else {
    access.bytes_part = Rank::kNone;
    access.bytes_of = fmt::format("{} of rank {}",
                                  from.role != AccessRole::kOrigin         ? "memory"
                                  : from.kind == AccessClass::kOriginWrite ? "result buffer"
                                                                           : "origin buffer",
                                  from.place.process);
  }
  if (const std::string name = memory_name(from, other, words); !name.empty())
    access.bytes_of += fmt::format(", {}", name);
  access.variable = variable_around(from, words);
  // First those of the memory in question: some places show only the beginning of a long list.
  std::vector<HeldLock> locks = from.locks;
  std::ranges::stable_partition(locks, [&](const HeldLock& lock) { return lock.window == from.window; });
  // (If one statement has created several windows, they all have the same name.)
  std::map<std::string, int> alike;
  for (const HeldLock& lock : locks) {
    std::string text = ConflictWords(words).lock_text(lock);
    if (++alike[text] == 1) access.locks.push_back(std::move(text));
  }
  for (std::string& text : access.locks)
    if (const int count = alike[text]; count > 1) text += fmt::format(" (and {} more of that name)", count - 1);
  return access;
}

}  // namespace fencepost
