#include "symbolize/locals.h"

#include <cstdlib>
#include <dwarf.h>
#include <utility>

#include "symbolize/type_parts.h"

namespace fencepost::symbolize {
namespace {

constexpr int kDeepest = 64;  // the deepest nesting of blocks that counts

// The single operation that gives a place at an address. False: there are several, or only a part has that place.
bool only_operation(Dwarf_Die& die, unsigned attribute_name, std::uint64_t address, Dwarf_Op& operation) {
  Dwarf_Attribute attribute;
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  if (dwarf_attr_integrate(&die, attribute_name, &attribute) == nullptr) return false;
  if (dwarf_getlocation_addr(&attribute, address, &operations, &count, 1) != 1 || count != 1) return false;
  operation = *operations;
  return true;
}

// The distance between a function's frame base and its canonical frame address. The base is a register, or that
// address, to which clang adds something.
std::optional<std::int64_t> frame_base(Dwarf_Die& function, const FrameRules& rules, std::uint64_t address) {
  Dwarf_Attribute attribute;
  Dwarf_Op* base = nullptr;
  std::size_t count = 0;
  if (dwarf_attr_integrate(&function, DW_AT_frame_base, &attribute) == nullptr) return std::nullopt;
  if (dwarf_getlocation_addr(&attribute, address, &base, &count, 1) != 1) return std::nullopt;
  if (base[0].atom == DW_OP_call_frame_cfa) {
    if (count == 1) return 0;
    const bool adds = count == 3 && base[1].atom == DW_OP_consts && base[2].atom == DW_OP_plus;
    return adds ? std::optional(static_cast<std::int64_t>(base[1].number)) : std::nullopt;
  }
  if (count != 1 || base[0].atom < DW_OP_reg0 || base[0].atom > DW_OP_reg31) return std::nullopt;
  const auto distance = rules.distance_of(base[0].atom - DW_OP_reg0, address);
  return distance ? std::optional(-*distance) : std::nullopt;
}

// Calls `visit` with each variable of a scope and of its blocks that contain the address, without those of other
// functions, from the outermost block inwards; and with the scope or block that has it.
template <class Visit>
void each_variable(Dwarf_Die scope, std::uint64_t address, const Visit& visit, int depth = 0) {
  Dwarf_Die child;
  if (depth > kDeepest || dwarf_child(&scope, &child) != 0) return;
  do {
    switch (dwarf_tag(&child)) {
      case DW_TAG_variable:
      case DW_TAG_formal_parameter:
        visit(child, scope);
        break;
      case DW_TAG_lexical_block:
      case DW_TAG_try_block:
      case DW_TAG_catch_block:
        if (dwarf_haspc(&child, address) != 0) each_variable(child, address, visit, depth + 1);
        break;
      default:
        break;
    }
  } while (dwarf_siblingof(&child, &child) == 0);
}

std::string_view name_of(Dwarf_Die& variable) {
  Dwarf_Attribute attribute;
  const char* const name = dwarf_formstring(dwarf_attr_integrate(&variable, DW_AT_name, &attribute));
  return name != nullptr ? name : "";
}

// The places of variables in a frame.
class Frame {
 public:
  // `base`: see frame_base().
  Frame(std::optional<std::int64_t> base, const FrameRules& rules, std::uint64_t address)
      : base_(base), rules_(rules), address_(address) {}

  // Nothing: not in the frame, or not known.
  std::optional<LocalVariable> place_of(Dwarf_Die& variable) const {
    const auto begin = begin_of(variable);
    Dwarf_Die type;
    if (!begin || !type_of(variable, type)) return std::nullopt;
    const std::uint64_t size = size_of(type);
    const std::string_view name = name_of(variable);
    if (size == 0 || size > INT32_MAX || name.empty()) return std::nullopt;
    return LocalVariable{*begin, *begin + static_cast<std::int64_t>(size), std::string(name)};
  }

 private:
  // Its beginning; nothing: not in the frame, or not known.
  std::optional<std::int64_t> begin_of(Dwarf_Die& variable) const {
    Dwarf_Op place;
    if (!only_operation(variable, DW_AT_location, address_, place)) return std::nullopt;
    const auto number = static_cast<std::int64_t>(place.number);
    if (place.atom == DW_OP_fbreg && base_) return *base_ + number;
    if (place.atom < DW_OP_breg0 || place.atom > DW_OP_breg31) return std::nullopt;
    const auto distance = rules_.distance_of(place.atom - DW_OP_breg0, address_);
    return distance ? std::optional(number - *distance) : std::nullopt;
  }

  std::optional<std::int64_t> base_;
  const FrameRules& rules_;
  std::uint64_t address_;
};

// Its bytes are in no frame: it has a fixed address, or is allocated at run time.
bool is_in_no_frame(Dwarf_Die& variable, std::uint64_t address) {
  Dwarf_Op place;
  if (only_operation(variable, DW_AT_location, address, place) && place.atom == DW_OP_addr) {
    Dwarf_Die type;
    return type_of(variable, type) && size_of(type) != 0;
  }
  Dwarf_Die type;
  return type_of(variable, type) && dwarf_hasattr(&type, DW_AT_allocated) != 0;
}

}  // namespace

FrameRules::FrameRules(std::shared_ptr<ElfFile> code) : code_(std::move(code)) {
  if (code_ != nullptr) rules_ = dwarf_getcfi_elf(code_->elf());
}

FrameRules::~FrameRules() {
  if (rules_ != nullptr) dwarf_cfi_end(rules_);
}

std::optional<std::int64_t> FrameRules::distance_of(int reg, std::uint64_t address) const {
  Dwarf_Frame* frame = nullptr;
  if (rules_ == nullptr || dwarf_cfi_addrframe(rules_, address, &frame) != 0) return std::nullopt;
  std::optional<std::int64_t> distance;
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  if (dwarf_frame_cfa(frame, &operations, &count) == 0 && count == 1) {
    const Dwarf_Op& one = *operations;
    if (one.atom == DW_OP_bregx && static_cast<int>(one.number) == reg)
      distance = static_cast<std::int64_t>(one.number2);
    else if (one.atom == DW_OP_breg0 + reg)
      distance = static_cast<std::int64_t>(one.number);
  }
  std::free(frame);
  return distance;
}

std::optional<LocalVariable> local_at(std::vector<Dwarf_Die>& scopes, const FrameRules& rules, std::uint64_t address,
                                      std::int64_t offset) {
  if (scopes.empty()) return std::nullopt;
  const Frame frame(frame_base(scopes.front(), rules, address), rules, address);
  std::optional<LocalVariable> found;
  for (const Dwarf_Die& scope : scopes) {
    each_variable(scope, address, [&](Dwarf_Die& variable, Dwarf_Die&) {
      auto place = frame.place_of(variable);
      if (!place || offset < place->begin || offset >= place->end || (found && found->end >= place->end)) return;
      found = std::move(place);
    });
  }
  return found;
}

std::optional<BlockVariable> local_of_block(std::vector<Dwarf_Die>& scopes, const FrameRules& rules,
                                            std::uint64_t address, std::int64_t offset, std::uint64_t later) {
  if (scopes.empty()) return std::nullopt;
  const Frame frame(frame_base(scopes.front(), rules, address), rules, address);
  std::optional<BlockVariable> found;
  int there = 0;
  for (std::size_t i = 0; i < scopes.size(); ++i) {
    const bool has_later = dwarf_haspc(&scopes[i], later) > 0;
    each_variable(scopes[i], address, [&](Dwarf_Die& variable, Dwarf_Die& owner) {
      const auto place = frame.place_of(variable);
      if (!place || offset < place->begin || offset >= place->end) return;
      ++there;
      if (has_later && dwarf_tag(&owner) == DW_TAG_lexical_block && dwarf_haspc(&owner, later) == 0)
        found = BlockVariable{place->name, i};
    });
  }
  return there == 1 ? found : std::nullopt;
}

bool lies_elsewhere(std::vector<Dwarf_Die>& scopes, const FrameRules& rules, std::uint64_t address, std::int64_t offset,
                    std::string_view name) {
  if (scopes.empty()) return false;
  const Frame frame(frame_base(scopes.front(), rules, address), rules, address);
  bool elsewhere = false;
  for (const Dwarf_Die& scope : scopes) {
    each_variable(scope, address, [&](Dwarf_Die& variable, Dwarf_Die&) {
      if (name_of(variable) != name) return;  // a later one hides this one
      const auto place = frame.place_of(variable);
      elsewhere = place ? offset < place->begin || offset >= place->end : is_in_no_frame(variable, address);
    });
  }
  return elsewhere;
}

}  // namespace fencepost::symbolize
