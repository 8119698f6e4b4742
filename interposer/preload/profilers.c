#define _GNU_SOURCE
#include "preload/profilers.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

static const void* module_of(const void* address) {
  Dl_info place;
  return address != NULL && dladdr(address, &place) != 0 ? place.dli_fbase : NULL;
}

/* Whether a relocation refers to a function of another module whose name begins with `name`, or is exactly that. */
static int any_refers(const ElfW(Rela) * relocation, size_t bytes, const ElfW(Sym) * symbols, const char* strings,
                      const char* name, size_t length) {
  for (size_t i = 0; relocation != NULL && i < bytes / sizeof *relocation; ++i) {
    const ElfW(Sym)* symbol = &symbols[ELF64_R_SYM(relocation[i].r_info)];
    if (ELF64_R_SYM(relocation[i].r_info) != 0 && symbol->st_shndx == SHN_UNDEF &&
        strncmp(strings + symbol->st_name, name, length) == 0)
      return 1;
  }
  return 0;
}

/* We read the relocations, not the symbol table, because a module does not say how long that is. glibc's loader turns
 * the entries of the dynamic section into addresses; other loaders leave them relative to the module. */
static int refers_to(const struct link_map* module, const char* name, size_t length) {
  const ElfW(Sym)* symbols = NULL;
  const char* strings = NULL;
  const ElfW(Rela)* calls = NULL, *data = NULL;
  size_t calls_size = 0, data_size = 0;
  for (const ElfW(Dyn)* entry = module->l_ld; entry->d_tag != DT_NULL; ++entry) {
    ElfW(Addr) at = entry->d_un.d_ptr < module->l_addr ? entry->d_un.d_ptr + module->l_addr : entry->d_un.d_ptr;
    if (entry->d_tag == DT_SYMTAB) symbols = (const ElfW(Sym)*)at;
    if (entry->d_tag == DT_STRTAB) strings = (const char*)at;
    if (entry->d_tag == DT_JMPREL) calls = (const ElfW(Rela)*)at;
    if (entry->d_tag == DT_RELA) data = (const ElfW(Rela)*)at;
    if (entry->d_tag == DT_PLTRELSZ) calls_size = entry->d_un.d_val;
    if (entry->d_tag == DT_RELASZ) data_size = entry->d_un.d_val;
  }
  if (symbols == NULL || strings == NULL) return 0;
  return any_refers(calls, calls_size, symbols, strings, name, length) ||
         any_refers(data, data_size, symbols, strings, name, length);
}

static int calls(const struct link_map* module, const char* function) {
  return refers_to(module, function, strlen(function) + 1);
}

/* Whether the calls of all functions that a module puts before the library's come to us. If a module can look functions
 * up, we believe it only if it calls each by its second name. */
static int comes_to_us(const struct link_map* module, const char* const* names, struct link_map* const* modules,
                       size_t count) {
  static const char prefix[] = "PMPI_";
  char second[128];
  if (!refers_to(module, prefix, strlen(prefix))) return 0;
  if (!calls(module, "dlsym") && !calls(module, "dlvsym")) return 1;
  for (size_t i = 0; i < count; ++i) {
    if (modules[i] != module) continue;
    snprintf(second, sizeof second, "P%s", names[i]);
    if (!calls(module, second)) return 0;
  }
  return 1;
}

void find_profilers(const char* const* names, void* const* natives, void** profilers, struct link_map** modules,
                    size_t count) {
  for (size_t i = 0; i < count; ++i) {
    Dl_info place;
    modules[i] = NULL;
    profilers[i] = dlsym(RTLD_NEXT, names[i]);
    if (profilers[i] == NULL || profilers[i] == natives[i] ||
        dladdr1(profilers[i], &place, (void**)&modules[i], RTLD_DL_LINKMAP) == 0 ||
        place.dli_fbase == module_of(natives[i]))
      modules[i] = NULL;
  }
  const struct link_map* last_module = NULL; /* nearly always one */
  int last_answer = 0;
  for (size_t i = 0; i < count; ++i) {
    if (modules[i] != NULL && modules[i] != last_module) {
      last_module = modules[i];
      last_answer = comes_to_us(last_module, names, modules, count);
    }
    if (modules[i] == NULL || !last_answer) profilers[i] = NULL;
  }
}
