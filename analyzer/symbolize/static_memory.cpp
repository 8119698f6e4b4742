#include "symbolize/static_memory.h"

#include <algorithm>
#include <array>
#include <gelf.h>
#include <libelf.h>
#include <string_view>

namespace fencepost::symbolize {
namespace {

// Whether only compilers put variables there.
bool is_usual(std::string_view section) {
  constexpr std::array<std::string_view, 9> kUsual = {
      ".data", ".bss", ".rodata", ".data.rel.ro", ".data.rel.ro.local", ".lbss", ".ldata", ".sdata", ".sbss"};
  return std::ranges::find(kUsual, section) != kUsual.end();
}

// By the number of the section.
std::vector<bool> usual_sections(Elf* elf) {
  std::vector<bool> usual;
  std::size_t names = 0;
  if (elf_getshdrstrndx(elf, &names) != 0) return usual;
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr header;
    const std::size_t number = elf_ndxscn(section);
    if (gelf_getshdr(section, &header) == nullptr) continue;
    const char* const name = elf_strptr(elf, names, header.sh_name);
    usual.resize(std::max(usual.size(), number + 1));
    usual[number] = name != nullptr && is_usual(name);
  }
  return usual;
}

}  // namespace

StaticMemory::StaticMemory(const std::shared_ptr<ElfFile>& file, const std::shared_ptr<ElfFile>& symbols) {
  for (const std::uint32_t kind : {SHT_SYMTAB, SHT_DYNSYM})
    for (const auto& from : {symbols, file})
      if (variables_.empty() && from != nullptr) read(from->elf(), kind);
  std::ranges::stable_sort(variables_, {}, &Variable::begin);
}

void StaticMemory::read(Elf* elf, std::uint32_t kind) {
  const std::vector<bool> usual = usual_sections(elf);
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != kind || header.sh_entsize == 0) continue;
    Elf_Data* const data = elf_getdata(section, nullptr);
    if (data == nullptr) continue;
    for (std::size_t i = 0; i < data->d_size / header.sh_entsize; ++i) {
      GElf_Sym symbol;
      if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr) break;
      const bool is_variable = GELF_ST_TYPE(symbol.st_info) == STT_OBJECT && symbol.st_size > 0;
      if (!is_variable || symbol.st_shndx >= usual.size() || !usual[symbol.st_shndx]) continue;
      const char* const name = elf_strptr(elf, header.sh_link, symbol.st_name);
      if (name != nullptr && *name != '\0')
        variables_.push_back({symbol.st_value, symbol.st_value + symbol.st_size, name});
    }
  }
}

const StaticMemory::Variable* StaticMemory::around(std::uint64_t address) const {
  constexpr int kMostNested = 16;
  const Variable* longest = nullptr;
  auto next = std::ranges::upper_bound(variables_, address, {}, &Variable::begin);
  for (int tries = 0; next != variables_.begin() && tries < kMostNested; ++tries) {
    --next;
    if (address < next->end && (longest == nullptr || next->end > longest->end)) longest = &*next;
  }
  return longest;
}

}  // namespace fencepost::symbolize
