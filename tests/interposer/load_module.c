/* load_module FILE: calls the main function of a shared object that is loaded like an interpreter's module. */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  void *handle = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  int (*module)(int, char **) = handle != NULL ? (int (*)(int, char **))dlsym(handle, "main") : NULL;
  if (module == NULL) {
    fprintf(stderr, "load_module: %s\n", dlerror());
    return 2;
  }
  return module(argc, argv);
}
