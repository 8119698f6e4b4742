#include "rma/undefined_symbols.h"

#include <elf.h>
#include <link.h>

namespace fencepost::rma {
namespace {

struct Search {
  Asks asks;
  void* context;
};

// The relocations and not the symbol table, whose length a module does not tell.
struct Tables {
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  const ElfW(Rela) * calls = nullptr;
  const ElfW(Rela) * data = nullptr;
  std::size_t calls_size = 0;
  std::size_t data_size = 0;
};

Tables tables_of(const dl_phdr_info& info) {
  Tables tables;
  const ElfW(Dyn)* entry = nullptr;
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    if (info.dlpi_phdr[i].p_type == PT_DYNAMIC)
      entry = reinterpret_cast<const ElfW(Dyn)*>(info.dlpi_addr + info.dlpi_phdr[i].p_vaddr);
  }
  if (entry == nullptr) return tables;
  // glibc's loader has made addresses of them; others leave them relative to the module.
  const auto at = [&](ElfW(Addr) value) { return value < info.dlpi_addr ? value + info.dlpi_addr : value; };
  for (; entry->d_tag != DT_NULL; ++entry) {
    switch (entry->d_tag) {
      case DT_SYMTAB:
        tables.symbols = reinterpret_cast<const ElfW(Sym)*>(at(entry->d_un.d_ptr));
        break;
      case DT_STRTAB:
        tables.names = reinterpret_cast<const char*>(at(entry->d_un.d_ptr));
        break;
      case DT_JMPREL:
        tables.calls = reinterpret_cast<const ElfW(Rela)*>(at(entry->d_un.d_ptr));
        break;
      case DT_PLTRELSZ:
        tables.calls_size = entry->d_un.d_val;
        break;
      case DT_RELA:
        tables.data = reinterpret_cast<const ElfW(Rela)*>(at(entry->d_un.d_ptr));
        break;
      case DT_RELASZ:
        tables.data_size = entry->d_un.d_val;
        break;
      default:
        break;
    }
  }
  return tables;
}

int search(dl_phdr_info* info, std::size_t, void* given) {
  const Search search = *static_cast<const Search*>(given);
  const std::string_view file = info->dlpi_name != nullptr ? info->dlpi_name : "";
  if (!file.empty() && file.front() != '/' && file.front() != '.') return 0;  // the kernel's own
  const Tables tables = tables_of(*info);
  if (tables.symbols == nullptr || tables.names == nullptr) return 0;
  const auto in = [&](const ElfW(Rela) * first, std::size_t bytes) {
    for (std::size_t i = 0; first != nullptr && i < bytes / sizeof *first; ++i) {
      const std::size_t number = ELF64_R_SYM(first[i].r_info);
      if (number == 0) continue;
      const ElfW(Sym)& symbol = tables.symbols[number];
      if (symbol.st_shndx == SHN_UNDEF && search.asks(file, tables.names + symbol.st_name, search.context)) return 1;
    }
    return 0;
  };
  return in(tables.calls, tables.calls_size) != 0 ? 1 : in(tables.data, tables.data_size);
}

}  // namespace

void for_each_undefined_symbol(Asks asks, void* context) {
  Search given{asks, context};
  dl_iterate_phdr(search, &given);
}

}  // namespace fencepost::rma
