// Writes the JSON Schema of the findings to the named file, to update docs/findings.schema.json.
#include <fstream>

#include "reports/json.h"

int main(int count, char** arguments) {
  if (count != 2) return 2;
  std::ofstream file(arguments[1]);
  file << fencepost::reports::json_schema();
  file.close();
  return file ? 0 : 2;
}
