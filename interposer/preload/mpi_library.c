/* The MPI library itself says which one it is; its binary interface decides which back end can work on it. Back ends
 * are beside libfencepost.so, one for each interface: libfencepost-mpich.so, libfencepost-openmpi.so,
 * libfencepost-mpiabi.so.
 */
#define _GNU_SOURCE
#include "preload/mpi_library.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One process of the job speaks for all. Launchers give the rank in the environment. */
static int speaks(void) {
  static const char* const ranks[] = {"PMI_RANK",    "OMPI_COMM_WORLD_RANK", "PMIX_RANK",
                                      "ALPS_APP_PE", "SLURM_PROCID",         "MPI_LOCALRANKID"};
  for (size_t i = 0; i < sizeof ranks / sizeof *ranks; ++i) {
    const char* rank = getenv(ranks[i]);
    if (rank != NULL) return strcmp(rank, "0") == 0;
  }
  return 1;
}

static void unchecked(const char* library, const char* why) {
  if (speaks()) fprintf(stderr, "fencepost: this program uses %s. %s: it runs unchecked\n", library, why);
}

/* The words by which a library names itself, and its interface. `oldest`: the first version with it, such as 3.1. */
struct known_library {
  const char *words, *interface;
  double oldest;
};
static const struct known_library known_libraries[] = {
    {"Open MPI", "openmpi", 0}, {"Intel(R) MPI", "mpich", 0}, {"CRAY MPICH", "mpich", 0},
    {"MVAPICH", "mpich", 0},    {"MPICH", "mpich", 3.1}, /* until then MPICH's interface was another one */
};

/* The first number after a blank or a tab in the first line: "MPICH Version:\t3.0.4". */
static double version_in(const char* text) {
  for (; *text != '\0' && *text != '\n'; ++text)
    if ((*text == ' ' || *text == '\t') && text[1] >= '0' && text[1] <= '9') return strtod(text + 1, NULL);
  return 0;
}

/* Whether the library has the interface of the standard (MPI-5.0, chapter 20), which all libraries may offer. A library
 * with an interface of its own has the function, too, and it says that it does not. */
static int has_standard_interface(void) {
  int (*abi_version)(int*, int*) = (int (*)(int*, int*))dlsym(RTLD_DEFAULT, "PMPI_Abi_get_version");
  int major = -1, minor = -1;
  return abi_version != NULL && abi_version(&major, &minor) == 0 && major >= 1;
}

/* Its first line becomes `name`. Null, with a message, if we do not know the library. */
static const char* interface_of_library(char* name, size_t size) {
  static char version[64 * 1024]; /* libraries disagree on the maximum; none is near this */
  int (*library_version)(char*, int*) = (int (*)(char*, int*))dlsym(RTLD_DEFAULT, "PMPI_Get_library_version");
  snprintf(name, size, "an MPI library older than MPI-3.0");
  if (library_version == NULL) {
    unchecked(name, "Fencepost knows MPI-3.0 and later");
    return NULL;
  }
  int length = 0;
  if (library_version(version, &length) != 0) length = 0;
  version[sizeof version - 1] = '\0';
  const double number = version_in(version);
  const struct known_library* known = NULL;
  for (size_t i = 0; i < sizeof known_libraries / sizeof *known_libraries && known == NULL; ++i)
    if (strstr(version, known_libraries[i].words) != NULL) known = &known_libraries[i];
  version[strcspn(version, "\n,")] = '\0';
  for (char* tab = version; (tab = strchr(tab, '\t')) != NULL;) *tab = ' ';
  snprintf(name, size, "%.200s", version);
  if (has_standard_interface()) return "mpiabi";
  if (known == NULL) {
    unchecked(name, "Fencepost does not know this MPI library");
    return NULL;
  }
  if (number < known->oldest) {
    unchecked(name, "Fencepost knows the binary interface that MPICH has since version 3.1");
    return NULL;
  }
  return known->interface;
}

/* The folder of `self` and `file` in it; 0 if that is too long. */
static int beside(const void* self, const char* file, char* path, size_t size) {
  Dl_info place;
  if (dladdr(self, &place) == 0) return 0;
  const char* slash = strrchr(place.dli_fname, '/');
  const int directory = slash != NULL ? (int)(slash + 1 - place.dli_fname) : 0;
  return snprintf(path, size, "%.*s%s", directory, place.dli_fname, file) < (int)size;
}

static void say_no_backend(const char* library, const char* interface, const char* why) {
  static const char* const names[] = {"mpich",    "the MPICH ABI", "openmpi",
                                      "Open MPI", "mpiabi",        "the ABI of the MPI standard"};
  const char* words = interface;
  for (size_t i = 0; i < sizeof names / sizeof *names; i += 2)
    if (strcmp(names[i], interface) == 0) words = names[i + 1];
  char sentence[PATH_MAX + 512];
  snprintf(sentence, sizeof sentence,
           "%s for %s (libfencepost-%s.so). `fencepost add-mpi mpicc`, with that library's mpicc, builds one", why,
           words, interface);
  unchecked(library, sentence);
}

const struct fencepost_backend_table* load_backend(const void* self, void* const* natives, size_t native_count,
                                                   size_t fortran_count) {
  char library[256], file[64], path[PATH_MAX];
  const char* interface = interface_of_library(library, sizeof library);
  if (interface == NULL) return NULL;
  snprintf(file, sizeof file, "libfencepost-%s.so", interface);
  if (!beside(self, file, path, sizeof path)) return NULL;
  if (access(path, F_OK) != 0) {
    say_no_backend(library, interface, "This installation of Fencepost has no back end");
    return NULL;
  }
  void* handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) {
    char why[PATH_MAX + 256];
    snprintf(why, sizeof why, "%s does not fit it (%s)", file, dlerror());
    unchecked(library, why);
    return NULL;
  }
  fencepost_backend_t* entry = (fencepost_backend_t*)dlsym(handle, FENCEPOST_BACKEND);
  const struct fencepost_backend_table* backend = entry != NULL ? entry(natives, native_count) : NULL;
  if (backend == NULL || backend->version != FENCEPOST_BACKEND_VERSION || backend->call_count != native_count ||
      backend->fortran_call_count != fortran_count) {
    say_no_backend(library, interface, "This version of Fencepost has no back end");
    return NULL;
  }
  return backend;
}
