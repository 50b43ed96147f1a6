import { describe, expect, it } from "vitest"
import { formatById } from "@/lib/formats/format-detection"
import { turnsBetween, pieceInPreviousRevision } from "@/lib/memory/history/entry-turns"
import { type ReadText, rewindEntry } from "@/lib/memory/history/rewind-entry"
import { hunksBetween } from "@/lib/memory/text/line-differences"

const MARKDOWN = { format: formatById("claude-agent-memory"), path: ".claude/agent-memory/scout/MEMORY.md" }
const PROTOCOL = { format: formatById("memory-protocol"), path: "memory/projects/shop/memory.json" }

/** A revision's text; its entries are named by letters, in order. */
function read(
  { format, path }: { format: ReturnType<typeof formatById>; path: string },
  text: string,
  ids: string,
): ReadText {
  const parsed = format.parse(text, path)
  expect(parsed.entries).toHaveLength(ids.length)
  const entries = parsed.entries.map(
    ({ text: words, section, state, retiredBecause, date, type, confidence, key, span }, at) => ({
      id: ids.charAt(at),
      text: words,
      section: section === null ? null : (parsed.sections[section]?.name ?? null),
      state,
      retiredBecause,
      date,
      type,
      confidence,
      key,
      line: span.line,
      endLine: span.endLine,
    }),
  )
  return { text, entries, spans: parsed.entries.map((entry) => entry.span) }
}

const markdown = (text: string, ids: string) => read(MARKDOWN, text, ids)

describe("rewinding an entry", () => {
  it("restores its former text at its current position", () => {
    expect(
      rewindEntry(MARKDOWN, "b", {
        former: markdown("## Notes\n\n- one\n- two\n", "ab"),
        now: markdown("## Notes\n\n- TWO!\n- one, reworded\n- three\n", "bac"),
      }),
    ).toEqual({ ok: true, text: "## Notes\n\n- two\n- one, reworded\n- three\n", ids: ["b", "a", "c"] })
  })

  it("is retired again, or current again", () => {
    const [current, retired] = [
      markdown("- one\n- two\n", "ab"),
      markdown("- one\n- ~~two~~ ← STALE (gone)\n", "ab"),
    ]
    expect(rewindEntry(MARKDOWN, "b", { former: current, now: retired })).toMatchObject({
      ok: true,
      text: current.text,
    })
    expect(rewindEntry(MARKDOWN, "b", { former: retired, now: current })).toMatchObject({
      ok: true,
      text: retired.text,
    })
  })

  it("has its date again, with the very bytes of then", () => {
    const former = markdown("- [2026-01-02] one\n- two\n", "ab")
    expect(
      rewindEntry(MARKDOWN, "a", { former, now: markdown("- [2026-03-04] one\r\n- three\r\n", "ac") }),
    ).toMatchObject({ ok: true, text: "- [2026-01-02] one\r\n- three\r\n" })
  })

  it("comes back where it stood, with what is nested in it", () => {
    const former = markdown("## Notes\n\n- one\n- two\n  - nested\n- three\n", "abc")
    expect(
      rewindEntry(MARKDOWN, "b", { former, now: markdown("## Notes\n\n- new\n- one\n- three\n", "xac") }),
    ).toEqual({
      ok: true,
      text: "## Notes\n\n- new\n- one\n- two\n  - nested\n- three\n",
      ids: ["x", "a", "b", "c"],
    })
    expect(
      rewindEntry(MARKDOWN, "a", { former, now: markdown("## Notes\n\n- two\n  - nested\n- three\n", "bc") }),
    ).toMatchObject({ ok: true, text: former.text })
  })

  it("comes back at the end of its section where nothing is left of what stood around it", () => {
    const former = markdown("## Notes\n\n- one\n- two\n", "ab")
    expect(
      rewindEntry(MARKDOWN, "b", { former, now: markdown("## Notes\n\n- other words\n", "x") }),
    ).toMatchObject({ ok: true, text: "## Notes\n\n- other words\n- two\n", ids: ["x", "b"] })
  })

  it("restores a removed section with it, and fails for a revision without the entry", () => {
    const former = markdown("## Notes\n\n- one\n", "a")
    expect(rewindEntry(MARKDOWN, "a", { former, now: markdown("## Other\n\n- words\n", "x") })).toMatchObject(
      { ok: true, text: "## Other\n\n- words\n\n## Notes\n\n- one\n", ids: ["x", "a"] },
    )
    expect(rewindEntry(MARKDOWN, "z", { former, now: former })).toMatchObject({ ok: false })
  })

  it("of a JSON store keeps what is counted of it", () => {
    const store = (content: string, read: number) =>
      `${JSON.stringify({ version: "1.0", entries: [{ id: "mem-001", type: "decision", content, accessed_count: read }] }, null, 2)}\n`
    expect(
      rewindEntry(PROTOCOL, "a", {
        former: read(PROTOCOL, store("Use Zod", 1), "a"),
        now: read(PROTOCOL, store("Use Yup", 9), "a"),
      }),
    ).toMatchObject({ ok: true, text: store("Use Zod", 9) })
  })
})

describe("the history of entries", () => {
  it("follows entry ids: only the entry whose section changed has moved", () => {
    const before = markdown("## A\n\n- one\n- two\n\n## B\n\n- three\n", "abc").entries
    const after = markdown("## A\n\n- two\n\n## B\n\n- one\n- three, other\n- four\n", "bacd").entries
    expect(turnsBetween(before, after).map(({ id, turns }) => [id, turns])).toEqual([
      ["a", ["moved"]],
      ["c", ["reworded"]],
      ["d", ["added"]],
    ])
    expect(turnsBetween(after, before).map(({ id, turns }) => [id, turns])).toEqual([
      ["a", ["moved"]],
      ["c", ["reworded"]],
      ["d", ["removed"]],
    ])
  })
})

describe("changed lines", () => {
  it("are listed by position, with a moved line in both lists", () => {
    expect(hunksBetween("one line\ntwo lines\nthree lines\n", "zero\none line\nthree lines\nfour")).toEqual({
      hunks: [
        { left: 1, cut: [], right: 1, added: ["zero"] },
        { left: 2, cut: ["two lines"], right: 3, added: [] },
        { left: 4, cut: [], right: 4, added: ["four"] },
      ],
      added: 2,
      cut: 1,
      moved: 0,
    })
    expect(hunksBetween("a first line\na second line\n", "a second line\na first line\n")).toMatchObject({
      added: 0,
      cut: 0,
      moved: 1,
      hunks: [{}, {}],
    })
    expect(hunksBetween("same\r\n", "same").hunks).toEqual([])
  })
})

describe("a section that a revision did not change", () => {
  const text = "# Notes\n\n- one\n- two\n- three\n- four\n- five\n"
  const piece = (words: string) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length })

  it("is at the same offset, or shifted by the length of the change", () => {
    expect(pieceInPreviousRevision(text.replace("- five", "- 5"), text, piece("- two"))).toEqual(
      piece("- two"),
    )
    expect(
      pieceInPreviousRevision(text.replace("- one\n", "- one and more\n"), text, piece("- five")),
    ).toEqual({
      start: piece("- five").start + 9,
      end: piece("- five").end + 9,
    })
  })

  it("is not told apart from what changed beside it, or where a heading or a fence came", () => {
    expect(pieceInPreviousRevision(text.replace("- two", "- 2"), text, piece("- two"))).toBeNull()
    expect(pieceInPreviousRevision(text.replace("- three\n", ""), text, piece("- four"))).toBeNull()
    expect(pieceInPreviousRevision(text.replace("# Notes", "# Other"), text, piece("- five"))).toBeNull()
    expect(pieceInPreviousRevision(text.replace("- one\n", "- one\n```\n"), text, piece("- five"))).toBeNull()
  })
})
