#include "read/looks.h"

#include <algorithm>
#include <cstddef>
#include <fcntl.h>
#include <memory>
#include <unistd.h>

namespace fencepost::read {

namespace {

using format::LooksPage;
using format::ThreadLooks;

bool read_at(int file, std::size_t offset, void* to, std::size_t bytes) {
  return pread(file, to, bytes, static_cast<off_t>(offset)) == static_cast<ssize_t>(bytes);
}

}  // namespace

std::vector<Looks> looks_in(const std::filesystem::path& folder) {
  std::vector<Looks> all;
  const int file = ::open((folder / format::kLooksFile).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return all;
  LooksPage page{};
  const bool good = read_at(file, 0, &page, offsetof(LooksPage, thread)) && page.magic == format::kLooksMagic &&
                    page.version == format::kLooksVersion;
  const std::uint32_t threads = good ? std::min(page.threads, format::kMostLookers) : 0;
  const auto looks = std::make_unique<ThreadLooks>();
  for (std::uint32_t i = 0; i < threads; ++i) {
    if (!read_at(file, offsetof(LooksPage, thread) + i * sizeof(ThreadLooks), looks.get(), sizeof *looks)) break;
    if (looks->thread_and_one == 0 || looks->looks == 0) continue;
    const std::uint32_t places = std::min(looks->places, format::kMostPlaces);
    all.push_back({.thread = looks->thread_and_one - 1,
                   .stretch = looks->stretch,
                   .looks = looks->looks,
                   .since = looks->since,
                   .until = looks->until,
                   .busy = looks->busy,
                   .pauses = looks->pauses,
                   .times_asked = looks->times_asked,
                   .places = {looks->place, looks->place + places}});
  }
  ::close(file);
  return all;
}

}  // namespace fencepost::read
