#!/usr/bin/env python3
"""Files that are compiled together do not clash.

`./dev demo` compiles several sources of a component together (FENCEPOST_BUILD_ONCE in cmake/Component.cmake). If two of them use one name for
something of their own (in an unnamed namespace, or static), that name is then defined twice. This test reads the sources and prints each such name.
Files under APART in their CMakeLists.txt are compiled alone, so they do not count. Functions clash if their parameters have the same types. A
function of one file must also not hide a function of a header that another file calls, and no two headers may define types of one name. Exits with status 1 if there is a clash.

usage: compiled_together_test.py SOURCE_ROOT
"""
import glob
import os
import re
import sys
from collections import defaultdict

ROOTS = ["interposer", "runtime", "analyzer", "rules", "reports"]

# What is no code: comments, texts, characters, lines for the preprocessor.
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|^[ \t]*#(?:\\\n|[^\n])*', re.S | re.M)
TYPE = re.compile(r"(?:template\s*<.*>\s*)?(?:struct|class|union|enum(?:\s+class|\s+struct)?)\s+(?:\[\[.*?\]\]\s*)?(?:alignas\(.*?\)\s*)?(\w+)\b(?!\s*::)", re.S)
ALIAS = re.compile(r"(?:template\s*<.*>\s*)?using\s+(\w+)\s*=", re.S)
CONCEPT = re.compile(r"template\s*<.*>\s*concept\s+(\w+)", re.S)
OWN = {"static", "thread_local", "constexpr", "inline", "const"}


def without_texts(source):
    """The same code with blanks in place of comments, quoted text and directives. ('1'000' keeps its digits.)"""
    source = re.sub(r"(?<=\d)'(?=\d)", "", source)

    def blank(found):
        text = found.group(0)
        start = '"' if text.startswith(('"', "R")) else " "
        return (start + '"' if start == '"' else " ") + "\n" * text.count("\n")

    return NO_CODE.sub(blank, source)


def statements(code):
    """(scope, statement) for each declaration at namespace level; a scope is a tuple of names, "" for an unnamed namespace."""
    scope, start, at = [], 0, 0
    depth = 0  # of (, [ and of { that open no namespace
    while at < len(code):
        letter = code[at]
        if letter in "([":
            depth += 1
        elif letter in ")]":
            depth -= 1
        elif letter == "{":
            head = code[start:at].strip()
            opens = re.fullmatch(r"(?:inline\s+)?namespace\s*([\w:]*)|extern\s*\"\"", head) if depth == 0 else None
            if opens:
                scope.append(opens.group(1) or "" if head.startswith(("namespace", "inline")) else None)
                start = at + 1
            else:
                depth += 1
        elif letter == "}":
            if depth == 0:
                scope.pop()
                start = at + 1
            else:
                depth -= 1
                # The end of a function's body; that of a type or of a value is followed by something else.
                if depth == 0 and not re.match(r"\s*[;,)\w(.]", code[at + 1:at + 40]):
                    yield tuple(name for name in scope if name is not None), code[start:at + 1]
                    start = at + 1
                elif depth == 0 and is_function(code[start:at + 1]):
                    yield tuple(name for name in scope if name is not None), code[start:at + 1]
                    start = at + 1
        elif letter == ";" and depth == 0:
            yield tuple(name for name in scope if name is not None), code[start:at]
            start = at + 1
        at += 1


def head_of(statement):
    """What comes before the body or value, without template parameters and attributes."""
    text = re.sub(r"\[\[.*?\]\]|__attribute__\s*\(\(.*?\)\)", " ", statement, flags=re.S).strip()
    while text.startswith("template"):
        depth, at = 0, text.index("<")
        for at in range(at, len(text)):
            depth += {"<": 1, ">": -1}.get(text[at], 0)
            if depth == 0:
                break
        text = text[at + 1:].strip()
        if text.startswith("requires"):  # up to the declaration is more than this can tell: the rest of the line is the condition
            text = text.partition("\n")[2].strip()
    return text


def is_function(statement):
    text = head_of(statement)
    if re.match(r"(struct|class|union|enum|using|namespace)\b", text):
        return False
    brace, equals, bracket = text.find("{"), re.search(r"(?<![=!<>])=(?!=)", text.split("{")[0]), text.find("(")
    return bracket >= 0 and (brace < 0 or bracket < brace) and (equals is None or bracket < equals.start())


def parameters(text, at):
    """The types of a parameter list that begins at text[at], as text, and the place after it."""
    depth, parts, part, place = 0, [], "", at
    for place in range(at, len(text)):
        letter = text[place]
        if letter in "([{<":
            depth += 1
            if depth == 1:
                continue
        elif letter in ")]}>" and text[place - 1] != "-":
            depth -= 1
            if depth == 0:
                break
        if letter == "," and depth == 1:
            parts.append(part)
            part = ""
        else:
            part += letter
    parts.append(part)
    return ", ".join(type_of(one) for one in parts if one.strip()), place


def type_of(parameter):
    parameter = re.split(r"=", parameter)[0].strip()
    named = re.fullmatch(r"(.*[\s&*>])(\w+)(\[\w*\])?", parameter, re.S)
    if named and named.group(2) not in ("int", "char", "bool", "long", "double", "auto", "const", "unsigned", "short", "float"):
        parameter = named.group(1) + (named.group(3) or "")
    parameter = re.sub(r"\bstd::", "", parameter)
    # const of what is passed by value is not part of the type.
    if not re.search(r"[&*]", parameter):
        parameter = re.sub(r"\bconst\b", "", parameter)
    return re.sub(r"\s+", " ", parameter.strip()).replace(" &", "&").replace(" *", "*")


def name_of_function(declaration):
    """Its name as written, and where its parameters begin; "" if there is no name."""
    open_at = declaration.find("(")
    while open_at >= 0:
        name = re.search(r"([\w:~]+|operator\s*\S+)\s*$", declaration[:open_at])
        if name and name.group(1) not in ("noexcept", "decltype", "alignas", "requires"):
            return name.group(1), open_at
        _, end = parameters(declaration, open_at)
        open_at = declaration.find("(", end)
    return "", 0


def names_of(scope, statement):
    """What a statement defines for its file alone: a text that is the same if two of them clash; for an alias, also its meaning, since two files
    may have the same alias."""
    text = head_of(statement)
    unnamed = "" in scope
    place = "::".join(name for name in scope if name) + "::"
    if not text or re.match(r"(friend|static_assert|namespace|extern)\b|using\s[^=]*$", text):
        return
    if is_function(statement):
        declaration = text.split("{")[0] if "{" in text else text
        name, open_at = name_of_function(declaration)
        own = unnamed or re.search(r"\bstatic\b", declaration[:open_at])
        if not name or "::" in name or not own or "{" not in text:
            return
        types, _ = parameters(declaration, open_at)
        generic = "<>" if statement.strip().startswith("template") else ""
        yield f"{place}{name}{generic}({types})", None
        return
    for pattern in (TYPE, ALIAS, CONCEPT):
        found = pattern.match(text if pattern is not CONCEPT else statement.strip())
        if found:
            if unnamed and pattern is ALIAS:
                yield place + found.group(1), " ".join(text.split())
            elif unnamed and (pattern is not TYPE or "{" in text):
                yield place + found.group(1), None
            return
    # A variable: its name stands before its value, or at the end.
    head = re.split(r"[={]", text, maxsplit=1)[0]
    found = re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)*$", head)
    words = set(re.findall(r"\w+", head))
    if found and len(words) > 1 and (unnamed or words & {"static", "constexpr", "const"}):
        yield place + found.group(1), None


def names_in(source):
    found = {}
    for scope, statement in statements(without_texts(source)):
        for key, alias in names_of(scope, statement):
            found[key] = alias
    return found


def public_functions(source):
    """(namespace, name) of each function that a header declares for others."""
    for scope, statement in statements(without_texts(source)):
        if "" not in scope and is_function(statement):
            name, _ = name_of_function(head_of(statement).split("{")[0])
            if re.fullmatch(r"\w+", name):
                yield "::".join(scope) + "::", name


def public_types(source):
    """The full name of each type that a header defines for others."""
    for scope, statement in statements(without_texts(source)):
        found = TYPE.match(re.sub(r"\bFENCEPOST_\w+(\([^)]*\))?", "", head_of(statement)))
        if found and "" not in scope and "{" in statement and not is_function(statement) and not statement.strip().startswith("template"):
            yield "::".join((*scope, found.group(1)))


def in_unnamed(source):
    """The code in unnamed namespaces."""
    return "\n".join(text for scope, text in statements(without_texts(source)) if "" in scope)


def hidden_by(own, others, public):
    """Functions of headers that the names `own` of one file hide from the unnamed namespaces of files that are compiled with it (given by their
    names and code). Code in an unnamed namespace finds unnamed names first, and the compiler looks no further."""
    for key in own:
        found = re.match(r"((?:\w+::)*)(\w+)(?:<>)?\(", key)
        if not found:
            continue
        place, name = found.groups()
        hides = any(named == name and place.startswith(space) for space, named in public)
        called = re.compile(rf"(?<![\w:.>]){name}\(")
        # A name of the caller's own: in its unnamed namespace, of a member, or of something local.
        named = re.compile(rf"{place}{name}(<>)?(\(|$)")
        local = re.compile(rf"\b{name}(\([^;{{}}]*\)\s*(const\s*)?(noexcept\s*)?(override\s*)?\{{|\s*=)")
        if hides and any(called.search(code) and not local.search(code) and not any(named.match(one) for one in names) for names, code in others):
            yield key


def read(path):
    with open(path, encoding="utf-8") as text:
        return text.read()


def blocks(text):
    """The arguments of each fencepost_component(…), as words."""
    text = re.sub(r"#[^\n]*", "", text)
    for found in re.finditer(r"fencepost_component\(([^()]*(?:\([^()]*\)[^()]*)*)\)", text):
        yield found.group(1).split()


def variables(text, directory):
    """set(name values…) and file(GLOB name patterns…) of a CMakeLists.txt."""
    text = re.sub(r"#[^\n]*", "", text)
    found = defaultdict(list)  # (a variable that is set in both branches of an if may have either)
    for name, values in re.findall(r"\bset\(\s*(\w+)\s+([^()]*)\)", text):
        found[name] += values.split()
    for name, patterns in re.findall(r"\bfile\(GLOB\s+(\w+)\s+(?:CONFIGURE_DEPENDS\s+)?([^()]*)\)", text):
        found[name] = [os.path.relpath(file, directory) for pattern in patterns.split()
                       for file in sorted(glob.glob(os.path.join(directory, pattern.strip('"'))))]
    return found


def components(root):
    """Directory, sources that are compiled together."""
    for top in ROOTS:
        for directory, _, files in os.walk(os.path.join(root, top)):
            if "CMakeLists.txt" not in files:
                continue
            cmake = read(os.path.join(directory, "CMakeLists.txt"))
            known = variables(cmake, directory)
            for words in blocks(cmake):
                sources, apart, keyword, where = [], set(), "", directory
                for word in words:
                    if re.fullmatch(r"[A-Z]+", word):
                        keyword = word
                        continue
                    variable = re.fullmatch(r"\$\{(\w+)\}", word)
                    values = known.get(variable.group(1), []) if variable else [word]
                    if keyword == "SOURCES":
                        sources += values
                    elif keyword == "APART":
                        apart.update(values)
                    elif keyword == "DIRECTORY" and not variable:
                        where = os.path.join(root, word)
                yield where, [source for source in sources if source.endswith((".cpp", ".c")) and source not in apart]


def clashes(root):
    public, types = set(), defaultdict(list)
    for top in ROOTS:
        for path in glob.glob(os.path.join(root, top, "**", "*.h"), recursive=True):
            public.update(public_functions(read(path)))
            for name in public_types(read(path)):
                types[name].append(os.path.relpath(path, root))
    for name, headers in sorted(types.items()):
        if len(headers) > 1:
            yield "headers", name, headers
    for directory, sources in components(root):
        texts = {source: read(os.path.join(directory, source)) for source in sources
                 if source.endswith(".cpp") and os.path.exists(os.path.join(directory, source))}
        own = {source: names_in(text) for source, text in texts.items()}
        unnamed = {source: in_unnamed(text) for source, text in texts.items()}
        for source in texts:
            for key in hidden_by(own[source], [(own[other], unnamed[other]) for other in texts if other != source], public):
                yield os.path.relpath(directory, root), key, [source, "(hides one of a header that others call)"]
        for language in (".cpp", ".c"):
            owners = defaultdict(list)
            for source in sources:
                path = os.path.join(directory, source)
                if source.endswith(language) and os.path.exists(path):
                    for key, alias in names_in(read(path)).items():
                        owners[key].append((source, alias))
            for key, found in sorted(owners.items()):
                aliases = {alias for _, alias in found}
                if len(found) > 1 and (None in aliases or len(aliases) > 1):
                    yield os.path.relpath(directory, root), key, [source for source, _ in found]


# Two files, and whether they clash.
SAMPLES = [
    ("namespace a { namespace { struct Row { int x; }; } }", "namespace a { namespace { enum class Row { kOne }; } }", True),
    ("namespace a { namespace { struct Row { int x; }; } }", "namespace b { namespace { struct Row { int x; }; } }", False),
    ("namespace { constexpr int kMost = 3; }", "namespace { constexpr std::size_t kMost{4}; }", True),
    ("namespace { std::mutex one; }", "namespace { std::mutex another; }", False),
    ("namespace { int f(const std::string& a) { return 1; } }", "namespace { bool f(const std::string& text) { return true; } }", True),
    ("namespace { int f(int a) { return 1; } }", "namespace { int f(long a) { return 1; } }", False),
    ("namespace { int f(const int a = 3) { return 1; } }", "static int f(int) { return 1; }", True),
    ("namespace { template <class T> T f(T a) { return a; } }", "namespace { template <class T>\nT f(T a) { return a; } }", True),
    ("namespace { namespace fs = std::filesystem; using Json = A; }", "namespace { namespace fs = std::filesystem; using Json = A; }", False),
    ("namespace { using Json = A; }", "namespace { using Json = B; }", True),
    ("namespace { using a::Kind; }", "namespace { using a::Kind; }", False),
    ("int f() { struct Row {}; return 0; }", "int g() { struct Row {}; return 0; }", False),
    ("namespace { void f() {} }  // }\nnamespace { struct B { B() {} }; }", 'const char* text = "{"; namespace { class B; }', False),
    ("namespace { struct B { B() : x{1} {} int x; }; const B b{}; }", "namespace { B make(); B b; }", True),
    ("void T::f() { static int calls = 0; }", "static int calls = 0;", False),
]


def fails_on_its_samples():
    wrong = 0
    for first, second, clash in SAMPLES:
        one, two = names_in(first), names_in(second)
        shared = [key for key in one.keys() & two.keys() if one[key] is None or one[key] != two[key]]
        if bool(shared) != clash:
            print(f"a sample is not judged as it should be ({'clash' if clash else 'no clash'}): {first} / {second}: {sorted(one)}, {sorted(two)}")
            wrong += 1
    return wrong > 0


def fails_to_see_what_is_hidden():
    public = set(public_functions("namespace a { void say(const char* text); template <class T> void show(T a) {} }"))
    own = names_in("namespace a::b { namespace { void say(int pipe) {} } }")
    def of(code):
        return [(names_in(code), in_unnamed(code))]
    seen = list(hidden_by(own, of('namespace a::b { namespace { void f() { say(""); } } }'), public))
    unseen = list(hidden_by(own, of('namespace { void f() { x.say(1); a::say(""); } } void g() { say(""); }'), public))
    unseen += list(hidden_by(own, of('namespace a::b { namespace { void say(long a) {} void f() { say(1L); } } }'), public))
    unseen += list(hidden_by(names_in("namespace { void say() {} }"), of("namespace { void f() { say(); } }"), public))
    if public != {("a::", "say"), ("a::", "show")} or seen != ["a::b::say(int)"] or unseen:
        print(f"what is hidden is not judged as it should be: {public}, {seen}, {unseen}")
        return True
    return False


def main():
    if fails_on_its_samples() or fails_to_see_what_is_hidden():
        return 1
    found = list(clashes(sys.argv[1]))
    for directory, key, files in found:
        print(f"{directory}: {', '.join(files)} each define {key}")
    if found:
        print("Rename one of them, or name its file under APART in the CMakeLists.txt of the folder.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
