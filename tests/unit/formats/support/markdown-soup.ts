import * as fc from "fast-check"

const words = fc.constantFrom(
  "The cache is warm after the first call",
  "短い文もある",
  "Deploys need two approvals 🚀",
  "[Queue](queue.md) — how jobs are claimed",
  "| not | a table",
  "[2026-01-02] Dated statement",
  "**2026-03-04**: bold date",
  "2026-03-04 — dashed date",
  "[2026-02-30] no such day",
  "[3/4/2026] another calendar",
  "~~Old way~~ ← STALE (new way)",
  "~~ struck ~~",
  "~tilde first",
  "[ ] open task",
  "[x] closed task",
  "---",
  "***",
  "# not a heading in a list",
  "[label]: https://example.org",
  "`` code ` span",
  "<b>inline</b>",
  "1. nested number",
  "- nested bullet",
  "> nested quote",
  "\tindented",
  "   three spaces",
  "trailing spaces  ",
  "=",
  "~~~",
  "```js",
  "<!-- remark -->",
  "Steps to take:",
  "**Verification:**",
  "**Short title**",
  "**Why:** the cache is cold",
  "**How to apply:**",
  "Redis is the broker. Mitigations:",
)

const line = fc.oneof(
  { weight: 4, arbitrary: words.map((text) => `- ${text}`) },
  { weight: 2, arbitrary: words },
  { weight: 1, arbitrary: words.map((text) => `* ${text}`) },
  { weight: 1, arbitrary: words.map((text) => `+\t${text}`) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 1200 }), words)
      .map(([number, text]) => `${number}. ${text}`),
  },
  { weight: 2, arbitrary: words.map((text) => `  ${text}`) },
  { weight: 1, arbitrary: words.map((text) => `\t${text}`) },
  { weight: 1, arbitrary: words.map((text) => `    ${text}`) },
  { weight: 1, arbitrary: words.map((text) => `> ${text}`) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "# Title",
      "## Findings",
      "## Findings",
      "### Part",
      "## Session Log",
      "## Shared Patterns",
      "## Coordinator Notes",
      "## Risk-Specific",
      "Underlined\n---",
      "Underlined\n===",
      "## Closed ##",
      "##",
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "```",
      "```sh",
      "~~~",
      "    code",
      "<!-- one line -->",
      "<!--",
      "-->",
      "<div>",
      "</div>",
      "<pre>",
      "---",
      "***",
      "- ",
      "-",
      "1.",
      "| a | b |",
      "|---|---|",
      "| [T](t.md) | hook |",
      "| x | y |",
      "===",
      "| one |",
      "(none yet)",
      "- TBD",
    ),
  },
  { weight: 5, arbitrary: fc.constant("") },
  { weight: 1, arbitrary: fc.constantFrom("   ", "\t") },
)

const frontmatter = fc.constantFrom(
  "---\nname: topic\ndescription: words\ntype: feedback\n---",
  "---\nname: topic\nmetadata: \n  type: project\n---",
  "---\ndescription: a: b: c\nagent: [broken\n---",
  "---\na: &a [x]\nb: [*a, *a]\n---",
  "---\nunclosed: yes",
  "---\n---",
  "---",
)

/**
 * Random Markdown: constructs in any order, any line break, with or without byte order mark and final line
 * break.
 */
export const markdownSoup = fc
  .record({
    mark: fc.boolean(),
    front: fc.option(frontmatter, { nil: null, freq: 3 }),
    lines: fc.array(line, { maxLength: 14 }),
    eol: fc.constantFrom("\n", "\n", "\r\n", "\r"),
    last: fc.constantFrom("", "\n", "\n\n", "\n \n"),
  })
  .map(
    ({ mark, front, lines, eol, last }) =>
      (mark ? "\uFEFF" : "") +
      ([...(front === null ? [] : [front]), ...lines].join("\n") + last).replaceAll("\n", eol),
  )

/** Random statements to add: one or several lines, with all Markdown syntax. */
export const statements = fc
  .array(
    fc.oneof(
      words,
      fc.constantFrom("", "```", "code", "  - deeper", "  ", "## heading", "| a | b |", "plain words"),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((lines) => lines.join("\n"))
  .filter((text) => text.trim() !== "")
