#include "command/binary.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fencepost::command {
namespace {

namespace fs = std::filesystem;

std::string_view contents_of(const symbolize::ElfFile& file) {
  std::size_t size = 0;
  const char* raw = elf_rawfile(file.elf(), &size);
  return raw != nullptr ? std::string_view(raw, size) : std::string_view();
}

std::string_view section_of(const symbolize::ElfFile& file, std::string_view name) {
  std::size_t names = 0;
  if (elf_getshdrstrndx(file.elf(), &names) != 0) return {};
  for (Elf_Scn* section = elf_nextscn(file.elf(), nullptr); section != nullptr;
       section = elf_nextscn(file.elf(), section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) continue;
    const char* named = elf_strptr(file.elf(), names, header.sh_name);
    if (named == nullptr || name != named) continue;
    const Elf_Data* data = elf_getdata(section, nullptr);
    return data != nullptr && data->d_buf != nullptr
               ? std::string_view(static_cast<const char*>(data->d_buf), data->d_size)
               : std::string_view();
  }
  return {};
}

}  // namespace

std::string loader_of(const symbolize::ElfFile& file) {
  std::size_t count = 0;
  if (elf_getphdrnum(file.elf(), &count) != 0) return "";
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Phdr header;
    if (gelf_getphdr(file.elf(), static_cast<int>(i), &header) == nullptr || header.p_type != PT_INTERP) continue;
    std::size_t size = 0;
    const char* raw = elf_rawfile(file.elf(), &size);
    if (raw == nullptr || header.p_offset >= size || header.p_filesz > size - header.p_offset) return "";
    return std::string(raw + header.p_offset, strnlen(raw + header.p_offset, header.p_filesz));
  }
  return "";
}

bool needs_symbol(const symbolize::ElfFile& file, std::string_view name) {
  for (Elf_Scn* section = elf_nextscn(file.elf(), nullptr); section != nullptr;
       section = elf_nextscn(file.elf(), section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_DYNSYM || header.sh_entsize == 0) continue;
    Elf_Data* data = elf_getdata(section, nullptr);
    for (std::size_t i = 0; data != nullptr && i < header.sh_size / header.sh_entsize; ++i) {
      GElf_Sym symbol;
      if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr || symbol.st_shndx != SHN_UNDEF) continue;
      const char* named = elf_strptr(file.elf(), header.sh_link, symbol.st_name);
      if (named != nullptr && name == named) return true;
    }
  }
  return false;
}

std::vector<std::string> libraries_of(const std::string& loader, const fs::path& program) {
  std::vector<std::string> libraries;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return libraries;
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    std::string path = fs::absolute(program).string();
    execl(loader.c_str(), loader.c_str(), "--list", path.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  close(ends[1]);
  std::string text;
  std::array<char, 4096> buffer;
  for (ssize_t got = 0; child > 0 && (got = ::read(ends[0], buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  close(ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  // "\tlibmpi.so.40 => /usr/lib/x86_64-linux-gnu/libmpi.so.40 (0x…)"
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    std::size_t arrow = line.find("=> ");
    std::string path = arrow != std::string::npos ? line.substr(arrow + 3) : line.substr(line.find_first_not_of(" \t"));
    libraries.push_back(path.substr(0, path.find(" (")));
  }
  return libraries;
}

bool is_mpi_library(const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  return name.starts_with("libmpi.so") || name.starts_with("libmpich.so") || name.starts_with("libmpi_") ||
         name.starts_with("libmpi-") || name.starts_with("libmpifort.so") || name.starts_with("libpmpi.so");
}

std::string backend_for(const std::vector<std::string>& libraries) {
  const auto has = [&](std::string_view beginning) {
    return std::ranges::any_of(
        libraries, [&](const std::string& path) { return fs::path(path).filename().string().starts_with(beginning); });
  };
  if (has("libmpi_abi.so")) return "mpiabi";
  if (has("libopen-pal") || has("libopen-rte") || has("libmpi.so.40") || has("libmpi.so.20")) return "openmpi";
  return std::ranges::any_of(libraries, is_mpi_library) ? "mpich" : "";
}

std::vector<std::string> compilers_of(const symbolize::ElfFile& file) {
  std::vector<std::string> names;
  std::string_view rest = section_of(file, ".comment");
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    const std::string name(rest.substr(0, end));
    if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return names;
}

// Recognized by the name under which they look for libfencepost.so: it remains when symbols have been stripped.
bool has_hooks(const symbolize::ElfFile& file) {
  return contents_of(file).find("fencepost_hooks_attach") != std::string_view::npos;
}

}  // namespace fencepost::command
