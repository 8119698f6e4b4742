// Call stacks and modules.
#include <alloca.h>
#include <dlfcn.h>
#include <map>
#include <random>
#include <set>
#include <unwind.h>

#include "recorder/recursion.h"
#include "recorder_fixture.h"

namespace fencepost::test {
namespace {

namespace fs = std::filesystem;

// What the unwinder says now, beginning at the caller of the caller: the frames that current_stack() must give, too.
struct Reference {
  std::vector<std::uint64_t> frames;
  int skip = 1;
};
__attribute__((noinline)) std::vector<std::uint64_t> reference_stack() {
  Reference reference;
  _Unwind_Backtrace(
      [](_Unwind_Context* context, void* argument) {
        auto& result = *static_cast<Reference*>(argument);
        if (result.skip-- <= 0) result.frames.push_back(_Unwind_GetIP(context));
        return _Unwind_GetIP(context) == 0 ? _URC_END_OF_STACK : _URC_NO_REASON;
      },
      &reference);
  while (!reference.frames.empty() && reference.frames.back() == 0) reference.frames.pop_back();
  return reference.frames;
}

struct Sighting {
  std::uint64_t id;
  std::vector<std::uint64_t> reference;
};
std::vector<Sighting> sightings;

__attribute__((noinline)) void look() {
  const std::uint64_t id = record::current_stack();
  auto reference = reference_stack();
  sightings.push_back({id, std::move(reference)});
  asm volatile("" ::: "memory");
}

// Several ways to the same place, with frames of the same and of other sizes, through functions of their own at each
// depth.
template <int kDepth>
__attribute__((noinline)) void wander(unsigned path);
template <int kDepth>
__attribute__((noinline)) void left(unsigned path) {
  wander<kDepth - 1>(path >> 2);
  asm volatile("" ::"i"(kDepth) : "memory");
}
template <int kDepth>
__attribute__((noinline)) void right(unsigned path) {
  wander<kDepth - 1>(path >> 2);
  asm volatile("" ::"i"(-kDepth) : "memory");
}
template <int kDepth>
__attribute__((noinline)) void wide(unsigned path) {
  auto* const space = static_cast<volatile char*>(alloca(16 + 16 * (path % 5)));
  space[0] = 1;
  wander<kDepth - 1>(path >> 2);
  asm volatile("" ::"i"(kDepth) : "memory");
}
template <int kDepth>
void wander(unsigned path) {
  if constexpr (kDepth == 0) {
    look();
    asm volatile("" ::: "memory");
    if (path % 2 == 0) look();
  } else if (path % 4 == 0) {
    left<kDepth>(path);
  } else if (path % 4 == 1) {
    right<kDepth>(path);
  } else if (path % 4 == 2) {
    wide<kDepth>(path);
  } else {
    left<kDepth>(path);
    right<kDepth>(path);
  }
  asm volatile("" ::"i"(kDepth) : "memory");
}
constexpr void (*kWander[])(unsigned) = {wander<1>, wander<2>, wander<3>, wander<4>,
                                         wander<5>, wander<6>, wander<7>, wander<8>};

__attribute__((noinline)) std::uint64_t stack_above_frame(const void* frame) {
  const std::uint64_t id = record::stack_above(frame);
  asm volatile("" ::: "memory");
  return id;
}
__attribute__((noinline)) std::uint64_t stack_from_below() {
  const std::uint64_t id = stack_above_frame(__builtin_frame_address(0));
  asm volatile("" ::: "memory");
  return id;
}
__attribute__((noinline)) std::vector<std::uint64_t> both_stacks(std::uint64_t& above) {
  above = stack_from_below();
  const std::uint64_t here = record::current_stack();
  asm volatile("" ::: "memory");
  return {above, here};
}

TEST_F(Recorder, StacksAboveAFrameBeginWithItsCaller) {
  ASSERT_TRUE(start_in(folder()));
  std::uint64_t again = 0;
  const auto ids = both_stacks(again);
  const auto same = both_stacks(again);
  record::stop();
  auto directory = open(folder());
  const auto* const above = directory.definitions(0).stack(ids[0]);
  const auto* const here = directory.definitions(0).stack(ids[1]);
  ASSERT_TRUE(above != nullptr && here != nullptr);
  ASSERT_EQ(above->frames.size(), here->frames.size());
  // Both begin in both_stacks(), at two of its calls; from its caller on they are the same.
  EXPECT_NE(above->frames[0], here->frames[0]);
  EXPECT_LT(above->frames[0] - reinterpret_cast<std::uint64_t>(&both_stacks), 4096U);
  EXPECT_TRUE(std::equal(above->frames.begin() + 1, above->frames.end(), here->frames.begin() + 1));
  EXPECT_EQ(same.size(), ids.size());
}

TEST_F(Recorder, StacksAreThoseOfTheUnwinderWhateverTheWay) {
  ASSERT_TRUE(start_in(folder()));
  sightings.clear();
  std::mt19937 random(3);
  for (int i = 0; i < 3000; ++i) kWander[random() % 8](static_cast<unsigned>(random()));
  record::stop();
  auto directory = open(folder());
  auto& definitions = directory.definitions(0);
  std::map<std::vector<std::uint64_t>, std::uint64_t> ids;
  std::size_t wrong = 0;
  for (const auto& [id, reference] : sightings) {
    const auto* const stack = definitions.stack(id);
    ASSERT_NE(stack, nullptr);
    // Both calls stand in look(), some instructions apart; from its caller on they are the same.
    const std::vector<std::uint64_t> frames(stack->frames.begin(), stack->frames.end());
    ASSERT_GT(frames.size(), 3U);
    if (!std::equal(frames.begin() + 1, frames.end(), reference.begin() + 1, reference.end())) ++wrong;
    const auto [known, fresh] = ids.emplace(frames, id);
    EXPECT_EQ(known->second, id) << "one stack, two ids";
  }
  EXPECT_EQ(wrong, 0U) << "of " << sightings.size();
  EXPECT_GT(ids.size(), 500U);
}

TEST_F(Recorder, AStackBeginsInTheFunctionThatAskedForIt) {
  ASSERT_TRUE(start_in(folder()));
  sightings.clear();
  look();
  record::stop();
  auto directory = open(folder());
  const auto first = directory.definitions(0).stack(sightings[0].id)->frames[0];
  const auto begin = reinterpret_cast<std::uint64_t>(&look);
  EXPECT_GT(first, begin);
  EXPECT_LT(first, begin + 2000);  // far more than it takes, with a sanitizer's checks in it
}

__attribute__((noinline)) std::uint64_t deep(int depth) {
  const std::uint64_t id = depth == 0 ? record::current_stack() : deep(depth - 1);
  asm volatile("" ::: "memory");
  return id;
}

// As many functions.
template <int kDepth>
__attribute__((noinline)) std::uint64_t descend() {
  std::uint64_t id = 0;
  if constexpr (kDepth == 0) {
    id = record::current_stack();
  } else {
    id = descend<kDepth - 1>();
  }
  asm volatile("" ::"i"(kDepth) : "memory");
  return id;
}

TEST_F(Recorder, DeepStacksAreCutAt64Frames) {
  ASSERT_TRUE(start_in(folder()));
  const auto id = descend<90>();
  EXPECT_EQ(descend<100>(), id) << "the innermost 64 are the same";
  record::stop();
  auto directory = open(folder());
  EXPECT_EQ(directory.definitions(0).stack(id)->frames.size(), 64U);
}

TEST_F(Recorder, HowDeepAFunctionIsInItselfMakesNoStackOfItsOwn) {
  ASSERT_TRUE(start_in(folder()));
  std::set<std::uint64_t> ids;
  for (int depth = 0; depth < 40; ++depth) ids.insert(deep(depth));
  const auto id = deep(20);
  record::stop();
  EXPECT_EQ(ids.size(), 2U);  // it was not called by itself, or it was
  auto directory = open(folder());
  const auto& frames = directory.definitions(0).stack(id)->frames;
  const auto begin = reinterpret_cast<std::uint64_t>(&deep);
  const auto is_deep = [&](std::uint64_t frame) { return frame > begin && frame < begin + 2000; };
  EXPECT_EQ(std::count_if(frames.begin(), frames.end(), is_deep), 2);
  EXPECT_GT(frames.size(), 2U) << "who called it first is there, too";
}

// Addresses of no code: each is a function of its own.
std::vector<std::uint64_t> without_recursion(std::vector<std::uint64_t> frames) {
  record::FunctionsOfAddresses functions;
  frames.resize(record::without_recursion(frames, functions));
  return frames;
}

TEST(WithoutRecursion, KeepsTwoFramesOfAFunctionAndWhatCalledItFirst) {
  using Frames = std::vector<std::uint64_t>;
  EXPECT_EQ(without_recursion({}), Frames{});
  EXPECT_EQ(without_recursion({1, 2, 3}), (Frames{1, 2, 3}));
  EXPECT_EQ(without_recursion({1, 1, 2}), (Frames{1, 1, 2}));
  EXPECT_EQ(without_recursion({1, 1, 1, 1, 2}), (Frames{1, 1, 2}));
  // What lies between its last frame and its outermost one goes, so that a frame's caller is one that it has had.
  EXPECT_EQ(without_recursion({1, 5, 1, 6, 1, 7, 1, 8, 9}), (Frames{1, 5, 1, 8, 9}));
  EXPECT_EQ(without_recursion({1, 2, 1, 2, 1, 2, 9}), (Frames{1, 2, 1, 2, 9}));
  EXPECT_EQ(without_recursion({3, 1, 1, 4, 1, 4, 1, 4, 9}), (Frames{3, 1, 1, 4, 9}));
}

// Loads one of the libraries of recorder_plugin.cpp.
class Plugin {
 public:
  explicit Plugin(const char* path) : handle_(dlopen(path, RTLD_NOW)) {
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
    call_back_ = reinterpret_cast<decltype(call_back_)>(dlsym(handle_, "call_back"));
  }
  ~Plugin() { dlclose(handle_); }
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;
  std::uint64_t call_back(std::uint64_t (*function)()) const { return call_back_(function); }
  const void* address() const { return reinterpret_cast<const void*>(call_back_); }

 private:
  void* handle_;
  unsigned long (*call_back_)(unsigned long (*)()) = nullptr;
};

std::uint64_t ask() {
  const std::uint64_t id = record::current_stack();
  asm volatile("" ::: "memory");  // no tail call
  return id;
}

// The names of the modules of the frames, each once in a row, without the C library.
std::vector<std::string> modules_of(read::Definitions& definitions, std::uint64_t stack) {
  std::vector<std::string> names;
  for (const std::uint64_t frame : definitions.stack(stack)->frames) {
    const auto* const module = definitions.module_at(frame, stack);
    const std::string name = module != nullptr ? fs::path(module->path).filename().string() : "?";
    if (!name.starts_with("libc.so") && (names.empty() || names.back() != name)) names.push_back(name);
  }
  return names;
}

TEST_F(Recorder, ModulesLoadedLaterAreDefinedAndMarked) {
  ASSERT_TRUE(start_in(folder()));
  record::current_stack();
  const Plugin user(FENCEPOST_USER_PLUGIN);
  const auto id = user.call_back(ask);
  record::mark_instrumented(user.address());
  record::stop();
  auto directory = open(folder());
  auto& definitions = directory.definitions(0);
  EXPECT_EQ(modules_of(definitions, id),
            (std::vector<std::string>{"recorder_test", "libuser-plugin.so", "recorder_test"}));
  const auto* const module = definitions.module_at(reinterpret_cast<std::uint64_t>(user.address()));
  ASSERT_NE(module, nullptr);
  EXPECT_EQ(module->instrumented, 1U);
}

TEST_F(Recorder, FramesOfOurOwnLibrariesAreNeverInAStack) {
  ASSERT_TRUE(start_in(folder()));
  const Plugin own(FENCEPOST_OWN_PLUGIN);
  const auto id = own.call_back(ask);
  record::stop();
  auto directory = open(folder());
  EXPECT_EQ(modules_of(directory.definitions(0), id), std::vector<std::string>{"recorder_test"});
}

TEST_F(Recorder, FramesOfTheMpiLibraryAreLeftOutAtTheInnerEndAlone) {
  ASSERT_TRUE(start_in(folder()));
  const Plugin mpi(FENCEPOST_MPI_PLUGIN);
  const auto called_back = mpi.call_back(ask);
  const auto innermost = mpi.call_back(record::current_stack);
  record::stop();
  auto directory = open(folder());
  auto& definitions = directory.definitions(0);
  EXPECT_EQ(modules_of(definitions, called_back),
            (std::vector<std::string>{"recorder_test", "libmpi-plugin.so", "recorder_test"}));
  EXPECT_EQ(modules_of(definitions, innermost), std::vector<std::string>{"recorder_test"});
}

TEST_F(Recorder, AnotherLibraryLoadedInsteadIsAnotherModule) {
  ASSERT_TRUE(start_in(folder()));
  std::vector<std::uint64_t> ids;
  for (const char* path : {FENCEPOST_USER_PLUGIN, FENCEPOST_OTHER_PLUGIN}) {
    const Plugin plugin(path);
    deep(static_cast<int>(ids.size()));  // a stack seen for the first time: now what is loaded is looked at
    ids.push_back(plugin.call_back(ask));
  }
  record::stop();
  auto directory = open(folder());
  EXPECT_EQ(modules_of(directory.definitions(0), ids[0])[1], "libuser-plugin.so");
  EXPECT_EQ(modules_of(directory.definitions(0), ids[1])[1], "libother-plugin.so");
}

}  // namespace
}  // namespace fencepost::test
