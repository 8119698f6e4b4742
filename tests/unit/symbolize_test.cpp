// Symbolizing against real compilers: small programs are compiled here, run to learn return addresses of marked calls,
// and looked up again.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "record/vocabulary.h"
#include "symbolize/address_book.h"
#include "symbolize/elf_file.h"
#include "symbolize/names.h"

namespace fencepost::symbolize {
namespace {

namespace fs = std::filesystem;

// Prints the return address and the bias of the executable: what a trace would hold of a call.
constexpr const char* kProbe = R"(
#define _GNU_SOURCE
#include <link.h>
#include <stdio.h>
#include <stdint.h>
static int first(struct dl_phdr_info* info, size_t size, void* bias) { (void)size; *(uintptr_t*)bias = info->dlpi_addr; return 1; }
__attribute__((noinline)) void probe(void) {
  uintptr_t bias = 0;
  dl_iterate_phdr(first, &bias);
  printf("%lx %lx\n", (unsigned long)((uintptr_t)__builtin_return_address(0) - bias), (unsigned long)bias);
  fflush(stdout);
}
void probe_(void) __attribute__((alias("probe")));
)";

constexpr const char* kC = R"(void probe(void);
static inline __attribute__((always_inline)) void inner(int n) {
  if (n > 0)
    probe();  /* line 4 */
}
static inline __attribute__((always_inline)) void middle(int n) {
  inner(n + 1);  /* line 7 */
}
__attribute__((noinline)) void outer(int n) {
  middle(n);  /* line 10 */
  __asm__ volatile("");
}
int main(int argc, char** argv) {
  (void)argv;
  outer(argc);
  return 0;
}
)";

constexpr const char* kCxx = R"(extern "C" void probe();
namespace grid {
template <class T> struct Halo {
  __attribute__((noinline)) void exchange(T value) const {
    if (value > 0)
      probe();
    asm volatile("");
  }
};
}
int main(int argc, char**) {
  grid::Halo<int>().exchange(argc);
}
)";

constexpr const char* kFortran = R"(module ring
contains
  subroutine pass(n)
    integer, intent(in) :: n
    if (n > 0) then
      call probe()
    end if
  end subroutine
end module
program walk
  use ring
  call pass(1)
end program
)";

// Prints where variables are in the file.
constexpr const char* kShow = R"(
#define _GNU_SOURCE
#include <link.h>
#include <stdio.h>
#include <stdint.h>
static int first(struct dl_phdr_info* info, size_t size, void* bias) { (void)size; *(uintptr_t*)bias = info->dlpi_addr; return 1; }
void show(const void* variable) {
  uintptr_t bias = 0;
  dl_iterate_phdr(first, &bias);
  printf("%lx\n", (unsigned long)((uintptr_t)variable - bias));
  fflush(stdout);
}
void show_(const void* variable) { show(variable); }
)";

constexpr const char* kVariables = R"(void show(const void*);
typedef const double Fixed;
double grid[4][8];
static struct { int first; struct { float x, y; } at[3]; } halo;
Fixed limit = 7;
int main(void) {
  static long count;
  int local[4];
  show(grid);
  show(&halo);
  show(&limit);
  show(&count);
  show(local);
  return 0;
}
)";

constexpr const char* kFortranVariables = R"(module fields
  double precision :: grid(0:3, 8)
  double precision :: below(-200:-100)
end module
program main
  use fields
  call show(grid)
  call show(below)
end program
)";

// Prints, as the program calls probe(), what is needed to find its local variables.
constexpr const char* kLocals = R"(#include <stdio.h>
void probe(void);
struct Halo { int head[2], row[6]; };
__attribute__((noinline)) void show(const void* cfa, const void* first, const void* second, const void* third) {
  printf("%lx %lx %lx %lx\n", (unsigned long)cfa, (unsigned long)first, (unsigned long)second, (unsigned long)third);
  fflush(stdout);
}
static inline __attribute__((always_inline)) void inlined(const void* cfa, const void* few, const void* halo) {
  short in_it[3] = {1, 2, 3};
  __asm__ volatile("" : : "r"(in_it) : "memory");
  (probe(), (void)in_it);
  show(cfa, few, halo, in_it);
  __asm__ volatile("" : : "r"(in_it) : "memory");
}
int main(int argc, char** argv) {
  int few[4] = {argc};
  struct Halo halo = {{argc}, {0}};
  (void)argv;
  __asm__ volatile("" : : "r"(few), "r"(&halo) : "memory");
  inlined(__builtin_dwarf_cfa(), few, &halo);
  __asm__ volatile("" : : "r"(few), "r"(&halo) : "memory");
  return 0;
}
)";

class Symbolize : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "symbolize_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    write("probe.c", kProbe);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }

  void run(const std::string& command) {
    ASSERT_EQ(std::system(("cd " + folder_.string() + " && " + command).c_str()), 0) << command;
  }

  // Builds `source` into `program` and learns the return address of its call of probe().
  void build(const std::string& compiler, const std::string& options, const std::string& source,
             const std::string& text) {
    write(source, text);
    run("gcc -O1 -c probe.c -o probe.o");
    run(compiler + " " + options + " " + source + " probe.o -Wl,--build-id -o program");
    learn();
  }
  void learn() {
    run("./program > addresses");
    std::ifstream addresses(folder_ / "addresses");
    unsigned long bias = 0;
    ASSERT_TRUE(addresses >> std::hex >> address_ >> bias);
  }

  // Builds `source` and gives the addresses in the file that it shows.
  std::vector<std::uint64_t> shown(const std::string& compiler, const std::string& options, const std::string& source,
                                   const std::string& text) {
    write("show.c", kShow);
    write(source, text);
    run("gcc -O1 -c show.c -o show.o");
    run(compiler + " " + options + " " + source + " show.o -Wl,--build-id -o program && ./program > shown");
    std::ifstream file(folder_ / "shown");
    std::vector<std::uint64_t> addresses;
    for (std::uint64_t address = 0; file >> std::hex >> address;) addresses.push_back(address);
    return addresses;
  }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  void define(AddressBook& book, const std::string& build_id, int process = 0) {
    std::string program = path("program");
    event::Module module;
    module.begin = kBias;
    module.end = kBias + 0x10000000;
    module.bias = kBias;
    module.path = program;
    module.build_id = build_id;
    book.define(ProcessId(process), module);
  }
  std::string build_id() const {
    auto file = ElfFile::open(path("program"));
    return file != nullptr ? file->build_id() : "";
  }
  std::vector<SourceLocation> look_up(AddressBook& book) { return book.frames(ProcessId(0), kBias + address_); }
  std::vector<SourceLocation> look_up() {
    AddressBook book;
    define(book, build_id());
    return look_up(book);
  }

  static constexpr std::uint64_t kBias = 0x7f0000000000;
  fs::path folder_;
  unsigned long address_ = 0;
};

struct Build {
  const char* compiler;
  const char* options;
};

TEST_F(Symbolize, FindsInlinedFunctionsOfEveryCompilerAndDwarfVersion) {
  for (const Build& how :
       {Build{"gcc", "-g -O2"}, Build{"gcc", "-gdwarf-4 -O2"}, Build{"gcc", "-g -O0"}, Build{"gcc", "-g -O2 -no-pie"},
        Build{"clang-19", "-g -O2"}, Build{"clang-19", "-gdwarf-4 -O2"}, Build{"clang-19", "-g -O0"},
        Build{"gcc", "-g -O2 -gz"}, Build{"gcc", "-g -O2 -gsplit-dwarf"}, Build{"clang-19", "-g -O2 -gsplit-dwarf"},
        Build{"gcc", "-g -O3 -flto"}}) {
    SCOPED_TRACE(std::string(how.compiler) + " " + how.options);
    build(how.compiler, how.options, "program.c", kC);
    std::vector<SourceLocation> frames = look_up();
    ASSERT_EQ(frames.size(), 3u);
    EXPECT_EQ(frames[0].file, path("program.c"));
    EXPECT_EQ(frames[0].line, 4);
    EXPECT_EQ(frames[0].function, "inner");
    EXPECT_EQ(frames[1].line, 7);
    EXPECT_EQ(frames[1].function, "middle");
    EXPECT_EQ(frames[1].file, path("program.c"));
    EXPECT_EQ(frames[2].line, 10);
    EXPECT_EQ(frames[2].function, "outer");
    EXPECT_EQ(frames[0].module, path("program"));
  }
}

TEST_F(Symbolize, FilesOfOtherFoldersAreFoundFromAnywhere) {
  fs::create_directory(folder_ / "sources");
  for (const Build& how : {Build{"gcc", "-g -O2"}, Build{"clang-19", "-g -O2"}, Build{"clang-19", "-gdwarf-4 -O2"}}) {
    SCOPED_TRACE(std::string(how.compiler) + " " + how.options);
    build(how.compiler, how.options, "sources/program.c", kC);
    for (const SourceLocation& frame : look_up()) EXPECT_EQ(frame.file, path("sources/program.c"));
  }
}

TEST_F(Symbolize, NamesVariablesAndTheirParts) {
  for (const Build& how : {Build{"gcc", "-g -O0"}, Build{"gcc", "-gdwarf-4 -O1"}, Build{"clang-19", "-g -O0"},
                           Build{"gcc", "-g -O0 -no-pie"}}) {
    SCOPED_TRACE(std::string(how.compiler) + " " + how.options);
    const std::vector<std::uint64_t> at = shown(how.compiler, how.options, "variables.c", kVariables);
    ASSERT_EQ(at.size(), 5u);
    AddressBook book;
    define(book, build_id());
    const auto name = [&](std::uint64_t address, std::uint64_t offset, std::uint64_t bytes) {
      return book.variable(ProcessId(0), kBias + address + offset, kBias + address + offset + bytes);
    };
    EXPECT_EQ(name(at[0], 0, 8), "grid[0][0]");
    EXPECT_EQ(name(at[0], 64, 64), "grid[1][0..7]");
    EXPECT_EQ(name(at[0], 64, 128), "grid[1..2][0..7]");
    EXPECT_EQ(name(at[0], 24, 64), "grid[0][3] to [1][2]");
    EXPECT_EQ(name(at[0], 256 - 4, 4), "grid[3][7]");
    EXPECT_EQ(name(at[1], 0, 4), "halo.first");
    EXPECT_EQ(name(at[1], 16, 4), "halo.at[1].y");
    EXPECT_EQ(name(at[1], 4, 24), "halo.at[0..2]");
    EXPECT_EQ(name(at[1], 0, 28), "halo");
    EXPECT_EQ(name(at[2], 0, 8), "limit");
    EXPECT_EQ(name(at[3], 0, 8), "count");
    EXPECT_EQ(name(at[4], 0, 4), "");  // on the stack
  }
}

// Sizes and places that need all bits of a byte, or of two.
TEST_F(Symbolize, NamesPartsWhateverTheirNumbers) {
  for (const Build& how : {Build{"gcc", "-g -O0"}, Build{"clang-19", "-g -O0"}}) {
    SCOPED_TRACE(std::string(how.compiler) + " " + how.options);
    for (const std::uint64_t size : {127u, 128u, 255u, 256u, 32768u, 65536u}) {
      SCOPED_TRACE(size);
      const std::string number = std::to_string(size);
      const std::string source = "void show(const void*);\nstatic char row[" + number +
                                 "];\nstatic struct { char before[" + number +
                                 "]; char it[2]; } one;\n"
                                 "int main(void) { show(row); show(&one); return 0; }\n";
      const std::vector<std::uint64_t> at = shown(how.compiler, how.options, "sizes.c", source.c_str());
      ASSERT_EQ(at.size(), 2u);
      AddressBook book;
      define(book, build_id());
      const auto name = [&](std::uint64_t address) {
        return book.variable(ProcessId(0), kBias + address, kBias + address + 1);
      };
      const std::string last = std::to_string(size - 1);
      EXPECT_EQ(name(at[0] + size - 1), "row[" + last + "]");
      EXPECT_EQ(name(at[1] + size - 1), "one.before[" + last + "]");
      EXPECT_EQ(name(at[1] + size + 1), "one.it[1]");
    }
  }
}

TEST_F(Symbolize, FindsLocalVariablesInTheFramesOfAStack) {
  for (const Build& how :
       {Build{"gcc", "-g -O0"}, Build{"gcc", "-g -O2"}, Build{"gcc", "-gdwarf-4 -O3 -no-pie"},
        Build{"gcc", "-g -O2 -fno-omit-frame-pointer"}, Build{"clang-19", "-g -O0"}, Build{"clang-19", "-g -O2"},
        Build{"clang-19", "-g -O2 -fno-omit-frame-pointer"}, Build{"gcc", "-g -O2 -flto"}}) {
    SCOPED_TRACE(std::string(how.compiler) + " " + how.options);
    build(how.compiler, how.options, "program.c", kLocals);
    std::ifstream file(folder_ / "addresses");
    unsigned long skipped = 0, canonical = 0, few = 0, halo = 0, in_it = 0;
    ASSERT_TRUE(file >> std::hex >> skipped >> skipped >> canonical >> few >> halo >> in_it);
    AddressBook book;
    define(book, build_id());
    const std::vector<std::uint64_t> addresses = {kBias + address_, 0x1234};
    event::Stack stack{};
    stack.id = 7;
    stack.frames = {addresses.data(), addresses.size()};
    book.define(ProcessId(0), stack);
    const auto lies_at = [&](std::uint64_t begin, std::uint64_t end) {
      const std::uint64_t sizes[] = {0, end - begin};
      event::StackLayout layout{};
      layout.stack = 7;
      layout.base = begin;
      layout.frames = {sizes, 2};
      book.define(ProcessId(0), layout);
    };
    lies_at(canonical - 4096, canonical - 8);
    const auto expect = [&](std::uint64_t address, std::uint64_t begin, std::uint64_t size, const char* name) {
      const auto found = book.local_around(ProcessId(0), StackId(7), address);
      ASSERT_TRUE(found) << name;
      EXPECT_EQ(found->begin, begin);
      EXPECT_EQ(found->end, begin + size);
      EXPECT_EQ(found->symbol, name);
    };
    expect(few, few, 16, "few");
    expect(few + 15, few, 16, "few");
    expect(halo + 8, halo, 32, "halo");
    expect(in_it, in_it, 6, "in_it");
    EXPECT_FALSE(book.local_around(ProcessId(0), StackId(8), few));
    EXPECT_FALSE(book.local_around(ProcessId(0), StackId(7), canonical));
    // It was elsewhere another time: only variables that were in neither are certain.
    lies_at(canonical - 8192, canonical - 4096);
    expect(few, few, 16, "few");
    lies_at(canonical - 4096, canonical);
    EXPECT_FALSE(book.local_around(ProcessId(0), StackId(7), few));
  }
}

// A function with a frame at 0x1f20 that is called by one at 0x1f80, which main calls; and what comes later.
TEST_F(Symbolize, KnowsWhichFramesAreLeft) {
  AddressBook book;
  const auto stack = [&](std::uint64_t id, std::vector<std::uint64_t> addresses) {
    event::Stack one{};
    one.id = id;
    one.frames = {addresses.data(), addresses.size()};
    book.define(ProcessId(0), one);
  };
  // From `base` on, frames of these sizes, side by side.
  const auto lies = [&](std::uint64_t id, std::uint64_t base, std::vector<std::uint64_t> sizes) {
    std::vector<std::uint64_t> numbers;
    for (const std::uint64_t size : sizes) numbers.insert(numbers.end(), {0, size});
    event::StackLayout layout{};
    layout.stack = id;
    layout.base = base;
    layout.frames = {numbers.data(), numbers.size()};
    book.define(ProcessId(0), layout);
  };
  const auto is_left = [&](std::uint64_t address, std::uint64_t later) {
    return book.is_left(ProcessId(0), StackId(1), address, StackId(later));
  };
  stack(1, {11, 21, 31, 41});
  lies(1, 0x1f00, {0x40, 0x40, 0x80});
  EXPECT_FALSE(is_left(0x1f20, 1));
  EXPECT_FALSE(is_left(0x1f20, 9)) << "no such stack";
  // Of the same function a later call, and one that it makes.
  stack(2, {12, 21, 31, 41});
  lies(2, 0x1f10, {0x30, 0x40, 0x80});
  EXPECT_FALSE(is_left(0x1f20, 2));
  stack(3, {51, 13, 21, 31, 41});
  lies(3, 0x1e00, {0x80, 0xc0, 0x40, 0x80});
  EXPECT_FALSE(is_left(0x1f20, 3));
  // Its caller has called another one, from another place.
  stack(4, {61, 22, 31, 41});
  lies(4, 0x1e00, {0x140, 0x40, 0x80});
  EXPECT_TRUE(is_left(0x1f20, 4));
  EXPECT_FALSE(is_left(0x1f50, 4)) << "the caller itself goes on";
  EXPECT_FALSE(is_left(0x3000, 4)) << "on no stack";
  // From the same place, but not at the same depth.
  stack(5, {11, 21, 32, 41});
  lies(5, 0x1e00, {0x80, 0x80, 0x100});
  EXPECT_TRUE(is_left(0x1f20, 5));
  EXPECT_TRUE(is_left(0x1f50, 5));
  EXPECT_FALSE(is_left(0x1fa0, 5)) << "the outermost function goes on";
  // Of another coroutine or thread; at one of its places.
  stack(6, {61, 22, 31, 41});
  lies(6, 0x8e00, {0x140, 0x40, 0x80});
  EXPECT_FALSE(is_left(0x1f20, 6));
  lies(4, 0x8e00, {0x140, 0x40, 0x80});
  EXPECT_FALSE(is_left(0x1f20, 4));
  // Not all of its frames are known.
  stack(7, {61, 22, 31, 41});
  lies(7, 0x1e00, {0x140, 0x40});
  EXPECT_FALSE(is_left(0x1f20, 7));
}

TEST_F(Symbolize, NamesFortranVariablesWithTheirBounds) {
  const std::vector<std::uint64_t> at = shown("gfortran", "-g -O0", "fields.f90", kFortranVariables);
  ASSERT_EQ(at.size(), 2u);
  AddressBook book;
  define(book, build_id());
  EXPECT_EQ(book.variable(ProcessId(0), kBias + at[1] + 8, kBias + at[1] + 16), "below(-199)");
  EXPECT_EQ(book.variable(ProcessId(0), kBias + at[0], kBias + at[0] + 32), "grid(0:3,1)");
  EXPECT_EQ(book.variable(ProcessId(0), kBias + at[0] + 40, kBias + at[0] + 48), "grid(1,2)");
}

TEST_F(Symbolize, GivesColumns) {
  build("gcc", "-g -O0", "program.c", kC);
  EXPECT_EQ(look_up().at(0).column, 5);
}

TEST_F(Symbolize, DemanglesCxxWithoutSignatures) {
  for (const Build& how : {Build{"g++", "-g -O2"}, Build{"clang++-19", "-g -O0"}}) {
    build(how.compiler, how.options, "program.cpp", kCxx);
    std::vector<SourceLocation> frames = look_up();
    ASSERT_EQ(frames.size(), 1u);
    EXPECT_EQ(frames[0].function, "grid::Halo<int>::exchange");
    EXPECT_EQ(frames[0].line, 6);
  }
}

TEST_F(Symbolize, LeavesFortranNamesReadable) {
  for (const char* options : {"-g -O0", "-g -O2", "-gdwarf-4 -O2"}) {
    build("gfortran", options, "program.f90", kFortran);
    std::vector<SourceLocation> frames = look_up();
    ASSERT_FALSE(frames.empty());
    EXPECT_EQ(frames[0].line, 6) << options;
    EXPECT_EQ(frames[0].function, "ring::pass") << options;
    EXPECT_EQ(frames[0].file, path("program.f90"));
  }
}

TEST_F(Symbolize, FallsBackToSymbolsAndThenToAddresses) {
  build("gcc", "-O1", "program.c", kC);
  AddressBook book;
  define(book, build_id());
  std::vector<SourceLocation> frames = look_up(book);
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].line, 0);
  EXPECT_EQ(frames[0].function, "outer");
  ASSERT_EQ(book.problems().size(), 1u);
  EXPECT_NE(book.problems()[0].find("no debug information"), std::string::npos);

  run("strip program");
  frames = look_up();
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].function, "");
  EXPECT_EQ(frames[0].module, path("program"));
  EXPECT_EQ(frames[0].address, address_ - 1);
}

TEST_F(Symbolize, ReadsSplitDebugFilesBesideTheProgram) {
  build("gcc", "-g -O2", "program.c", kC);
  run("objcopy --only-keep-debug program program.debug && strip program && objcopy --add-gnu-debuglink=program.debug "
      "program");
  std::vector<SourceLocation> frames = look_up();
  ASSERT_EQ(frames.size(), 3u);
  EXPECT_EQ(frames[0].line, 4);
  EXPECT_EQ(frames[0].module, path("program"));

  // Debug information of another build is ignored.
  run("gcc -g -O2 -DOTHER program.c probe.o -Wl,--build-id=0x1234 -o other && objcopy --only-keep-debug other "
      "program.debug");
  EXPECT_EQ(look_up().at(0).line, 0);
}

TEST_F(Symbolize, SaysThatAProgramChangedOrIsGone) {
  build("gcc", "-g -O2", "program.c", kC);
  AddressBook changed;
  define(changed, "0011223344556677889900112233445566778899");
  EXPECT_EQ(look_up(changed).at(0).line, 0);
  look_up(changed);
  ASSERT_EQ(changed.problems().size(), 1u);
  EXPECT_NE(changed.problems()[0].find("was rebuilt after this run"), std::string::npos);

  AddressBook gone;
  define(gone, build_id());
  fs::remove(path("program"));
  EXPECT_EQ(look_up(gone).at(0).function, "");
  ASSERT_EQ(gone.problems().size(), 1u);
  EXPECT_NE(gone.problems()[0].find("cannot be read here"), std::string::npos);
}

TEST_F(Symbolize, SurvivesFilesThatAreNotWhatTheyWere) {
  build("gcc", "-g -O2", "program.c", kC);
  std::ifstream input(path("program"), std::ios::binary);
  std::stringstream whole;
  whole << input.rdbuf();
  std::string bytes = whole.str();
  // Cut short, and with damage everywhere but in the ELF header.
  for (std::size_t size : {std::size_t{0}, std::size_t{10}, bytes.size() / 4, bytes.size() / 2, bytes.size() - 100}) {
    std::ofstream(path("program"), std::ios::binary | std::ios::trunc) << bytes.substr(0, size);
    AddressBook book;
    define(book, "");
    EXPECT_FALSE(look_up(book).empty());
  }
  unsigned seed = 1;
  for (int round = 0; round < 300; ++round) {
    std::string damaged = bytes;
    for (int i = 0; i < 40; ++i) {
      seed = seed * 1103515245u + 12345u;
      damaged[64 + (seed >> 8) % (damaged.size() - 64)] = static_cast<char>(seed >> 3);
    }
    fs::remove(path("program"));
    std::ofstream(path("program"), std::ios::binary | std::ios::trunc) << damaged;
    AddressBook book;
    define(book, "");
    EXPECT_FALSE(look_up(book).empty());
  }
}

TEST_F(Symbolize, LibrariesWithoutDebugInformationAreNotTheUsersStatement) {
  write("quiet.c", R"(void show(const void*);
void quiet(void) {
  show(__builtin_return_address(0));
  show(&&here);
here:;
}
)");
  run("gcc -O0 -c quiet.c -o quiet.o");
  const std::vector<std::uint64_t> addresses =
      shown("gcc", "-g -O0 quiet.o", "program.c", "void quiet(void);\nint main() {\n  quiet();\n  return 0;\n}\n");
  ASSERT_EQ(addresses.size(), 2u);
  const std::vector<std::uint64_t> stack = {kBias + addresses[1], kBias + addresses[0]};
  event::Stack definition;
  definition.id = 7;
  definition.frames = stack;
  {
    AddressBook book;
    define(book, build_id());
    book.define(ProcessId(0), definition);
    const std::vector<SourceLocation> frames = book.stack(ProcessId(0), StackId(7));
    ASSERT_EQ(frames.size(), 1u);
    EXPECT_EQ(frames[0].function, "main");
    EXPECT_EQ(frames[0].line, 3);
    EXPECT_EQ(frames[0].called, "quiet");
  }
  run("strip -g program");  // nobody has a line
  AddressBook book;
  define(book, build_id());
  book.define(ProcessId(0), definition);
  const std::vector<SourceLocation> frames = book.stack(ProcessId(0), StackId(7));
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0].function, "quiet");
}

TEST_F(Symbolize, InterpretedPlacesStandBetweenReturnAddresses) {
  AddressBook book;
  const auto place = [&](std::uint64_t number, const char* file, std::uint64_t line, const char* function) {
    event::InterpretedPlace definition{};
    definition.address = kFirstInterpreted + number;
    definition.file = file;
    definition.line = line;
    definition.function = function;
    book.define(ProcessId(0), definition);
  };
  place(0, "/usr/lib/python3.11/contextlib.py", 12, "__enter__");
  place(1, "/home/me/halo.py", 7, "main");
  place(2, "/home/me/halo.py", 20, "<module>");
  place(3, "<frozen runpy>", 88, "_run_code");
  const auto module = [&](std::uint64_t begin, const char* path) {
    event::Module definition{};
    definition.begin = begin;
    definition.end = begin + 0x1000;
    definition.path = path;
    book.define(ProcessId(0), definition);
  };
  module(0x1000, "/usr/lib/python3/dist-packages/mpi4py/MPI.so");
  module(0x2000, "/usr/lib/x86_64-linux-gnu/libc.so.6");
  const std::vector<std::uint64_t> stack = {0x1234, kFirstInterpreted, kFirstInterpreted + 1, kFirstInterpreted + 2,
                                            kFirstInterpreted + 3};
  event::Stack definition;
  definition.id = 7;
  definition.frames = stack;
  book.define(ProcessId(0), definition);
  const std::vector<SourceLocation> frames = book.stack(ProcessId(0), StackId(7));
  ASSERT_EQ(frames.size(), 3u);
  EXPECT_EQ(frames[0].file, "/home/me/halo.py");
  EXPECT_EQ(frames[0].line, 7);
  EXPECT_EQ(frames[0].function, "main");
  EXPECT_EQ(frames[1].line, 20);  // Python's own `main` is a function like others
  EXPECT_FALSE(book.argument_text(ProcessId(0), StackId(7), "MPI_Put", 0));
}

TEST_F(Symbolize, TrimsStacksToTheUsersPart) {
  write("wrap.hpp", "");
  build("g++", "-g -O0 -D_GLIBCXX_ASSERTIONS", "program.cpp", R"(#include <functional>
extern "C" void probe();
void call() {
  std::function<void()> f = [] { probe(); };
  f();
}
int main() { call(); }
)");
  AddressBook book;
  define(book, build_id());
  std::vector<std::uint64_t> stack = {kBias + address_, 0x1234};
  event::Stack definition;
  definition.id = 7;
  definition.frames = stack;
  book.define(ProcessId(0), definition);
  std::vector<SourceLocation> frames = book.stack(ProcessId(0), StackId(7));
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0].line, 4);
  EXPECT_EQ(frames[1].address, 0x1234u);
  EXPECT_EQ(frames[0].called, "");
  EXPECT_TRUE(book.stack(ProcessId(0), StackId(99)).empty());
  EXPECT_TRUE(book.stack(ProcessId(5), StackId(7)).empty());
  EXPECT_EQ(book.frames(ProcessId(3), 0x10).size(), 1u);

  // Nobody needs to see Fencepost's frames between a thread or a region of OpenMP and its function.
  event::Module own{};
  own.begin = 0x2000;
  own.end = 0x3000;
  own.path = "/nowhere/libfencepost.so";
  book.define(ProcessId(0), own);
  stack = {kBias + address_, 0x2345, 0x1234};
  definition.id = 8;
  definition.frames = stack;
  book.define(ProcessId(0), definition);
  frames = book.stack(ProcessId(0), StackId(8));
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[1].address, 0x1234u);
}

TEST_F(Symbolize, AProfilersFunctionIsNotTheUsersStatement) {
  build("gcc", "-g -O2 -Wno-attributes", "program.c", R"(void probe(void);
static inline __attribute__((always_inline)) int MPI_Put(void) {
  probe();
  return 0;
}
static inline __attribute__((always_inline)) int MPI_Put_all(void) {
  return MPI_Put();
}
int main(void) { return MPI_Put_all(); }
)");
  AddressBook book;
  define(book, build_id());
  const std::vector<std::uint64_t> stack = {kBias + address_};
  event::Stack definition;
  definition.id = 7;
  definition.frames = stack;
  book.define(ProcessId(0), definition);
  const std::vector<SourceLocation> frames = book.stack(ProcessId(0), StackId(7));
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0].function, "MPI_Put_all");
  EXPECT_EQ(frames[0].line, 7);
  EXPECT_EQ(frames[0].called, "");
}

TEST_F(Symbolize, FunctionsThatFewDebugInformationLeavesOutAreNamedBySymbols) {
  build("clang-19", "-g1 -O1", "program.c", kC);
  const std::vector<SourceLocation> frames = look_up();
  ASSERT_FALSE(frames.empty());
  EXPECT_EQ(frames.back().function, "outer");
  EXPECT_GT(frames.back().line, 0);
}

TEST(Names, AreReadable) {
  EXPECT_EQ(readable_name("exchange"), "exchange");
  EXPECT_EQ(readable_name("exchange.constprop.0"), "exchange");
  EXPECT_EQ(readable_name("main._omp_fn.0"), "main._omp_fn.0");
  EXPECT_EQ(readable_name("__ring_MOD_pass"), "ring::pass");
  EXPECT_EQ(readable_name("MAIN__"), "main program");
  EXPECT_EQ(readable_name("_QQmain"), "main program");
  EXPECT_EQ(readable_name("_ZN4Grid8exchangeEi"), "Grid::exchange");
  EXPECT_EQ(readable_name("_Znwm"), "operator new");
  EXPECT_EQ(readable_name("_Z_not_mangled"), "_Z_not_mangled");
  EXPECT_EQ(without_signature("void f<int>(int) const"), "f<int>");
  EXPECT_EQ(without_signature("std::map<int, std::less<int> >& g<a>(b (*)(c))"), "g<a>");
  EXPECT_EQ(without_signature("(anonymous namespace)::run(int)"), "(anonymous namespace)::run");
  EXPECT_EQ(without_signature("main::{lambda(int)#1}::operator()(int) const"), "main::{lambda(int)#1}::operator()");
  EXPECT_EQ(without_signature("A::operator bool() const"), "A::operator bool");
  EXPECT_EQ(without_signature("bool operator< <int>(A<int> const&, A<int> const&)"), "operator< <int>");
  EXPECT_EQ(without_signature("A::operator->() const"), "A::operator->");
}

}  // namespace
}  // namespace fencepost::symbolize
