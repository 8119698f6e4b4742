// What app.h offers, for programs in Fortran.
#include "app.h"

void app_begin_(void) {
  app_begin();
}
void app_computes_(void) {
  app_computes();
}
void app_waits_(void) {
  app_waits();
}
void app_end_(double result) {
  app_end(result);
}
