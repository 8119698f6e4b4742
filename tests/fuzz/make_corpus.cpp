// Writes the seeds of corpus/trace_reader: make_corpus FOLDER. To be run again when the format or the vocabulary
// changes.
#include <filesystem>
#include <string>
#include <vector>

#include "support/trace_samples.h"

using namespace fencepost;

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::filesystem::path folder = argv[1];
  const auto write = [&](const std::string& name, std::uint8_t mode, std::vector<std::uint8_t> bytes) {
    bytes.insert(bytes.begin(), mode);
    test::write_file(folder / name, bytes);
  };
  for (int variant = 0; variant < test::kSampleVariants; ++variant) {
    test::RawTrace trace;
    test::for_each_sample(variant, [&](const auto& event) { trace.add(event); });
    write("events-" + std::to_string(variant), 2, trace.payload);
    write("growing-" + std::to_string(variant), 4, trace.payload);
  }
  test::RawTrace small;
  small.add(event::FenceBegin{.stack = 1, .window = 2});
  small.add(event::Attach{.address = 0x1000, .size = 16});
  write("file", 0, small.bytes());
  write("file-mended", 1, small.bytes());
  std::vector<std::uint8_t> schema;
  for (const char character : std::string("Detach 85 U:stack U:window ADDRESS:address BUFFER:b LIST_BUFFER:l\n"
                                          "New 200 TEXT:t LIST_I:i ADDRESS:a LIST_U:u\n")) {
    schema.push_back(static_cast<std::uint8_t>(character));
  }
  schema.push_back(0);
  const std::uint8_t events[] = {85, 11, 0, 1, 2, 20, 4, 0, 0, 1, 6, 0, 0, 200, 10, 0, 2, 'h', 'i', 3, 1, 1, 1, 10, 0};
  schema.insert(schema.end(), std::begin(events), std::end(events));
  write("schema", 3, schema);
}
