/* Datatypes and reductions by name, and the calls that make derived types. */
#include "player.h"

static MPI_Datatype predefined(const char* name) {
  const struct {
    const char* name;
    MPI_Datatype type;
  } rows[] = {
#define ROW(x) {#x, MPI_##x},
      ROW(SIGNED_CHAR) ROW(UNSIGNED_CHAR) ROW(SHORT) ROW(UNSIGNED_SHORT) ROW(INT) ROW(UNSIGNED) ROW(LONG)
          ROW(UNSIGNED_LONG) ROW(LONG_LONG) ROW(UNSIGNED_LONG_LONG) ROW(INT8_T) ROW(INT16_T) ROW(INT32_T) ROW(INT64_T)
              ROW(UINT8_T) ROW(UINT16_T) ROW(UINT32_T) ROW(UINT64_T) ROW(AINT) ROW(OFFSET) ROW(COUNT) ROW(FLOAT)
                  ROW(DOUBLE) ROW(LONG_DOUBLE) ROW(C_FLOAT_COMPLEX) ROW(C_DOUBLE_COMPLEX) ROW(C_LONG_DOUBLE_COMPLEX)
                      ROW(C_BOOL) ROW(BYTE) ROW(INTEGER) ROW(REAL) ROW(DOUBLE_PRECISION) ROW(COMPLEX)
                          ROW(DOUBLE_COMPLEX) ROW(LOGICAL) ROW(FLOAT_INT) ROW(DOUBLE_INT) ROW(LONG_INT) ROW(2INT)
                              ROW(SHORT_INT) ROW(LONG_DOUBLE_INT) ROW(2INTEGER) ROW(2REAL) ROW(2DOUBLE_PRECISION)
                                  ROW(CHAR) ROW(WCHAR) ROW(CHARACTER)
#undef ROW
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    if (strcmp(rows[i].name, name) == 0) return rows[i].type;
  }
  fprintf(stderr, "player: no type %s\n", name);
  exit(2);
}

MPI_Op op_named(const char* name) {
  const struct {
    const char* name;
    MPI_Op op;
  } rows[] = {
#define ROW(x) {#x, MPI_##x},
      ROW(SUM) ROW(PROD) ROW(MAX) ROW(MIN) ROW(LAND) ROW(LOR) ROW(LXOR) ROW(BAND) ROW(BOR) ROW(BXOR) ROW(MAXLOC)
          ROW(MINLOC) ROW(REPLACE) ROW(NO_OP)
#undef ROW
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    if (strcmp(rows[i].name, name) == 0) return rows[i].op;
  }
  fprintf(stderr, "player: no operation %s\n", name);
  exit(2);
}

MPI_Datatype type_argument(Statement* s) {
  const char* name = word(s);
  if (strcmp(name, "none") == 0) return MPI_DATATYPE_NULL;
  if (name[0] != '#' && name[0] != 'b') {
    fprintf(stderr, "player: no type: %s: %s\n", name, s->text);
    exit(2);
  }
  return name[0] == '#' ? types[atoi(name + 1)] : predefined(name + 2);
}

static void numbers(Statement* s, int* into, int count) {
  for (int i = 0; i < count; ++i) into[i] = (int)number(s);
}
static void addresses(Statement* s, MPI_Aint* into, int count) {
  for (int i = 0; i < count; ++i) into[i] = number(s);
}

enum { MANY = 1000 };

void make_type(Statement* s) {
  MPI_Datatype* made = &types[number(s)];
  const char* call = word(s);
  int a[MANY], b[MANY], c[MANY];
  MPI_Aint d[MANY];
  MPI_Datatype parts[MANY];
  if (strcmp(call, "contiguous") == 0) {
    int count = (int)number(s);
    check(s, MPI_Type_contiguous(count, type_argument(s), made));
  } else if (strcmp(call, "vector") == 0) {
    numbers(s, a, 3);
    check(s, MPI_Type_vector(a[0], a[1], a[2], type_argument(s), made));
  } else if (strcmp(call, "hvector") == 0) {
    numbers(s, a, 2);
    MPI_Aint stride = number(s);
    check(s, MPI_Type_create_hvector(a[0], a[1], stride, type_argument(s), made));
  } else if (strcmp(call, "indexed") == 0) {
    int count = (int)number(s);
    numbers(s, a, count), numbers(s, b, count);
    check(s, MPI_Type_indexed(count, a, b, type_argument(s), made));
  } else if (strcmp(call, "hindexed") == 0) {
    int count = (int)number(s);
    numbers(s, a, count), addresses(s, d, count);
    check(s, MPI_Type_create_hindexed(count, a, d, type_argument(s), made));
  } else if (strcmp(call, "indexed_block") == 0) {
    int count = (int)number(s), length = (int)number(s);
    numbers(s, b, count);
    check(s, MPI_Type_create_indexed_block(count, length, b, type_argument(s), made));
  } else if (strcmp(call, "hindexed_block") == 0) {
    int count = (int)number(s), length = (int)number(s);
    addresses(s, d, count);
    check(s, MPI_Type_create_hindexed_block(count, length, d, type_argument(s), made));
  } else if (strcmp(call, "struct") == 0) {
    int count = (int)number(s);
    numbers(s, a, count), addresses(s, d, count);
    for (int i = 0; i < count; ++i) parts[i] = type_argument(s);
    check(s, MPI_Type_create_struct(count, a, d, parts, made));
  } else if (strcmp(call, "subarray") == 0) {
    int count = (int)number(s);
    numbers(s, a, count), numbers(s, b, count), numbers(s, c, count);
    int order = number(s) ? MPI_ORDER_FORTRAN : MPI_ORDER_C;
    check(s, MPI_Type_create_subarray(count, a, b, c, order, type_argument(s), made));
  } else if (strcmp(call, "darray") == 0) {
    int size = (int)number(s), process = (int)number(s), count = (int)number(s), cyclic[MANY];
    numbers(s, a, count), numbers(s, b, count), numbers(s, c, count);
    for (int i = 0; i < count; ++i) cyclic[i] = MPI_DISTRIBUTE_CYCLIC;
    int order = number(s) ? MPI_ORDER_FORTRAN : MPI_ORDER_C;
    check(s, MPI_Type_create_darray(size, process, count, a, cyclic, b, c, order, type_argument(s), made));
  } else if (strcmp(call, "resized") == 0) {
    addresses(s, d, 2);
    check(s, MPI_Type_create_resized(type_argument(s), d[0], d[1], made));
  } else if (strcmp(call, "dup") == 0) {
    check(s, MPI_Type_dup(type_argument(s), made));
  } else {
    fprintf(stderr, "player: no type call %s\n", call);
    exit(2);
  }
}
