import * as fc from "fast-check"

/** Layout of a JSON text, with the differences between real writers. */
export interface Layout {
  readonly indent: string | null
  readonly eol: string
  readonly colon: string
  readonly comma: string
  readonly blank: string
  readonly bom: boolean
  readonly end: string
  readonly ascii: boolean
}

export const layouts: fc.Arbitrary<Layout> = fc.record({
  indent: fc.constantFrom(null, "", "  ", "    ", "\t"),
  eol: fc.constantFrom("\n", "\r\n"),
  colon: fc.constantFrom(":", ": ", " : "),
  comma: fc.constantFrom(",", ", ", " , "),
  blank: fc.constantFrom("", " ", "  ", "\n", "\r\n    ", "\n\n", "\n  \n"),
  bom: fc.boolean(),
  end: fc.constantFrom("", "\n", "\r\n", "\n\n"),
  ascii: fc.boolean(),
})

export function layOut(value: unknown, layout: Layout): string {
  return (layout.bom ? "\uFEFF" : "") + write(value, layout, 0) + layout.end
}

function write(value: unknown, layout: Layout, depth: number): string {
  if (Array.isArray(value))
    return wrap(
      "[]",
      value.map((item) => write(item, layout, depth + 1)),
      layout,
      depth,
    )
  if (typeof value === "object" && value !== null) {
    return wrap(
      "{}",
      Object.entries(value).map(
        ([key, member]) => JSON.stringify(key) + layout.colon + write(member, layout, depth + 1),
      ),
      layout,
      depth,
    )
  }
  const text = JSON.stringify(value)
  return layout.ascii
    ? text.replaceAll(/[^\u0020-\u007e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    : text
}

function wrap(brackets: string, parts: string[], layout: Layout, depth: number): string {
  const [open = "", close = ""] = brackets
  if (parts.length === 0) return open + layout.blank + close
  if (layout.indent === null) return open + parts.join(layout.comma) + close
  const lead = layout.eol + layout.indent.repeat(depth + 1)
  return open + lead + parts.join(`,${lead}`) + layout.eol + layout.indent.repeat(depth) + close
}

/** Statements with characters that need care: quotes, backslashes, line breaks, CJK, emoji, slashes. */
export const jsonStatements: fc.Arbitrary<string> = fc
  .oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 30 }),
    fc.constantFrom(
      'say "no"',
      "a\\b",
      "two\nlines",
      "支払いは冪等",
      "🚢 ship it",
      "~~old~~ news",
      "tab\there",
      "~~ ← STALE (x)",
      "c:\\u0041",
    ),
    fc.string({ minLength: 1, maxLength: 60 }),
  )
  .filter((words) => words.trim() !== "")
