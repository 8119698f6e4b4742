/* player FILE OUT: plays the programs in FILE and writes what the memory of this rank holds at the end of each to
 * OUT.RANK: the arenas one after the other. Exit status 1: some call failed. */
#include "player.h"

#include <pthread.h>

int rank, ranks, problems;
Arena arenas[MAX_ARENAS];
Window windows[MAX_WINDOWS];
MPI_Datatype types[MAX_TYPES];
MPI_Request requests[MAX_REQUESTS];
static MPI_Comm comms[MAX_WINDOWS];
static int arena_count, comm_count;
static long seed;
static FILE* out;

const char* word(Statement* s) {
  if (s->next >= s->count) {
    fprintf(stderr, "player: a word is missing: %s\n", s->text);
    exit(2);
  }
  return s->words[s->next++];
}
long number(Statement* s) {
  return strtol(word(s), NULL, 10);
}
char* place(Statement* s) {
  const char* text = word(s);
  char* rest;
  if (strcmp(text, "null") == 0) return NULL;
  long arena = strtol(text, &rest, 10);
  return arenas[arena].memory + strtol(rest + 1, NULL, 10);
}
void check(const Statement* s, int code) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length;
  MPI_Error_string(code, text, &length);
  fprintf(stderr, "player: seed %ld, rank %d: %.160s: %s\n", seed, rank, s->text, text);
  ++problems;
}

/* model.py fills in the same way. */
static void fill(Arena* a, int index) {
  static unsigned char noise[4096];
  if (!noise[0]) {
    uint32_t state = 1;
    for (int i = 0; i < 4096; ++i) noise[i] = (unsigned char)((state = state * 1664525u + 1013904223u) >> 24);
  }
  for (long i = 0; i < a->sizes[rank]; ++i) a->memory[i] = (char)noise[(seed * 31 + index * 101 + rank * 7 + i) % 4096];
}

static void make_arena(Statement* s) {
  int index = (int)number(s);
  Arena* a = &arenas[index];
  a->own = (int)number(s);
  for (int r = 0; r < ranks; ++r) a->sizes[r] = number(s);
  arena_count = index + 1;
  if (!a->own) return;
  a->memory = aligned_alloc(64, (size_t)(a->sizes[rank] / 64 * 64 + 64));
  fill(a, index);
  MPI_Aint here;
  MPI_Get_address(a->memory, &here);
  MPI_Allgather(&here, 1, MPI_AINT, a->addresses, 1, MPI_AINT, MPI_COMM_WORLD);
}

static void make_comm(Statement* s) {
  int index = (int)number(s), colors[MAX_RANKS], keys[MAX_RANKS];
  for (int r = 0; r < ranks; ++r) colors[r] = (int)number(s);
  for (int r = 0; r < ranks; ++r) keys[r] = (int)number(s);
  MPI_Comm_split(MPI_COMM_WORLD, colors[rank], keys[rank] - keys[0] + 100, &comms[index]);
  comm_count = index + 1;
}

static MPI_Info hints(const char* names) {
  static const char* const rows[][3] = {{"no_locks", "no_locks", "true"},
                                        {"noncontig", "alloc_shared_noncontig", "true"},
                                        {"ordering_none", "accumulate_ordering", "none"},
                                        {"same_op", "accumulate_ops", "same_op"},
                                        {"same_size", "same_size", "true"},
                                        {"same_disp_unit", "same_disp_unit", "true"}};
  if (names[0] == '-') return MPI_INFO_NULL;
  MPI_Info info;
  MPI_Info_create(&info);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    if (strstr(names, rows[i][0])) MPI_Info_set(info, rows[i][1], rows[i][2]);
  }
  return info;
}

static void make_window(Statement* s) {
  int index = (int)number(s), size;
  Window* w = &windows[index];
  const char* flavor = word(s);
  w->comm = comms[number(s)];
  MPI_Info info = hints(word(s));
  long unit = 1, arena = 0, offset = 0, bytes = 0;
  for (int r = 0; r < ranks; ++r) {
    long u = number(s), a = number(s), o = number(s), b = number(s);
    if (r == rank) unit = u, arena = a, offset = o, bytes = b;
  }
  w->dynamic = strcmp(flavor, "dynamic") == 0;
  w->gives_memory = 0;
  w->arena = (int)arena;
  Arena* a = &arenas[arena];
  if (w->dynamic) {
    check(s, MPI_Win_create_dynamic(info, w->comm, &w->handle));
  } else if (strcmp(flavor, "create") == 0) {
    check(s, MPI_Win_create(a->memory + offset, bytes, (int)unit, info, w->comm, &w->handle));
  } else {
    w->gives_memory = 1;
    check(s, strcmp(flavor, "shared") == 0
                 ? MPI_Win_allocate_shared(bytes, (int)unit, info, w->comm, &a->memory, &w->handle)
                 : MPI_Win_allocate(bytes, (int)unit, info, w->comm, &a->memory, &w->handle));
    fill(a, (int)arena);
  }
  MPI_Win_set_errhandler(w->handle, MPI_ERRORS_RETURN);
  if (info != MPI_INFO_NULL) MPI_Info_free(&info);
  MPI_Comm_size(w->comm, &size);
  MPI_Allgather(&rank, 1, MPI_INT, w->world_ranks, 1, MPI_INT, w->comm);
  MPI_Barrier(MPI_COMM_WORLD);
}

/* The contents of a window are needed at the end. */
static void free_window(Statement* s) {
  Window* w = &windows[number(s)];
  Arena* a = &arenas[w->arena];
  if (w->gives_memory) {
    char* copy = malloc((size_t)a->sizes[rank] + 1);
    MPI_Barrier(w->comm); /* others may still load and store there */
    if (a->sizes[rank]) memcpy(copy, a->memory, (size_t)a->sizes[rank]);
    a->memory = copy;
  }
  check(s, MPI_Win_free(&w->handle));
}

static void store(Statement* s, char* at) {
  for (const char* hex = word(s); *hex; hex += 2) {
    unsigned byte;
    sscanf(hex, "%2x", &byte);
    *at++ = (char)byte;
  }
}

static void store_at_peer(Statement* s) {
  Window* w = &windows[number(s)];
  int target = (int)number(s), unit;
  long offset = number(s);
  MPI_Aint size;
  char* base;
  check(s, MPI_Win_shared_query(w->handle, target, &size, &unit, &base));
  store(s, base + offset);
}

static void attach(const char* verb, Statement* s) {
  Window* w = &windows[number(s)];
  char* base = arenas[number(s)].memory;
  base += number(s);
  check(s, verb[0] == 'a' ? MPI_Win_attach(w->handle, base, number(s)) : MPI_Win_detach(w->handle, base));
}

static void begin_program(Statement* s) {
  seed = number(s);
  arena_count = comm_count = 0;
  if (getenv("PLAYER_VERBOSE") && rank == 0) fprintf(stderr, "seed %ld\n", seed);
}

static void end_program(void) {
  for (int i = 0; i < arena_count; ++i) {
    fwrite(arenas[i].memory, 1, (size_t)arenas[i].sizes[rank], out);
    free(arenas[i].memory);
  }
  for (int i = 0; i < comm_count; ++i) MPI_Comm_free(&comms[i]);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void message(const char* verb, Statement* s) {
  char token = 1;
  if (strcmp(verb, "send") == 0 || strcmp(verb, "recv") == 0) {
    int peer = (int)number(s), tag = (int)number(s);
    if (verb[0] == 's')
      check(s, MPI_Send(&token, 1, MPI_CHAR, peer, tag, MPI_COMM_WORLD));
    else
      check(s, MPI_Recv(&token, 1, MPI_CHAR, peer, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    return;
  }
  MPI_Request* request = &requests[number(s)];
  char* memory = arenas[number(s)].memory;
  memory += number(s);
  int bytes = (int)number(s), peer = (int)number(s), tag = (int)number(s);
  if (verb[1] == 's')
    check(s, MPI_Isend(memory, bytes, MPI_BYTE, peer, tag, MPI_COMM_WORLD, request));
  else
    check(s, MPI_Irecv(memory, bytes, MPI_BYTE, peer, tag, MPI_COMM_WORLD, request));
}

static void play(const char* line) {
  Statement s;
  char* copy = strdup(line);
  char* state;
  s.count = s.next = 0;
  s.text = line;
  for (char* w = strtok_r(copy, " ", &state); w && s.count < MAX_WORDS; w = strtok_r(NULL, " ", &state))
    s.words[s.count++] = w;
  s.next = 2; /* rank, thread */
  const char* verb = word(&s);
  if (strcmp(verb, "program") == 0)
    begin_program(&s);
  else if (strcmp(verb, "end") == 0)
    end_program();
  else if (strcmp(verb, "barrier") == 0)
    MPI_Barrier(MPI_COMM_WORLD);
  else if (strcmp(verb, "arena") == 0)
    make_arena(&s);
  else if (strcmp(verb, "comm") == 0)
    make_comm(&s);
  else if (strcmp(verb, "window") == 0)
    make_window(&s);
  else if (strcmp(verb, "free") == 0)
    free_window(&s);
  else if (strcmp(verb, "attach") == 0 || strcmp(verb, "detach") == 0)
    attach(verb, &s);
  else if (strcmp(verb, "type") == 0)
    make_type(&s);
  else if (strcmp(verb, "commit") == 0)
    MPI_Type_commit(&types[number(&s)]);
  else if (strcmp(verb, "freetype") == 0)
    MPI_Type_free(&types[number(&s)]);
  else if (strcmp(verb, "set") == 0) {
    char* memory = arenas[number(&s)].memory;
    memory += number(&s);
    store(&s, memory);
  } else if (strcmp(verb, "store") == 0)
    store_at_peer(&s);
  else if (strcmp(verb, "send") == 0 || strcmp(verb, "recv") == 0 || strcmp(verb, "isend") == 0 ||
           strcmp(verb, "irecv") == 0)
    message(verb, &s);
  else if (!operation(verb, &s) && !completion(verb, &s) && !synchronization(verb, &s)) {
    fprintf(stderr, "player: unknown statement: %s\n", line);
    exit(2);
  }
  free(copy);
}

/* ---- threads: a run of statements whose thread is not 0 ---- */

typedef struct {
  char** lines;
  int count, thread;
} Share;

static int thread_of(const char* line) {
  return atoi(strchr(line, ' ') + 1);
}

static void* play_share(void* argument) {
  Share* share = argument;
  for (int i = 0; i < share->count; ++i) {
    if (thread_of(share->lines[i]) == share->thread) play(share->lines[i]);
  }
  return NULL;
}

static void play_in_threads(char** lines, int count) {
  enum { THREADS = 4 };
  pthread_t handles[THREADS];
  Share shares[THREADS];
  for (int t = 1; t < THREADS; ++t) {
    shares[t] = (Share){lines, count, t};
    pthread_create(&handles[t], NULL, play_share, &shares[t]);
  }
  for (int t = 1; t < THREADS; ++t) pthread_join(handles[t], NULL);
}

/* The lines for this rank. */
static char** read_lines(const char* path, int* count) {
  FILE* file = fopen(path, "r");
  char **lines = NULL, *line = NULL;
  size_t capacity = 0;
  int room = 0;
  *count = 0;
  if (!file) exit(2);
  while (getline(&line, &capacity, file) > 0) {
    if (line[0] != '*' && atoi(line) != rank) continue;
    line[strcspn(line, "\n")] = 0;
    if (*count == room) lines = realloc(lines, sizeof *lines * (size_t)(room = room * 2 + 1000));
    lines[(*count)++] = strdup(line);
  }
  free(line);
  fclose(file);
  return lines;
}

int main(int argc, char** argv) {
  int provided, count, all = 0;
  const char* threads = getenv("PLAYER_THREADS");
  MPI_Init_thread(&argc, &argv, threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc < 3 || (threads && provided < MPI_THREAD_MULTIPLE)) return 2;
  char name[4096];
  snprintf(name, sizeof name, "%s.%d", argv[2], rank);
  out = fopen(name, "wb");
  char** lines = read_lines(argv[1], &count);
  for (int i = 0; i < count;) {
    int run = 0;
    while (i + run < count && thread_of(lines[i + run]) != 0) ++run;
    if (run > 0)
      play_in_threads(lines + i, run);
    else
      play(lines[i]), run = 1;
    i += run;
  }
  for (int i = 0; i < count; ++i) free(lines[i]);
  free(lines);
  fclose(out);
  MPI_Allreduce(&problems, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return all != 0;
}
