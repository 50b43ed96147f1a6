import { describe, expect, test } from "vitest"
import { locator } from "@/lib/formats/format-detection"
import type { Diagnostic } from "@/lib/memory/memory-files/format"
import { type Derivation, derive } from "@/lib/operations/writing/derive"

const TOPIC = ".claude/memory/topic.md"
const STORE = "memory/global/memory.json"
const GRAPH = "memory.jsonl"

/** `line:column severity code: message` */
type Row = readonly [title: string, content: string | readonly number[], ...expected: readonly string[]]

const entry = (more: string) =>
  `{"version": "1.0", "entries": [\n{"id": "a", "type": "pattern", "content": "fine"${more}}\n]}`
const topic = (yaml: string) => `---\n${yaml}\n---\n\n- fine\n`
const utf16 = (text: string) => [...Buffer.from(text, "utf16le")]
const LFS = `version https://git-lfs.github.com/spec/v1\noid sha256:${"ab12".repeat(16)}\nsize 5120\n`

const NOT_TEXT: readonly Row[] = [
  [
    "UTF-16 without a byte order mark",
    utf16("- one\n- two\n"),
    "1:1 error encoding-utf16: The file is UTF-16 (little endian, without a byte order mark); save it as UTF-8",
  ],
  [
    "UTF-16 big endian without a byte order mark",
    [0, 0x2d, 0, 0x20, 0, 0x61, 0, 0x0a],
    "1:1 error encoding-utf16: The file is UTF-16 (big endian, without a byte order mark); save it as UTF-8",
  ],
  [
    "a picture",
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d],
    "1:1 error binary-content: The file is a PNG image, not text; replace it with a UTF-8 text file or skip it",
  ],
  [
    "an Office document",
    [0x50, 0x4b, 3, 4, 0x14, 0, 6, 0],
    "1:1 error binary-content: The file is a zip archive or an Office document, not text; replace it with a UTF-8 text file or skip it",
  ],
  [
    "a NUL byte",
    [0x2d, 0x20, 0x61, 0x0a, 0x62, 0],
    "2:2 error nul-byte: Byte 5 of the file is NUL, which text cannot contain; remove it or skip the file",
  ],
  [
    "UTF-8 that is cut off",
    [0x2d, 0x20, 0x63, 0xe2, 0x82],
    "1:4 error encoding-truncated: The file ends in the middle of a character (byte 3), so it may be truncated; restore it or save it again",
  ],
  [
    "Latin-1",
    [0x2d, 0x20, 0xe9, 0x0a],
    "1:3 error encoding-invalid: Byte 2 of the file (0xE9) is not valid UTF-8; save the file as UTF-8",
  ],
  [
    "a Git LFS pointer",
    LFS,
    "1:1 error git-lfs-pointer: This is a Git LFS pointer, not the file itself. Run `git lfs pull` and import again",
  ],
]

const MARKDOWN: readonly Row[] = [
  ["an empty file", "", "1:1 info file-empty: The file is empty. Add entries or delete the file"],
  [
    "a blank file",
    "\uFEFF \n\t\r\n",
    "1:1 info file-empty: The file contains only whitespace. Add entries or delete the file",
  ],
  [
    "an unresolved conflict",
    "- a\n\n<<<<<<< HEAD\n- mine\n=======\n- theirs\n>>>>>>> branch\n",
    "3:1 warning conflict-markers: Lines 3 to 7 contain an unresolved Git conflict. Keep one side and delete the marker lines",
  ],
  [
    "an unresolved conflict with its base",
    "<<<<<<<\n- mine\n|||||||\n- old\n=======\n- theirs\n>>>>>>>\n",
    "1:1 warning conflict-markers: Lines 1 to 7 contain an unresolved Git conflict. Keep one side and delete the marker lines",
  ],
  ["an underlined heading and a quote", "Title\n=======\n\n>>>>>>> quote\n\n<<<<<<< no conflict\n"],
  ["an example of a conflict", "```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> branch\n```\n"],
  [
    "mixed line ends",
    "- a\n- b\r\n- c\n",
    "2:4 info line-ends-mixed: Line endings are mixed: 2 LF, 1 CRLF. Save the file with consistent line endings",
  ],
  ["CRLF throughout, without an end of its own on the last line", "- a\r\n- b"],
  [
    "long lines",
    `- a\n- ${"b".repeat(12_000)}\n- ${"c ".repeat(6000)}\n`,
    "2:10001 info line-too-long: The line has 12,002 characters (long lines in this file: 2). Break the line up to make changes easier to review",
  ],
  [
    "a code block that swallows sections",
    "- a\n\n```sh\nls\n\n## Findings\n\n- b\n",
    "3:1 warning fence-unclosed: This code block is not closed, so 1 section below it is read as code. Add a line with ``` where the code ends",
  ],
  [
    "a code block that ends with the file",
    "- a\n\n~~~~\nls\n~~~\n",
    "3:1 info fence-unclosed: This code block is not closed. Add a line with ~~~~ where the code ends",
  ],
  ["code blocks that are closed, and indented code", "```\nls\n`````\n\n- a\n\n\n    code\n"],
]

const FRONT_MATTER: readonly Row[] = [
  [
    "front matter without an end",
    "---\nname: x\n\n- fine\n",
    "1:1 error frontmatter-unclosed: The front matter has no closing line and was read as text; add a line with --- after its last key",
  ],
  [
    "aliases that would multiply",
    topic(["a: &a [x, x]", "b: &b [*a, *a]", "c: &c [*b, *b]", "name: *c"].join("\n")),
    "3:8 warning frontmatter-alias: The alias *a (and 4 more) is not expanded and has no value; write out the value instead",
  ],
  [
    "tags that would run code",
    topic("name: !!js/function 'function () {}'\ncount: !!int 3\ntype: !custom user"),
    "2:7 warning frontmatter-tag: The tag !!js/function is ignored and never executed; remove it",
    "4:7 warning frontmatter-tag: The tag !custom is ignored and never executed; remove it",
  ],
  [
    "keys that repeat",
    topic("name: x\nname: y\nmetadata:\n  type: user\n  type: b"),
    "3:1 error frontmatter-key-duplicate: The key name is already defined on line 2, and the first definition is used; remove one of the two",
    "6:3 error frontmatter-key-duplicate: The key type is already defined on line 5, and the first definition is used; remove one of the two",
  ],
  [
    "escaped NUL and surrogate",
    topic('name: "a\\0b"\ndescription: "\\ud800"'),
    "2:7 warning character-unstorable: This escape sequence stands for the NUL character, which cannot be stored and is shown as ␀; remove the sequence",
    "3:14 warning character-unstorable: This escape sequence stands for half of a character (a lone surrogate), which cannot be stored and is shown as \uFFFD; write the whole character",
  ],
  [
    "the year 0",
    topic("name: x\nlast_updated: 0000-01-01"),
    "3:15 warning date-invalid: 0000-01-01 is out of range and was ignored; use dates from 1970-01-01 to 2199-12-31",
  ],
]

const JSON_STORE: readonly Row[] = [
  [
    "nothing",
    "",
    "1:1 error json-invalid: a value is missing at the end of the file. The file has no entries until this is fixed",
  ],
  [
    "a key twice",
    entry(',\n"content": "other"'),
    '3:1 warning json-key-duplicate: The key "content" is already defined on line 2, and the last definition is used. Remove one of them',
  ],
  [
    "a comment",
    entry(" // why"),
    "2:50 error json-invalid: JSON does not allow comments; remove this one. The file has no entries until this is fixed",
  ],
  [
    "a trailing comma",
    entry(","),
    "2:49 error json-invalid: there is a trailing comma before the }. The file has no entries until this is fixed",
  ],
  [
    "NaN",
    entry(', "confidence": NaN'),
    "2:65 error json-invalid: JSON does not support the value NaN; write null or remove the key. The file has no entries until this is fixed",
  ],
  [
    "negative infinity",
    entry(', "confidence": -Infinity'),
    "2:65 error json-invalid: JSON does not support the value -Infinity; write null or remove the key. The file has no entries until this is fixed",
  ],
  [
    "JSON Lines",
    '{"version": "1.0", "entries": []}\n{"id": "a"}\n',
    "2:1 error json-invalid: there is text after the end of the JSON. JSON Lines is not supported here, so merge the values into a single one. The file has no entries until this is fixed",
  ],
  [
    "escapes of NUL and of half a character",
    entry(', "x": "a\\u0000",\n"y": ["\\ud83d\\ude80", "\\ud83d"]'),
    "2:56 warning character-unstorable: This escape sequence stands for the NUL character, which cannot be stored and is shown as ␀; remove the sequence",
    "3:23 warning character-unstorable: This escape sequence stands for half of a character (a lone surrogate), which cannot be stored and is shown as \uFFFD; write the whole character",
  ],
  [
    "an unknown version",
    '{"version": "3.0", "entries": []}',
    '1:13 warning version-unknown: "version" is "3.0", which is not a known version, so the file was read as version 1.0. Check that all entries are listed',
  ],
  [
    "a version that is no version",
    '{"version": [], "entries": []}',
    '1:13 warning version-unknown: "version" is an array, which is not a known version, so the file was read as version 1.0. Check that all entries are listed',
  ],
  ["a version as a number", '{"version": 1, "entries": []}'],
]

const GRAPH_LINES: readonly Row[] = [
  ["an empty store", ""],
  [
    "a key twice",
    '{"type":"entity","name":"a","entityType":"x","observations":["b"]}\n{"type":"entity","name":"a","name":"c","entityType":"x","observations":["b"]}\n',
    '2:29 warning json-key-duplicate: The key "name" is already defined on line 2, and the last definition is used. Remove one of them',
  ],
]

describe.each([
  ["bytes that are not the text of a memory", TOPIC, NOT_TEXT],
  ["Markdown", TOPIC, MARKDOWN],
  ["front matter", TOPIC, FRONT_MATTER],
  ["a JSON store", STORE, JSON_STORE],
  ["a graph of JSON Lines", GRAPH, GRAPH_LINES],
])("%s", (_, path, rows) => {
  test.each(rows)("%s", (_title, content, ...expected) => {
    const bytes = typeof content === "string" ? Buffer.from(content) : Uint8Array.from(content)
    const derived = derive(path, bytes, locator([path])(path))
    expect(derived.kind).toBe(rows === NOT_TEXT ? "set-aside" : "memory")
    expect(diagnosticsOf(derived).map(shown)).toEqual(expected)
  })
})

describe("deceptive file names", () => {
  const diagnosed = (path: string, text = "- fine\n") =>
    diagnosticsOf(derive(path, Buffer.from(text), locator([path])(path))).map(shown)
  const folder = ".claude/agent-memory"

  test("reports letters of another alphabet in an agent's folder", () => {
    expect(diagnosed(`${folder}/p\u0430yments/notes.md`)).toEqual([
      '1:1 warning name-look-alike: The file or folder name "p\u0430yments" mixes alphabets: "p\u0430yments" looks like "payments" but is a different name. Use letters from a single alphabet',
    ])
  })

  test("reports characters in a file name that are not visible", () => {
    expect(diagnosed(`${folder}/payments/no\u200Btes.md`)).toEqual([
      '1:1 warning name-invisible-character: The file or folder name "no[ZWSP]tes.md" contains invisible characters (zero width space). Remove them from the name',
    ])
  })

  test("reports an agent name in front matter that turns its letters round", () => {
    expect(diagnosed(TOPIC, topic("name: x\nagent: pay\u202Ements"))).toContainEqual(
      expect.stringMatching(
        /^3:8 warning name-invisible-character: The agent name "pay\[RLO\]ments" contains/,
      ),
    )
  })

  test("accepts names in any alphabet, with accents and emoji", () => {
    for (const name of ["évaluateur", "e\u0301valuateur", "плановик", "記憶", "rocket-🚀"])
      expect(diagnosed(`${folder}/${name}/notes.md`), name).toEqual([])
  })
})

describe("front matter with a key that repeats", () => {
  test("has the first value", () => {
    const derived = derive(TOPIC, Buffer.from(topic("name: x\nname: y")), locator([TOPIC])(TOPIC))
    expect(derived).toMatchObject({ parsed: { meta: { title: "x" } } })
  })
})

function diagnosticsOf(derived: Derivation): readonly Diagnostic[] {
  if (derived.kind === "memory") return derived.parsed.diagnostics
  return derived.kind === "set-aside" ? derived.diagnostics : []
}

const shown = ({ line, column, severity, code, message }: Diagnostic): string =>
  `${line}:${column} ${severity} ${code}: ${message}`
