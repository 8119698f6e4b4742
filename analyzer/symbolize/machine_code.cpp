#include "symbolize/machine_code.h"

#include <cstring>
#include <gelf.h>
#include <libelf.h>
#include <utility>

namespace fencepost::symbolize {

MachineCode::MachineCode(std::shared_ptr<ElfFile> file, std::shared_ptr<ElfFile> symbols)
    : file_(std::move(file)), symbols_(std::move(symbols)) {
  GElf_Ehdr header;
  is_x86_64_ = file_ != nullptr && gelf_getehdr(file_->elf(), &header) != nullptr && header.e_machine == EM_X86_64;
  if (is_x86_64_) read_pointers();
}

void MachineCode::read_pointers() {
  Elf* const elf = file_->elf();
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr header, names;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_RELA || header.sh_entsize == 0) continue;
    Elf_Scn* const table = elf_getscn(elf, header.sh_link);
    if (table == nullptr || gelf_getshdr(table, &names) == nullptr || names.sh_type != SHT_DYNSYM) continue;
    Elf_Data* const relocations = elf_getdata(section, nullptr);
    Elf_Data* const symbols = elf_getdata(table, nullptr);
    if (relocations == nullptr || symbols == nullptr) continue;
    for (std::size_t i = 0; i < relocations->d_size / header.sh_entsize; ++i) {
      GElf_Rela relocation;
      GElf_Sym symbol;
      if (gelf_getrela(relocations, static_cast<int>(i), &relocation) == nullptr) break;
      const auto type = GELF_R_TYPE(relocation.r_info);
      if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT) continue;
      const auto number = static_cast<int>(GELF_R_SYM(relocation.r_info));
      if (number < 0 || gelf_getsym(symbols, number, &symbol) == nullptr) continue;
      const char* const name = elf_strptr(elf, names.sh_link, symbol.st_name);
      if (name != nullptr) pointers_.emplace(relocation.r_offset, name);
    }
  }
}

std::span<const std::uint8_t> MachineCode::bytes_from(std::uint64_t address) const {
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(file_->elf(), section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_PROGBITS) continue;
    if ((header.sh_flags & SHF_EXECINSTR) == 0 || address < header.sh_addr) continue;
    const std::uint64_t offset = address - header.sh_addr;
    const Elf_Data* const data = offset < header.sh_size ? elf_getdata(section, nullptr) : nullptr;
    if (data == nullptr || data->d_buf == nullptr || offset >= data->d_size) continue;
    return {static_cast<const std::uint8_t*>(data->d_buf) + offset, data->d_size - offset};
  }
  return {};
}

bool MachineCode::is_read_only(std::uint64_t address) const {
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(file_->elf(), section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || (header.sh_flags & (SHF_ALLOC | SHF_TLS)) != SHF_ALLOC) continue;
    if (address >= header.sh_addr && address - header.sh_addr < header.sh_size)
      return (header.sh_flags & SHF_WRITE) == 0;
  }
  return false;
}

const ElfFile::Symbol* MachineCode::symbol_at(std::uint64_t address) const {
  const ElfFile::Symbol* const own = file_->symbol_at(address);
  return own == nullptr && symbols_ != nullptr ? symbols_->symbol_at(address) : own;
}

MachineCode::Function MachineCode::function_at(std::uint64_t address) const {
  const ElfFile::Symbol* const symbol = is_x86_64_ ? symbol_at(address) : nullptr;
  if (symbol == nullptr || address >= symbol->end) return {};
  const auto bytes = bytes_from(symbol->begin);
  const std::uint64_t size = symbol->end - symbol->begin;
  if (size > bytes.size()) return {};
  return {symbol->begin, bytes.first(size)};
}

std::string MachineCode::called(std::uint64_t address) const {
  if (!is_x86_64_) return "";
  if (const ElfFile::Symbol* const symbol = symbol_at(address); symbol != nullptr && symbol->begin == address)
    return symbol->name;
  // endbr64; bnd jmp *pointer(%rip)
  std::span<const std::uint8_t> code = bytes_from(address);
  constexpr std::uint8_t kLandingPad[] = {0xf3, 0x0f, 0x1e, 0xfa};
  const auto skip = [&](std::size_t size) {
    code = code.subspan(size);
    address += size;
  };
  if (code.size() >= 4 && std::memcmp(code.data(), kLandingPad, 4) == 0) skip(4);
  if (!code.empty() && code[0] == 0xf2) skip(1);
  if (code.size() < 6 || code[0] != 0xff || code[1] != 0x25) return "";
  std::int32_t distance;
  std::memcpy(&distance, &code[2], sizeof distance);
  return called_through(address + 6 + static_cast<std::uint64_t>(std::int64_t{distance}));
}

std::string MachineCode::called_through(std::uint64_t pointer) const {
  const auto found = pointers_.find(pointer);
  return found != pointers_.end() ? found->second : "";
}

}  // namespace fencepost::symbolize
