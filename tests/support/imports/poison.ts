/**
 * Files that have broken similar programs, by their defect. Each must be read as far as possible or set
 * aside.
 */
const kaizen = (name: string) => `.kaizen/agents/${name}/memory.md`
const store = (name: string) => `memory/teams/${name}/memory.json`

const bytes = (...values: number[]) => Buffer.from(values)
const around = (middle: Buffer) =>
  Buffer.concat([Buffer.from("# Agent\n\n## What Worked\n- before "), middle, Buffer.from(" after\n")])
const frontmatter = (yaml: string) => `---\n${yaml}\n---\n\n## What Worked\n- it worked\n`
const entry = (json: string) => `{"memory": [{"id": "a", "content": "fine", "type": "decision", ${json}}]}`
const lines = (count: number, line: (place: number) => string) =>
  Array.from({ length: count }, (_, place) => line(place)).join("\n")

/** Files that are not text. */
export const UNDECODABLE: Readonly<Record<string, Uint8Array>> = {
  "a stray byte": around(bytes(0xff)),
  "an overlong NUL": around(bytes(0xc0, 0x80)),
  "an overlong slash": around(bytes(0xe0, 0x80, 0xaf)),
  "an encoded surrogate": around(bytes(0xed, 0xa0, 0x80)),
  "a five-byte sequence": around(bytes(0xf8, 0x88, 0x80, 0x80, 0x80)),
  "a code point beyond Unicode": around(bytes(0xf4, 0x90, 0x80, 0x80)),
  "a lone continuation": around(bytes(0x80)),
  "a sequence cut by the end": Buffer.concat([Buffer.from("- caf"), bytes(0xe2, 0x82)]),
  "Latin-1": Buffer.from("- café crème\n", "latin1"),
  "UTF-16 little endian": Buffer.concat([bytes(0xff, 0xfe), Buffer.from("- one\n", "utf16le")]),
  "UTF-16 big endian": Buffer.concat([bytes(0xfe, 0xff), Buffer.from("- one\n", "utf16le").swap16()]),
  "UTF-16 without a mark": Buffer.from("- one\n", "utf16le"),
  "UTF-32": Buffer.concat([bytes(0xff, 0xfe, 0, 0), bytes(0x2d, 0, 0, 0)]),
  "a NUL in the text": around(bytes(0)),
  "nothing but NULs": Buffer.alloc(100_000),
  "a NUL at the very end": Buffer.from("- one\n\0"),
  "a gzip": bytes(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0x4b, 4, 0, 0x43, 0xbe, 0xb7, 0xe8, 1, 0, 0, 0),
  "a picture": bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d),
  "a program": bytes(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0),
}

export const MARKDOWN: Readonly<Record<string, string>> = {
  nothing: "",
  spaces: " ".repeat(1_000_000),
  "line breaks": "\n".repeat(500_000),
  "carriage returns": "- one\r- two\r".repeat(1000),
  "three marks": "\uFEFF\uFEFF\uFEFF- one\n",
  "an alias bomb": frontmatter(
    [
      "a: &a [x,x,x,x,x,x,x,x,x]",
      ..."bcdefghij"
        .split("")
        .map((name, place) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghij"[place]}`).join(",")}]`),
    ].join("\n"),
  ),
  "a merge bomb": frontmatter(
    [
      "a: &a {x: 1}",
      ...Array.from(
        { length: 60 },
        (_, place) =>
          `m${place}: &m${place} {<<: [*a, ${place > 0 ? `*m${place - 1}, *m${place - 1}` : "*a"}]}`,
      ),
    ].join("\n"),
  ),
  "a cycle of anchors": frontmatter("a: &a\n  b: *a"),
  "deep flow collections": frontmatter(`a: ${"[".repeat(20_000)}`),
  "deep block collections": frontmatter(lines(300, (place) => `${" ".repeat(place)}a:`)),
  "tags that would run": frontmatter(
    "a: !!js/function 'function () { throw 1 }'\nb: !!python/object/apply:os.system ['true']",
  ),
  "javascript frontmatter": "---js\nthrow new Error('ran')\n---\n- one\n",
  "tabs in YAML": frontmatter("agent: x\n\tproject: y"),
  "a key twice": frontmatter("agent: x\nagent: y"),
  "frontmatter without an end": `---\nagent: x\n${lines(2000, (place) => `- line ${place}`)}\n`,
  "frontmatter of a megabyte": frontmatter(lines(20_000, (place) => `key_${place}: ${"v".repeat(40)}`)),
  "YAML escapes of NUL and surrogates": frontmatter(
    'agent: "a\\0b\\x00c"\ntitle: "\\ud800 and \\uDFFF"\nproject: "\\U0000D800"',
  ),
  "a name of 5,000 letters": frontmatter(
    `agent: ${Array.from({ length: 5000 }, (_, place) => String.fromCodePoint(0x4e00 + ((place * 7919) % 20_000))).join("")}\nproject: p`,
  ),
  "keys of every object": frontmatter(
    "__proto__: {polluted: true}\nconstructor: x\ntoString: y\nhasOwnProperty: z",
  ),
  "numbers beyond counting": frontmatter("agent: x\nsession_count: 99999999999999999999\nlast_updated: .inf"),
  "a date that is none": frontmatter("agent: x\nlast_updated: 2026-02-30\nsession_count: -1"),
  "frontmatter that is a list": frontmatter("- a\n- b"),
  "frontmatter that is a word": frontmatter("memory"),
  "dates out of all range":
    "## What Worked\n- [0000-00-00] zero\n- [0000-01-01] year zero\n- [9999-12-31] far\n- [9999-99-99] none\n- [2026-02-30] none\n- 0001-01-01: one\n",
  "one line of three megabytes": `- ${"a".repeat(3_000_000)}\n`,
  "one entry of unlike words": `- ${lines(120_000, (place) => `word${place}`).replaceAll("\n", " ")}\n`,
  "a word of a megabyte in a script without spaces": `- ${"記憶".repeat(150_000)}\n`,
  "headings without end": lines(15_000, (place) => `# ${place}`),
  "the same heading 4,000 times": "## What Worked\n- a\n".repeat(4000),
  "nested lists": lines(300, (place) => `${"  ".repeat(place)}- level ${place}`),
  "nested quotes": `${">".repeat(20_000)} deep\n`,
  "nested quotes and lists": lines(500, (place) => `${"> - ".repeat(place % 120)}x`),
  "emphasis without end": `- ${"*a **b ".repeat(30_000)}\n`,
  "brackets without end": `- ${"[".repeat(60_000)}\n`,
  "links in links": `- ${"[a](".repeat(20_000)}\n`,
  "images in images": `- ${"![".repeat(20_000)}\n`,
  "backticks of every length": `- ${lines(400, (place) => "`".repeat(place)).replaceAll("\n", " ")}\n`,
  "angle brackets": `- ${"<".repeat(60_000)}\n`,
  "a fence without an end": `- one\n\`\`\`\n${"- in the fence\n".repeat(2000)}`,
  "a comment without an end": `- one\n<!-- ${"- in the comment\n".repeat(2000)}`,
  "declarations without end": `${"<!A ".repeat(20_000)}\n`,
  "processing instructions": `${"<? ".repeat(20_000)}\n`,
  "a table of 3,000 columns": `|${"a|".repeat(3000)}\n|${"-|".repeat(3000)}\n${`|${"b|".repeat(3000)}\n`.repeat(5)}`,
  "link definitions": lines(8000, (place) => `[${place}]: /x${place} "t"`),
  "struck without end": `- ${"~~a ".repeat(30_000)}\n`,
  "tags of dates without end": `- ${"[2026-01-01] ".repeat(20_000)}\n`,
  "separators without end": `## Session Log\n- 2026-01-01 ${"· ".repeat(40_000)}\n`,
  dashes: `- ${"- ".repeat(10_000)}\n${"- - -\n".repeat(3000)}`,
  "bidirectional controls": "## What Worked\n- \u202Egnp.exe\u202C and \u2066isolated\u2069\n",
  "invisible characters": "## What Worked\n- zero\u200Bwidth\u200D and \u{E0041}\u{E0042} tags\n",
  noncharacters: "## What Worked\n- \uFFFE \uFFFF \u{1FFFE} \u{10FFFF}\n",
  "a tower of accents": `- z${"\u0301".repeat(60_000)}\n`,
  "other line ends": "- one\u2028- two\u2029- three\u0085- four\u000B- five\u000C\n",
  "terminal escapes": "- \u001B]0;title\u0007 \u001B[2J \u009B31m\n",
  "entities of nothing": "- &#0; &#xD800; &#x110000; &#99999999999;\n",
  "markup that would run":
    "- <script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1))\n",
  "half of a conflict": "<<<<<<< HEAD\n- mine\n=======\n- theirs\n>>>>>>> branch\n",
  "only marks": "-\n*\n+\n1.\n#\n##\n>\n",
}

export const JSON_STORES: Readonly<Record<string, string>> = {
  nothing: "",
  space: "  \n\t ",
  "a mark and nothing": "\uFEFF",
  "a mark before JSON": `\uFEFF${entry('"x": 1')}`,
  "arrays 20,000 deep": "[".repeat(20_000) + "]".repeat(20_000),
  "objects 20,000 deep": `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`,
  "memory 20,000 deep": `{"memory": ${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
  "arrays without an end": "[".repeat(100_000),
  "a string without an end": '{"memory": [{"id": "a", "content": "no end',
  "half of an escape": '{"memory": [{"id": "a", "content": "\\u12',
  "escapes of NUL and surrogates":
    '{"memory": [{"id": "a\\u0000", "content": "x\\u0000y \\ud800 \\udfff z", "type": "\\ud83d"}]}',
  "numbers without measure": entry(
    '"confidence": 1e999, "accessed_count": 1e999, "accessCount": 99999999999999999999, "access_count": 99999999999',
  ),
  "numbers below measure": entry(
    '"confidence": -5, "accessed_count": -1, "accessCount": -99999999999, "access_count": 0.5',
  ),
  "numbers that are none": entry('"confidence": NaN'),
  "dates without measure": entry(
    '"created": "+275760-09-13", "created_at": "0000-01-01", "updated_at": "-000001-01-01T00:00:00Z", "date": "9999-99-99"',
  ),
  "the year zero": entry(
    '"created": "0000-01-01T00:00:00Z", "created_at": "0000-01-01T00:00:00.000Z", "date": "0000-01-01"',
  ),
  "a key twice": '{"memory": [], "memory": [{"id": "a", "id": "b", "content": "x"}]}',
  "keys of every object":
    '{"__proto__": {"polluted": true}, "constructor": 1, "memory": [{"__proto__": [], "id": "a", "content": "x", "toString": 1}]}',
  "text behind the end": `${entry('"x": 1')} and more`,
  "comments and commas": '{/* c */ "memory": [{"id": "a", "content": "x",}, ], // c\n}',
  null: "null",
  "a number": "42",
  "a string": '"memory"',
  false: "false",
  "memory that is an object": '{"memory": {"id": "a"}}',
  "memory that is a word": '{"memory": "all"}',
  "entries that are none": '{"memory": [null, 1, "x", [], {}, true]}',
  "fields of other kinds":
    '{"memory": [{"id": {"a": 1}, "content": ["x"], "type": 7, "confidence": "high", "created": {}}]}',
  "an id of 100 KB": `{"memory": [{"id": "${"i".repeat(100_000)}", "content": "x"}]}`,
  "content of two megabytes": `{"memory": [{"id": "a", "content": "${"c".repeat(2_000_000)}"}]}`,
  "the same id 2,000 times": `{"memory": [${lines(2000, () => '{"id": "a", "content": "x"}').replaceAll("\n", ",")}]}`,
  "empty entries without end": `{"memory": [${lines(20_000, () => "{}").replaceAll("\n", ",")}]}`,
  "a page of something else": "<!doctype html><title>Sign in</title>",
  "half of a conflict": '{\n<<<<<<< HEAD\n"memory": []\n=======\n"memory": [1]\n>>>>>>> b\n}',
  "single quotes": "{'memory': []}",
  "lines of JSON, one of them bad":
    '{"type":"entity","name":"a","entityType":"x","observations":["o"]}\n{"type":"entity",\n',
}

/** All poison files with their paths; `kind` names the defect. */
export function poisonFiles(): { kind: string; path: string; content: string | Uint8Array }[] {
  const name = (kind: string) => kind.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")
  const at = (
    place: (name: string) => string,
    kinds: Readonly<Record<string, string | Uint8Array>>,
    prefix: string,
  ) =>
    Object.entries(kinds).map(([kind, content]) => ({
      kind: `${prefix}${kind}`,
      path: place(name(`${prefix}${kind}`)),
      content,
    }))
  return [
    ...at(kaizen, UNDECODABLE, "bytes: "),
    ...at(kaizen, MARKDOWN, "markdown: "),
    ...at(store, JSON_STORES, "json: "),
  ]
}
