import { describe, expect, it } from "vitest"
import { formatById } from "@/lib/formats/format-detection"
import type { FormatId } from "@/lib/memory/memory-files/format"
import type { StoredEntry } from "@/lib/memory/proposals/change-status"
import {
  inverseOf,
  writeChanges,
  type WriteResult,
  type WrittenChange,
} from "@/lib/memory/proposals/write-changes"

const KAIZEN = { id: "kaizen", path: ".kaizen/agents/scout/memory.md" } as const
const PROTOCOL = { id: "memory-protocol", path: "memory/projects/shop/memory.json" } as const
const RUNS = { id: "run-cache", path: ".sdd/cache/project_memory.json" } as const
const GRAPH = { id: "mcp-memory-graph", path: "memory.jsonl" } as const

/** A stored file; its entries have the IDs e0, e1 and so on, in order of the text. */
function given({ id, path }: { id: FormatId; path: string }, text: string) {
  const file = { format: formatById(id), path, text }
  const parsed = file.format.parse(text, path)
  const entries = parsed.entries.map((entry, at): StoredEntry => ({
    ...entry,
    id: `e${at}`,
    section: entry.section === null ? null : (parsed.sections[entry.section]?.name ?? null),
  }))
  return {
    entries,
    write: (...changes: WrittenChange[]) => writeChanges(file, entries, changes),
    /** Applies the changes, then reverts them. */
    thereAndBack(...changes: WrittenChange[]) {
      const written = expectWritten(writeChanges(file, entries, changes))
      const ids = written.ids.map((one, at) => one ?? `n${at}`)
      const stored = written.parsed.entries.map((entry, at): StoredEntry => ({
        ...entry,
        id: ids[at] as string,
        section: entry.section === null ? null : (written.parsed.sections[entry.section]?.name ?? null),
      }))
      return {
        there: written,
        back: expectWritten(
          writeChanges({ ...file, text: written.text }, stored, inverseOf(entries, written, ids)),
        ),
      }
    },
  }
}

function expectWritten(written: WriteResult) {
  if (!written.ok) throw new Error(written.why)
  return written
}

const SECTIONS = [
  "# Scout",
  "",
  "## Accumulated Findings",
  "- Use Redis",
  "- [2026-01-02] Retry twice",
  "- ~~Ship on Friday~~ ← STALE (we ship daily)",
  "",
  "## Watch Points",
  "- Clocks drift",
  "- The disk fills",
  "",
].join("\n")

describe("written changes", () => {
  it("edit, retire, remove and add at once, and leave other entries unchanged", () => {
    const written = expectWritten(
      given(KAIZEN, SECTIONS).write(
        { kind: "edit", entry: "e0", before: "Use Redis", text: "Use Valkey" },
        { kind: "remove", entry: "e1", before: "Retry twice" },
        { kind: "retire", entry: "e3", before: "Clocks drift", why: "NTP runs" },
        { kind: "add", section: "Watch Points", text: "Queues back up", date: null },
      ),
    )
    expect(written.text).toBe(
      SECTIONS.replace("Use Redis", "Use Valkey")
        .replace("- [2026-01-02] Retry twice\n", "")
        .replace("- Clocks drift", "- ~~Clocks drift~~ ← STALE (NTP runs)")
        .replace("fills\n", "fills\n- Queues back up\n"),
    )
    expect(written.ids).toEqual(["e0", "e2", "e3", "e4", null])
    expect(written.added).toEqual([4])
  })

  it("skip entries that the file already has", () => {
    const { write } = given(KAIZEN, SECTIONS)
    const written = expectWritten(
      write(
        { kind: "add", section: "Watch Points", text: "use\tRedis".replace("u", "U"), date: null },
        { kind: "remove", entry: "gone", before: "x" },
      ),
    )
    expect(written).toMatchObject({ text: SECTIONS, applied: [], added: [] })
  })

  it("add a statement once that two of them bring", () => {
    const twice = { kind: "add", text: "Queues back up", date: null } as const
    const written = expectWritten(
      given(KAIZEN, SECTIONS).write(
        { ...twice, section: "Watch Points" },
        { ...twice, section: "Accumulated Findings" },
      ),
    )
    expect(written.applied).toHaveLength(1)
    expect(written.parsed.entries.filter((entry) => entry.text === "Queues back up")).toHaveLength(1)
  })

  it("keep an entry that one change removes and another adds elsewhere", () => {
    const written = expectWritten(
      given(KAIZEN, SECTIONS).write(
        { kind: "remove", entry: "e0", before: "Use Redis" },
        { kind: "add", section: "Watch Points", text: "Use Redis", date: null },
      ),
    )
    expect(written.text).toContain("- The disk fills\n- Use Redis\n")
    expect(written.ids).toEqual(["e1", "e2", "e3", "e4", null])
  })

  it("distinguish an edited entry from an added one with the same text by their sections", () => {
    const { write } = given(KAIZEN, SECTIONS)
    const written = expectWritten(
      write(
        { kind: "add", section: "Accumulated Findings", text: "Clocks differ", date: null },
        { kind: "retire", entry: "e4", before: "The disk fills", why: "it is larger" },
      ),
    )
    expect(written.ids).toEqual(["e0", "e1", "e2", null, "e3", "e4"])
  })

  it("are refused whole where one of them does not apply", () => {
    const { write } = given(KAIZEN, SECTIONS)
    const add = { kind: "add", section: "Watch Points", text: "Queues back up", date: null } as const
    expect(write(add, { kind: "edit", entry: "e0", before: "Use Mongo", text: "Use Valkey" })).toEqual({
      ok: false,
      why: "an affected entry was edited in the meantime",
    })
    expect(write(add, { kind: "edit", entry: "gone", before: "Use Mongo", text: "Use Valkey" })).toEqual({
      ok: false,
      why: "an affected entry was removed",
    })
    expect(
      write(
        { kind: "retire", entry: "e0", before: "Use Redis", why: "old" },
        { kind: "move", entry: "e0", before: "Use Redis", section: "Watch Points" },
      ),
    ).toEqual({ ok: false, why: "two of the changes affect the same entry" })
  })

  it("are refused where the text parses differently from the stored entries", () => {
    const text = "# Memory\n\n- One\n- Two\n"
    const { entries } = given(KAIZEN, text)
    const file = { format: formatById("kaizen"), path: KAIZEN.path, text }
    expect(
      writeChanges(file, entries.slice(1), [{ kind: "remove", entry: "e1", before: "Two" }]),
    ).toMatchObject({ ok: false, why: expect.stringContaining("parsed differently") as string })
  })

  it("are refused by name where the format forbids them", () => {
    const log = given({ id: "memory-workspace", path: "memory/2026-02-15.md" }, "- Deployed twice\n")
    expect(log.write({ kind: "remove", entry: "e0", before: "Deployed twice" })).toEqual({
      ok: false,
      why: "this file is a log: entries can be added but not changed",
    })
    expect(
      expectWritten(log.write({ kind: "add", section: null, text: "Rolled back", date: "2026-02-15" })).text,
    ).toBe("- Deployed twice\n- Rolled back\n")
    const soul = given({ id: "memory-workspace", path: "SOUL.md" }, "Be kind\n")
    expect(soul.write({ kind: "add", section: null, text: "Be brief", date: null })).toMatchObject({
      ok: false,
      why: expect.stringContaining("read-only") as string,
    })
    expect(
      given(KAIZEN, SECTIONS).write({ kind: "add", section: "Session Log", text: "x", date: null }),
    ).toMatchObject({ ok: false, why: expect.stringContaining("Session Log") as string })
  })

  it("are refused where their words would not be one entry", () => {
    expect(
      given(PROTOCOL, '{"version":"1.0","entries":[]}').write({
        kind: "add",
        section: "Findings",
        text: "x",
        date: null,
      }),
    ).toEqual({ ok: false, why: `the file has no section "Findings"` })
    expect(
      given(KAIZEN, SECTIONS).write({
        kind: "edit",
        entry: "e0",
        before: "Use Redis",
        text: "~~Use Valkey~~ ← STALE (x)",
      }),
    ).toMatchObject({ ok: false })
  })

  it("write texts of several lines, tables' rows, ordered lists, any line break and a last line without one", () => {
    const ordered = "# M\r\n\r\n## Steps\r\n1. Build\r\n2. Ship"
    expect(
      expectWritten(
        given({ id: "serena-memories", path: ".serena/memories/x.md" }, ordered).write(
          { kind: "add", section: "Steps", text: "Look:\n- at the graphs\n- at the log", date: null },
          { kind: "edit", entry: "e0", before: "Build", text: "Build it" },
        ),
      ).text,
    ).toBe(
      "# M\r\n\r\n## Steps\r\n1. Build it\r\n2. Ship\r\n3. Look:\r\n   - at the graphs\r\n   - at the log",
    )
    const index = "\uFEFF| Topic | Hook |\n|---|---|\n| [A](a.md) | first |\n| [B](b.md) | second |"
    const table = given({ id: "claude-agent-memory", path: ".claude/agent-memory/scout/MEMORY.md" }, index)
    expect(table.entries.map((entry) => entry.text)).toEqual(["[A](a.md) | first", "[B](b.md) | second"])
    expect(
      expectWritten(
        table.write(
          { kind: "edit", entry: "e1", before: "[B](b.md) | second", text: "[B](b.md) | other" },
          { kind: "add", section: null, text: "[C](c.md) | third", date: null },
        ),
      ).text,
    ).toBe(index.replace("second", "other") + "\n| [C](c.md) | third |")
  })
})

describe("the last row of an index", () => {
  it("can be removed and restored in its section", () => {
    const text = "## Index\n\n| Topic | Hook |\n|---|---|\n| [A](a.md) | first |\n"
    const { there, back } = given(
      { id: "claude-agent-memory", path: ".claude/agent-memory/scout/MEMORY.md" },
      text,
    ).thereAndBack({ kind: "remove", entry: "e0", before: "[A](a.md) | first" })
    expect(there.text).toBe("## Index\n\n| Topic | Hook |\n|---|---|\n")
    expect(back.parsed.entries.map((entry) => entry.text)).toEqual(["[A](a.md) | first"])
  })
})

describe("a moved entry", () => {
  const move = (entry: string, before: string, section = "Watch Points"): WrittenChange => ({
    kind: "move",
    entry,
    before,
    section,
  })

  it("keeps its id", () => {
    const written = expectWritten(given(KAIZEN, SECTIONS).write(move("e0", "Use Redis")))
    expect(written.ids).toEqual(["e1", "e2", "e3", "e4", "e0"])
    expect(written.added).toEqual([])
  })

  it("stays retired, with the reason", () => {
    const { there, back } = given(KAIZEN, SECTIONS).thereAndBack(move("e2", "Ship on Friday"))
    expect(there.parsed.entries.at(-1)).toMatchObject({
      text: "Ship on Friday",
      state: "retired",
      retiredBecause: "we ship daily",
    })
    expect(there.ids.at(-1)).toBe("e2")
    expect(back.text).toBe(SECTIONS)
  })

  it("keeps its date even if the file dates few entries", () => {
    const { there, back } = given(KAIZEN, SECTIONS).thereAndBack(move("e1", "Retry twice"))
    expect(there.text).toContain("- The disk fills\n- [2026-01-02] Retry twice\n")
    expect(back.parsed.entries.find((entry) => entry.text === "Retry twice")).toMatchObject({
      date: "2026-01-02",
    })
  })

  it("makes a section that is not there", () => {
    expect(
      expectWritten(given(KAIZEN, SECTIONS).write(move("e0", "Use Redis", "Open Threads"))).text,
    ).toContain("## Open Threads\n\n- Use Redis\n")
  })

  it("does not move to a place for another kind of entry", () => {
    const text = JSON.stringify(
      {
        runs: [{ timestamp: "2026-01-02T03:04:05Z", goal: "Ship", outcome: "failed", lesson: "Look first" }],
        notes: ["Be brief"],
      },
      null,
      2,
    )
    expect(given(RUNS, text).write(move("e0", "Look first", "Notes"))).toEqual({
      ok: false,
      why: "the entry cannot be placed in “Notes”: its type would change",
    })
    expect(given(RUNS, text).write(move("e1", "Be brief", "Runs"))).toEqual({
      ok: false,
      why: "the entry cannot be placed in “Runs”: its type would change",
    })
  })

  it("moves from one entity of a graph to another", () => {
    const text = `{"type":"entity","name":"Ann","entityType":"person","observations":["likes tea","is tall"]}\n{"type":"entity","name":"Shop","entityType":"place","observations":[]}\n`
    const { there, back } = given(GRAPH, text).thereAndBack(move("e1", "is tall", "Shop"))
    expect(there.text).toBe(text.replace(`,"is tall"`, "").replace("[]", `["is tall"]`))
    expect(back.text).toBe(text)
  })
})

describe("reverting a write", () => {
  it.each<[string, WrittenChange]>([
    [
      "an edit",
      { kind: "edit", entry: "e1", before: "Retry twice", text: "Retry three times\n- with a pause" },
    ],
    ["a retirement", { kind: "retire", entry: "e3", before: "Clocks drift", why: "NTP runs (well)" }],
    ["a restored entry", { kind: "restore", entry: "e2", before: "Ship on Friday" }],
    ["an addition", { kind: "add", section: "Watch Points", text: "Queues back up", date: "2026-11-22" }],
    ["a move", { kind: "move", entry: "e4", before: "The disk fills", section: "Accumulated Findings" }],
    ["the removal of a last entry", { kind: "remove", entry: "e4", before: "The disk fills" }],
    ["the removal of a retired entry", { kind: "remove", entry: "e2", before: "Ship on Friday" }],
  ])("%s", (_, change) => {
    const { there, back } = given(KAIZEN, SECTIONS).thereAndBack(change)
    expect(there.text).not.toBe(SECTIONS)
    expect(back.text).toBe(SECTIONS)
  })

  it("restores a removed entry with its id, date and state", () => {
    const { back } = given(KAIZEN, SECTIONS).thereAndBack(
      { kind: "remove", entry: "e1", before: "Retry twice" },
      { kind: "remove", entry: "e2", before: "Ship on Friday" },
    )
    expect(back.ids).toEqual(["e0", "e1", "e2", "e3", "e4"])
    expect(back.parsed.entries.map(({ text, date, state }) => [text, date, state]).slice(1, 3)).toEqual([
      ["Retry twice", "2026-01-02", "current"],
      ["Ship on Friday", null, "retired"],
    ])
  })

  it("restores one of two entries with the same text beside the other", () => {
    const text = "# M\n\n- Use X\n- Look first\n- Use X\n"
    const { there, back } = given(KAIZEN, text).thereAndBack({ kind: "remove", entry: "e0", before: "Use X" })
    expect(there.ids).toEqual(["e1", "e2"])
    expect(back.ids).toEqual(["e1", "e2", "e0"])
  })

  it("restores a dated entry whose own text begins with a date", () => {
    const text = "## Accumulated Findings\n\n- One\n- Two\n- [2026-01-02] **2026-01-02**: bold\n"
    const removed = { kind: "remove", entry: "e2", before: "**2026-01-02**: bold" } as const
    expect(given(KAIZEN, text).thereAndBack(removed).back.text).toBe(text)
  })

  it("does not restore a removed entry twice", () => {
    const { entries } = given(KAIZEN, SECTIONS)
    const again: WrittenChange = {
      kind: "add",
      id: "old",
      twins: 0,
      section: "Watch Points",
      text: "Clocks drift",
      date: null,
    }
    expect(
      writeChanges({ format: formatById("kaizen"), path: KAIZEN.path, text: SECTIONS }, entries, [again]),
    ).toMatchObject({ ok: true, applied: [] })
  })

  it("in JSON stores, byte for byte where nothing but words was stated", () => {
    const text = JSON.stringify(
      {
        version: "1.0",
        entries: [
          {
            id: "mem-1",
            type: "decision",
            content: "Use X",
            confidence: 0.9,
            created_at: "2026-01-02T00:00:00Z",
            accessed_count: 0,
          },
          { id: "mem-2", type: "pattern", content: "Retry", accessed_count: 0 },
        ],
      },
      null,
      2,
    )
    const changes: WrittenChange[] = [
      { kind: "edit", entry: "e0", before: "Use X", text: '- [2026-11-21] Use "Y"\nwith \\ care' },
      { kind: "remove", entry: "e1", before: "Retry" },
      { kind: "add", section: null, text: "New", date: "2026-02-03", type: "convention", confidence: 0.5 },
    ]
    const { there, back } = given(PROTOCOL, text).thereAndBack(...changes)
    expect(there.ids).toEqual(["e0", null])
    expect(there.parsed.entries[0]?.text).toBe('- [2026-11-21] Use "Y"\nwith \\ care')
    expect(back.ids).toEqual(["e0", "e1"])
    expect(back.text).toBe(text)
  })
})

describe("an entry below a label", () => {
  const file = "## Findings\n\n**Gotchas at night**\n\n- The cache is cold\n\nDeploys are manual.\n"
  const place = { id: "serena-memories", path: ".serena/memories/notes.md" } as const

  it("can be taken out, though its label is an entry then", () => {
    const { write } = given(place, "## Findings\n\n**Gotchas at night**\n\n- The cache is cold\n")
    const written = expectWritten(write({ kind: "remove", entry: "e0", before: "The cache is cold" }))
    expect(written.text).toBe("## Findings\n\n**Gotchas at night**\n")
    expect(written.ids).toEqual([null])
  })

  it("is edited without it", () => {
    const { write } = given(place, file)
    const written = expectWritten(
      write({ kind: "edit", entry: "e0", before: "The cache is cold", text: "The cache is empty" }),
    )
    expect(written.text).toBe(file.replace("cold", "empty"))
  })
})
