#include "symbolize/elf_file.h"

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <gelf.h>
#include <libelf.h>
#include <string_view>
#include <unistd.h>

#include <elfutils/libdwelf.h>
#include <fmt/format.h>

namespace fencepost::symbolize {
namespace {

constexpr std::string_view kDebugRoot = "/usr/lib/debug";

template <class Visit>
void for_each_section(Elf* elf, Visit visit) {
  Elf_Scn* section = nullptr;
  while ((section = elf_nextscn(elf, section)) != nullptr) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) != nullptr) visit(section, header);
  }
}

}  // namespace

std::unique_ptr<ElfFile> ElfFile::open(const std::string& path) {
  [[maybe_unused]] static const unsigned version = elf_version(EV_CURRENT);
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return nullptr;
  Elf* elf = elf_begin(descriptor, ELF_C_READ_MMAP, nullptr);
  if (elf == nullptr || elf_kind(elf) != ELF_K_ELF) {
    if (elf != nullptr) elf_end(elf);
    ::close(descriptor);
    return nullptr;
  }
  return std::unique_ptr<ElfFile>(new ElfFile(path, descriptor, elf));
}

ElfFile::~ElfFile() {
  elf_end(elf_);
  ::close(descriptor_);
}

std::string ElfFile::build_id() const {
  const void* bytes = nullptr;
  ssize_t size = dwelf_elf_gnu_build_id(elf_, &bytes);
  std::string hex;
  for (ssize_t i = 0; i < size; ++i) hex += fmt::format("{:02x}", static_cast<const unsigned char*>(bytes)[i]);
  return hex;
}

bool ElfFile::has_section(const char* name) const {
  std::size_t names = 0;
  if (elf_getshdrstrndx(elf_, &names) != 0) return false;
  bool found = false;
  for_each_section(elf_, [&](Elf_Scn*, const GElf_Shdr& header) {
    const char* own = elf_strptr(elf_, names, header.sh_name);
    // In a program whose debug information was split off, the section may remain as an empty shell.
    if (own != nullptr && std::strcmp(own, name) == 0 && header.sh_type != SHT_NOBITS) found = true;
  });
  return found;
}

std::string ElfFile::debug_link() const {
  GElf_Word checksum = 0;
  const char* name = dwelf_elf_gnu_debuglink(elf_, &checksum);
  return name != nullptr ? name : "";
}

void ElfFile::read_symbols() const {
  symbols_read_ = true;
  auto read_table = [&](GElf_Word kind) {
    for_each_section(elf_, [&](Elf_Scn* section, const GElf_Shdr& header) {
      if (header.sh_type != kind || header.sh_entsize == 0) return;
      Elf_Data* data = elf_getdata(section, nullptr);
      if (data == nullptr) return;
      for (std::size_t i = 0; i < data->d_size / header.sh_entsize; ++i) {
        GElf_Sym symbol;
        if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr) break;
        int type = GELF_ST_TYPE(symbol.st_info);
        if ((type != STT_FUNC && type != STT_GNU_IFUNC) || symbol.st_shndx == SHN_UNDEF) continue;
        const char* name = elf_strptr(elf_, header.sh_link, symbol.st_name);
        if (name == nullptr || *name == '\0') continue;
        symbols_.push_back({symbol.st_value, symbol.st_value + symbol.st_size, name});
      }
    });
  };
  read_table(SHT_SYMTAB);
  if (symbols_.empty()) read_table(SHT_DYNSYM);
  std::ranges::stable_sort(symbols_, {}, &Symbol::begin);
}

std::string ElfFile::function_at(std::uint64_t address) const {
  const Symbol* const symbol = symbol_at(address);
  return symbol != nullptr ? symbol->name : "";
}

const ElfFile::Symbol* ElfFile::symbol_at(std::uint64_t address) const {
  if (!symbols_read_) read_symbols();
  auto next = std::ranges::upper_bound(symbols_, address, {}, &Symbol::begin);
  // Aliases share a beginning, and hand-written code may nest symbols: the nearest one that still covers the address.
  for (int tries = 0; next != symbols_.begin() && tries < 16; ++tries) {
    --next;
    bool unsized = next->end == next->begin;
    if (address < next->end || (unsized && tries == 0)) return &*next;
  }
  return nullptr;
}

std::shared_ptr<ElfFile> find_debug_file_by_id(const std::string& build_id) {
  if (build_id.size() < 4) return nullptr;
  auto path = fmt::format("{}/.build-id/{}/{}.debug", kDebugRoot, build_id.substr(0, 2), build_id.substr(2));
  std::shared_ptr<ElfFile> file = ElfFile::open(path);
  return file != nullptr && file->build_id() == build_id ? file : nullptr;
}

std::shared_ptr<ElfFile> find_debug_file(const std::shared_ptr<ElfFile>& file) {
  if (file->has_section(".debug_info")) return file;
  std::string id = file->build_id();
  if (auto found = find_debug_file_by_id(id)) return found;
  std::string link = file->debug_link();
  if (link.empty() || link.find('/') != std::string::npos) return nullptr;
  std::error_code error;
  std::filesystem::path folder = std::filesystem::canonical(file->path(), error).parent_path();
  if (error) return nullptr;
  for (const std::filesystem::path& place : {folder / link, folder / ".debug" / link,
                                             std::filesystem::path(std::string(kDebugRoot) + folder.string()) / link}) {
    std::shared_ptr<ElfFile> found = ElfFile::open(place.string());
    if (found != nullptr && found->has_section(".debug_info") && found->build_id() == id) return found;
  }
  return nullptr;
}

}  // namespace fencepost::symbolize
