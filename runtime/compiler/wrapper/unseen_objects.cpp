#include "wrapper/unseen_objects.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

#include "record/program_code.h"

namespace fencepost::compiler {
namespace {

constexpr std::string_view kMarker = ".fencepost.seen";  // a section that our plugin and our pass give each object
constexpr std::string_view kThinArchive = "!<thin>\n", kArchive = "!<arch>\n";

// A copy, because objects in archives are not aligned.
template <class T>
std::optional<T> at(std::string_view bytes, std::uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::string_view part(std::string_view bytes, std::uint64_t offset, std::uint64_t size) {
  if (offset > bytes.size() || bytes.size() - offset < size) return {};
  return bytes.substr(offset, size);
}

std::string_view text_at(std::string_view strings, std::uint64_t offset) {
  if (offset >= strings.size()) return {};
  strings.remove_prefix(offset);
  return strings.substr(0, strings.find('\0'));
}

// Whether an object has code, but neither our marker nor names of hooks.
bool is_unseen_object(std::string_view bytes) {
  const auto header = at<Elf64_Ehdr>(bytes, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64 ||
      header->e_type != ET_REL)
    return false;
  std::vector<Elf64_Shdr> sections;
  for (std::uint64_t i = 0; i < header->e_shnum; ++i) {
    const auto section = at<Elf64_Shdr>(bytes, header->e_shoff + i * header->e_shentsize);
    if (!section) return false;
    sections.push_back(*section);
  }
  if (header->e_shstrndx >= sections.size()) return false;
  const Elf64_Shdr& of_names = sections[header->e_shstrndx];
  const std::string_view names = part(bytes, of_names.sh_offset, of_names.sh_size);
  bool has_code = false;
  for (const Elf64_Shdr& section : sections) {
    const std::string_view name = text_at(names, section.sh_name);
    if (name.starts_with(kMarker)) return false;
    has_code = has_code || name.starts_with(".gnu.lto_") ||
               (section.sh_type == SHT_PROGBITS && (section.sh_flags & SHF_EXECINSTR) != 0 && section.sh_size != 0);
    if (section.sh_type != SHT_STRTAB) continue;
    const std::string_view symbols = part(bytes, section.sh_offset, section.sh_size);
    if (symbols.find("__tsan_") != std::string_view::npos || symbols.find("fencepost_") != std::string_view::npos)
      return false;
  }
  return has_code;
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// One such object in it is enough. `folder`: of a thin archive, whose objects are files beside it.
bool is_unseen_archive(std::string_view bytes, const std::string& folder) {
  constexpr std::size_t kHeader = 60, kName = 16, kSize = 48, kSizeLength = 10;
  const bool thin = bytes.starts_with(kThinArchive);
  std::string_view long_names;
  for (std::size_t offset = kArchive.size(); offset + kHeader <= bytes.size();) {
    const std::string_view header = bytes.substr(offset, kHeader);
    const std::string_view name = header.substr(0, kName);
    const std::uint64_t size = std::strtoull(std::string(header.substr(kSize, kSizeLength)).c_str(), nullptr, 10);
    const bool is_index = name.starts_with("/ ") || name.starts_with("/SYM64/") || name.starts_with("__.SYMDEF");
    const bool is_names = name.starts_with("// ");
    offset += kHeader;
    const std::string_view content = part(bytes, offset, size);
    if (is_names) {
      long_names = content;
    } else if (!is_index && thin) {
      const std::string_view from =
          text_at(long_names, std::strtoull(std::string(name.substr(1)).c_str(), nullptr, 10));
      const std::string_view file = from.substr(0, from.find("/\n"));
      if (!file.empty() && is_unseen_object(content_of((file.starts_with('/') ? "" : folder) + std::string(file))))
        return true;
    } else if (!is_index && is_unseen_object(content)) {
      return true;
    }
    if (!thin || is_names || is_index) offset += size + size % 2;
  }
  return false;
}

bool is_unseen(const std::string& path) {
  std::error_code error;
  const std::string real = std::filesystem::canonical(path, error).string();
  if (error || !std::filesystem::is_regular_file(real, error) || record::lies_in_system_folder(real) ||
      record::is_of_tool_or_mpi(real))
    return false;
  // For most inputs, libraries and objects, a look at their beginning is enough.
  std::ifstream file(real, std::ios::binary);
  char beginning[sizeof(Elf64_Ehdr)] = {};
  file.read(beginning, sizeof beginning);
  const std::string_view magic(beginning, sizeof beginning);
  const bool archive = magic.starts_with(kArchive) || magic.starts_with(kThinArchive);
  if (!archive && at<Elf64_Ehdr>(magic, 0)->e_type != ET_REL) return false;
  const std::string content = content_of(real);
  return archive ? is_unseen_archive(content, std::string(record::folder_of(real))) : is_unseen_object(content);
}

// Where -l finds an archive: nothing if it finds a shared library first, or neither.
std::string archive_of(const std::string& library, const Arguments& arguments) {
  for (const std::string& folder : arguments.library_folders) {
    std::error_code error;
    const std::string exact = library.starts_with(':') ? folder + "/" + library.substr(1) : "";
    if (!exact.empty() && std::filesystem::exists(exact, error)) return exact;
    const std::string shared = folder + "/lib" + library + ".so", archive = folder + "/lib" + library + ".a";
    if (!arguments.static_library && std::filesystem::exists(shared, error)) return "";
    if (std::filesystem::exists(archive, error)) return archive;
  }
  return "";
}

}  // namespace

std::vector<std::string> unseen_objects(const Arguments& arguments) {
  std::vector<std::string> names;
  const auto look_at = [&](const std::string& path) {
    const std::string name(record::name_of_file(path));
    if (std::ranges::find(names, name) == names.end() && is_unseen(path)) names.push_back(name);
  };
  for (const std::string& file : arguments.link_files) look_at(file);
  for (const std::string& library : arguments.libraries)
    if (const std::string archive = archive_of(library, arguments); !archive.empty()) look_at(archive);
  return names;
}

std::string note_of_unseen(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) {
    if (!list.empty()) list += ", ";
    for (const char c : name) list += c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' ' ? '?' : c;
  }
  return "\t.section\t.rodata\n"
         "\t.globl\tfencepost_unseen_objects\n"
         "\t.hidden\tfencepost_unseen_objects\n"
         "fencepost_unseen_objects:\n"
         "\t.asciz\t\"" +
         list +
         "\"\n"
         "\t.section\t.note.GNU-stack,\"\",@progbits\n";
}

}  // namespace fencepost::compiler
