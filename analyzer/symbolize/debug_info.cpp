#include "symbolize/debug_info.h"

#include <algorithm>
#include <dwarf.h>
#include <filesystem>

#include "symbolize/elf_file.h"
#include "symbolize/names.h"
#include "symbolize/units.h"
#include "symbolize/variables.h"

namespace fencepost::symbolize {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
constexpr int kDeepest = 64;  // the deepest nesting that counts; damaged information may have cycles

template <class Visit>
bool for_each_range(Dwarf_Die& die, Visit visit) {
  Dwarf_Addr base = 0;
  Dwarf_Addr begin = 0;
  Dwarf_Addr end = 0;
  bool any = false;
  for (ptrdiff_t offset = 0; (offset = dwarf_ranges(&die, offset, &base, &begin, &end)) > 0;) {
    // A function that the linker dropped has its range at 0 or at the end of the address space.
    if (begin != 0 && begin < end) {
      visit(begin, end);
      any = true;
    }
  }
  return any;
}

bool contains(Dwarf_Die& die, std::uint64_t address) {
  bool inside = false;
  for_each_range(die,
                 [&](Dwarf_Addr begin, Dwarf_Addr end) { inside = inside || (begin <= address && address < end); });
  return inside;
}

bool has_ranges(Dwarf_Die& die) {
  return dwarf_hasattr(&die, DW_AT_low_pc) != 0 || dwarf_hasattr(&die, DW_AT_ranges) != 0;
}

const char* text_of(Dwarf_Die& die, unsigned name) {
  Dwarf_Attribute attribute;
  return dwarf_attr_integrate(&die, name, &attribute) != nullptr ? dwarf_formstring(&attribute) : nullptr;
}

int number_of(Dwarf_Die& die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_attr(&die, name, &attribute) == nullptr || dwarf_formudata(&attribute, &value) != 0) return 0;
  return value <= 0x7fffffff ? static_cast<int>(value) : 0;
}

// The inlined functions inside `scope` that contain the address, outermost first.
void find_inlined(Dwarf_Die scope, std::uint64_t address, std::vector<Dwarf_Die>& chain, int depth) {
  Dwarf_Die child;
  if (depth > kDeepest || dwarf_child(&scope, &child) != 0) return;
  do {
    int tag = dwarf_tag(&child);
    if (tag == DW_TAG_inlined_subroutine) {
      if (!contains(child, address)) continue;
      chain.push_back(child);
      find_inlined(child, address, chain, depth + 1);
      return;
    }
    if (tag == DW_TAG_lexical_block || tag == DW_TAG_try_block || tag == DW_TAG_catch_block) {
      bool bounded = has_ranges(child);
      if (bounded && !contains(child, address)) continue;
      std::size_t before = chain.size();
      find_inlined(child, address, chain, depth + 1);
      if (bounded || chain.size() != before) return;
    }
  } while (dwarf_siblingof(&child, &child) == 0);
}

// A file of the unit's line table. clang gives directories relative to where it ran, and libdw keeps them relative.
std::string clean_path(Dwarf_Die& unit, const char* path) {
  if (path == nullptr) return "";
  Dwarf_Attribute attribute;
  const char* ran_in = dwarf_formstring(dwarf_attr(&unit, DW_AT_comp_dir, &attribute));
  return (std::filesystem::path(ran_in != nullptr ? ran_in : "") / path).lexically_normal().string();
}

}  // namespace

std::unique_ptr<DebugInfo> DebugInfo::open(std::shared_ptr<ElfFile> file) {
  Dwarf* dwarf = dwarf_begin_elf(file->elf(), DWARF_C_READ, nullptr);
  if (dwarf == nullptr) return nullptr;
  std::unique_ptr<DebugInfo> info(new DebugInfo(std::move(file), dwarf));
  info->read_units();
  return info->units_.empty() ? nullptr : std::move(info);
}

DebugInfo::DebugInfo(std::shared_ptr<ElfFile> file, Dwarf* dwarf) : file_(std::move(file)), dwarf_(dwarf) {}

std::string DebugInfo::variable(std::uint64_t begin, std::uint64_t end) {
  if (variables_ == nullptr) variables_ = std::make_unique<Variables>(dwarf_);
  return variables_->name(begin, end);
}

bool DebugInfo::fortran_at(std::uint64_t address) const {
  const std::size_t unit = find(ranges_, address);
  return unit != kNone && units_[unit].fortran;
}

ArgumentName DebugInfo::argument(std::uint64_t address, const std::string& text, bool out, std::uint64_t begin,
                                 std::uint64_t end) {
  const std::size_t found = find(ranges_, address);
  if (found == kNone) return {};
  Unit& unit = units_[found];
  std::vector<Dwarf_Die> chain = scopes_at(unit, address);
  const auto pointer = pointer_text(text, unit.fortran);
  if (chain.empty() || !pointer) return {};
  return name_of_argument(unit.functions_die, chain.back(), unit.fortran, *pointer, out, begin, end);
}

std::optional<LocalVariable> DebugInfo::local(std::uint64_t address, std::int64_t offset, const FrameRules& rules) {
  const std::size_t found = find(ranges_, address);
  if (found == kNone) return std::nullopt;
  std::vector<Dwarf_Die> scopes = scopes_at(units_[found], address);
  return local_at(scopes, rules, address, offset);
}

std::optional<BlockVariable> DebugInfo::local_of_block(std::uint64_t address, std::int64_t offset,
                                                       const FrameRules& rules, std::uint64_t later) {
  const std::size_t found = find(ranges_, address);
  if (found == kNone) return std::nullopt;
  std::vector<Dwarf_Die> scopes = scopes_at(units_[found], address);
  return symbolize::local_of_block(scopes, rules, address, offset, later);
}

bool DebugInfo::lies_elsewhere(std::uint64_t address, std::int64_t offset, const FrameRules& rules,
                               std::string_view name) {
  const std::size_t found = find(ranges_, address);
  if (found == kNone) return false;
  std::vector<Dwarf_Die> scopes = scopes_at(units_[found], address);
  return symbolize::lies_elsewhere(scopes, rules, address, offset, name);
}

DebugInfo::~DebugInfo() {
  dwarf_end(dwarf_);
}

// .debug_aranges would be faster, but clang does not write it.
void DebugInfo::read_units() {
  each_unit(dwarf_, [this](Dwarf_Die& die, const Dwarf_Die& content) {
    std::size_t index = units_.size();
    bool any = for_each_range(die, [&](Dwarf_Addr begin, Dwarf_Addr end) { ranges_.push_back({begin, end, index}); });
    if (!any) return;
    Unit& added = units_.emplace_back();
    added.die = die;
    added.functions_die = content;
    added.fortran = is_fortran(dwarf_srclang(&added.functions_die));
  });
  std::ranges::sort(ranges_, {}, &Range::begin);
}

void DebugInfo::read_functions(Unit& unit) {
  unit.functions_read = true;
  read_functions_in(unit, unit.functions_die, "", 0);
  std::ranges::sort(unit.ranges, {}, &Range::begin);
}

void DebugInfo::read_functions_in(Unit& unit, Dwarf_Die parent, const std::string& module, int depth) {
  Dwarf_Die child;
  if (depth > kDeepest || dwarf_child(&parent, &child) != 0) return;
  do {
    switch (dwarf_tag(&child)) {
      case DW_TAG_subprogram: {
        if (!module.empty()) unit.modules.emplace(dwarf_dieoffset(&child), module);
        std::size_t index = unit.functions.size();
        if (for_each_range(child,
                           [&](Dwarf_Addr begin, Dwarf_Addr end) { unit.ranges.push_back({begin, end, index}); })) {
          unit.functions.push_back(child);
        }
        read_functions_in(unit, child, module, depth + 1);
        break;
      }
      case DW_TAG_module: {
        const char* name = dwarf_diename(&child);
        read_functions_in(unit, child, name != nullptr ? name : module, depth + 1);
        break;
      }
      case DW_TAG_namespace:
      case DW_TAG_class_type:
      case DW_TAG_structure_type:
      case DW_TAG_union_type:
      case DW_TAG_lexical_block:
        read_functions_in(unit, child, module, depth + 1);
        break;
      default:
        break;
    }
  } while (dwarf_siblingof(&child, &child) == 0);
}

std::size_t DebugInfo::find(const std::vector<Range>& ranges, std::uint64_t address) {
  auto next = std::ranges::upper_bound(ranges, address, {}, &Range::begin);
  for (int tries = 0; next != ranges.begin() && tries < 8; ++tries) {
    --next;
    if (address < next->end) return next->index;
  }
  return kNone;
}

std::vector<Dwarf_Die> DebugInfo::scopes_at(Unit& unit, std::uint64_t address) {
  if (!unit.functions_read) read_functions(unit);
  const std::size_t function = find(unit.ranges, address);
  if (function == kNone) return {};
  std::vector<Dwarf_Die> chain = {unit.functions[function]};
  find_inlined(chain.front(), address, chain, 0);
  return chain;
}

std::string DebugInfo::name_of(const Unit& unit, Dwarf_Die& function) {
  const char* name = text_of(function, DW_AT_name);
  if (unit.fortran) {
    Dwarf_Die origin = function;
    Dwarf_Attribute attribute;
    for (int hops = 0; hops < 8 && dwarf_attr(&origin, DW_AT_abstract_origin, &attribute) != nullptr; ++hops) {
      Dwarf_Die next;
      if (dwarf_formref_die(&attribute, &next) == nullptr) break;
      origin = next;
    }
    auto module = unit.modules.find(dwarf_dieoffset(&origin));
    if (name == nullptr) return "";
    return module != unit.modules.end() ? module->second + "::" + name : readable_name(name);
  }
  const char* linkage = text_of(function, DW_AT_linkage_name);
  if (linkage == nullptr) linkage = text_of(function, DW_AT_MIPS_linkage_name);
  if (linkage != nullptr && linkage[0] == '_' && linkage[1] == 'Z') return readable_name(linkage);
  if (name != nullptr && linkage != nullptr && std::string_view(name) == linkage) return readable_name(name);
  return name != nullptr ? name : linkage != nullptr ? readable_name(linkage) : "";
}

// The statement that the line table gives for the address. Code that belongs to no statement (line 0) gets the
// statement of the instructions before it in the same function.
void DebugInfo::locate_line(Unit& unit, std::uint64_t address, std::uint64_t function_begin, Frame& frame) {
  Dwarf_Lines* lines = nullptr;
  std::size_t count = 0;
  if (dwarf_getsrclines(&unit.die, &lines, &count) != 0 || count == 0) return;
  auto address_of = [&](std::size_t i) {
    Dwarf_Addr value = 0;
    dwarf_lineaddr(dwarf_onesrcline(lines, i), &value);
    return value;
  };
  std::size_t low = 0;
  std::size_t high = count;
  while (low < high) {
    std::size_t middle = low + (high - low) / 2;
    if (address_of(middle) <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  while (low-- > 0) {
    Dwarf_Line* line = dwarf_onesrcline(lines, low);
    bool end = false;
    int number = 0;
    if (address_of(low) < function_begin || dwarf_lineendsequence(line, &end) != 0 || end) return;
    if (dwarf_lineno(line, &number) != 0 || number == 0) continue;
    frame.line = number;
    dwarf_linecol(line, &frame.column);
    frame.file = clean_path(unit.die, dwarf_linesrc(line, nullptr, nullptr));
    return;
  }
}

void DebugInfo::locate_call(Unit& unit, Dwarf_Die& inlined, Frame& frame) {
  frame.line = number_of(inlined, DW_AT_call_line);
  frame.column = number_of(inlined, DW_AT_call_column);
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  auto file = static_cast<std::size_t>(number_of(inlined, DW_AT_call_file));
  if (dwarf_getsrcfiles(&unit.die, &files, &count) == 0 && file < count) {
    frame.file = clean_path(unit.die, dwarf_filesrc(files, file, nullptr, nullptr));
  }
}

std::vector<Frame> DebugInfo::frames(std::uint64_t address) {
  std::size_t found = find(ranges_, address);
  if (found == kNone) return {};
  Unit& unit = units_[found];
  if (!unit.functions_read) read_functions(unit);
  std::size_t function = find(unit.ranges, address);
  std::vector<Frame> frames;
  Frame frame;
  if (function == kNone) {
    locate_line(unit, address, 0, frame);
    if (frame.line != 0) frames.push_back(frame);
    return frames;
  }
  std::vector<Dwarf_Die> chain = {unit.functions[function]};
  std::uint64_t begin = address;
  for_each_range(chain.front(), [&](Dwarf_Addr low, Dwarf_Addr high) {
    if (low <= address && address < high) begin = low;
  });
  find_inlined(chain.front(), address, chain, 0);
  locate_line(unit, address, begin, frame);
  for (std::size_t i = chain.size(); i-- > 0;) {
    frame.function = name_of(unit, chain[i]);
    frames.push_back(frame);
    frame = {};
    if (i > 0) locate_call(unit, chain[i], frame);
  }
  return frames;
}

}  // namespace fencepost::symbolize
