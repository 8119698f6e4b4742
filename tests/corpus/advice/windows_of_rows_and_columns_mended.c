// windows_of_rows_and_columns.c with its advice applied.
// ranks: 4
#define MENDED
#include "windows_of_rows_and_columns.c"
