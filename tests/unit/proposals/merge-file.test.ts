import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { formatById } from "@/lib/formats/format-detection"
import { mergeFile } from "@/lib/memory/merge/merge-file"
import type { WrittenChange } from "@/lib/memory/proposals/write-changes"
import { writeChanges } from "@/lib/memory/proposals/write-changes"
import { plainWords, StoredFile, storedFiles } from "./support/stored-file"

const RUNS = { numRuns: Number(process.env.PROPERTY_RUNS ?? 200) }
const KAIZEN = { format: formatById("kaizen"), path: ".kaizen/agents/scout/memory.md" }

function memory(findings: readonly string[], { sessions = 1, intro = "# Scout" } = {}): string {
  const log = Array.from({ length: sessions }, (_, at) => `2026-02-0${at + 1} · worked · done`)
  return [
    "---",
    "agent: scout",
    `last_updated: 2026-02-0${sessions}`,
    `session_count: ${sessions}`,
    "---",
    "",
    intro,
    "",
    "## Accumulated Findings",
    ...findings.map((one) => `- ${one}`),
    "",
    "## Session Log",
    ...log,
    "",
  ].join("\n")
}

const merge = (base: string, ours: string, theirs: string) => mergeFile(KAIZEN, { base, ours, theirs })

describe("a file that changed on both sides", () => {
  it("has the session that was closed there and the statement that was approved here", () => {
    expect(
      merge(
        memory(["One", "Two"]),
        memory(["One", "Two", "Approved"]),
        memory(["One", "Two", "Learnt"], { sessions: 2 }),
      ),
    ).toBe(memory(["One", "Two", "Learnt", "Approved"], { sessions: 2 }))
  })

  it("keeps retirements of one side and removals of the other", () => {
    expect(
      merge(
        memory(["One", "Two", "Three"]),
        memory(["~~One~~ ← STALE (old)", "Two", "Three"]),
        memory(["One", "Two"]),
      ),
    ).toBe(memory(["~~One~~ ← STALE (old)", "Two"]))
  })

  it("merges an addition of both sides once", () => {
    expect(merge(memory(["One"]), memory(["One", "Same"]), memory(["One", "Learnt", "Same"]))).toBe(
      memory(["One", "Learnt", "Same"]),
    )
  })

  it("is not merged if one entry has two different edits, or was edited on one side and removed on the other", () => {
    expect(
      merge(memory(["Use Redis", "Two"]), memory(["Use Valkey", "Two"]), memory(["Use Kafka", "Two"])),
    ).toBeNull()
    expect(
      merge(
        memory(["Use Redis for all queues", "Two"]),
        memory(["Two"]),
        memory(["Use Redis for some queues", "Two"]),
      ),
    ).toBeNull()
    expect(
      merge(
        memory(["Use Redis for all queues", "Two"]),
        memory(["Use Redis for some queues", "Two"]),
        memory(["Two"]),
      ),
    ).toBeNull()
  })

  it("keeps additions of both sides at one place in sequence, beside other changes", () => {
    expect(
      merge(
        memory(["One"]),
        memory(["One", "Approved"], { intro: "# Scout of the shop" }),
        memory(["One", "Learnt"]),
      ),
    ).toBe(memory(["One", "Approved", "Learnt"], { intro: "# Scout of the shop" }))
    expect(
      merge(memory(["One", "Two"]), memory(["One", "Ours", "Two"]), memory(["One", "Theirs", "Two"])),
    ).toBe(memory(["One", "Ours", "Theirs", "Two"]))
    expect(
      merge(
        "# Log\n\n- 09:00 one",
        "# Log\n\n- 09:00 one\n- 10:00 ours",
        "# Log\n\n- 09:00 one\n- 10:00 theirs\n",
      ),
    ).toBe("# Log\n\n- 09:00 one\n- 10:00 theirs\n- 10:00 ours\n")
  })

  it("merges a heading that both sides added, with the entries of each below it", () => {
    const risks = (line: string) =>
      memory(["One"]).replace("## Session Log", `## Watch Points\n- ${line}\n\n## Session Log`)
    expect(merge(memory(["One"]), risks("Ours"), risks("Theirs"))).toBe(
      memory(["One"]).replace("## Session Log", "## Watch Points\n- Ours\n\n- Theirs\n\n## Session Log"),
    )
  })

  it("has the sessions that closed on both sides: the later day, and as many as their logs have together", () => {
    const closed = (...records: readonly string[]) => {
      const day = ["2026-02-01", ...records.map((one) => one.slice(0, 10))].toSorted().at(-1) as string
      return memory(["One"])
        .replace("session_count: 1", `session_count: ${1 + records.length} # so far`)
        .replace("last_updated: 2026-02-01", `last_updated: ${day}`)
        .replace("worked · done\n", `worked · done\n${records.map((one) => `${one}\n`).join("")}`)
    }
    const base = closed()
    const [early, late, again] = [
      "2026-03-01 · early · done",
      "2026-03-02 · late · done",
      "2026-03-02 · again · done",
    ]
    expect(merge(base, closed(late), closed(early))).toBe(closed(late, early))
    expect(merge(base, closed(early), closed(late, again))).toBe(closed(early, late, again))
    expect(merge(base, closed(late), closed(again))).toBe(closed(late, again))
    expect(merge(base, closed(late), closed(late).replace("- One", "- One\n- Two"))).toBe(
      closed(late).replace("- One", "- One\n- Two"),
    )
    // If a count differs from the logs, the greater one is kept.
    expect(merge(base, closed(late).replace("count: 2", "count: 9"), closed(early))).toBe(
      closed(late, early).replace("count: 3", "count: 9"),
    )
    expect(merge(base, closed(late).replace("count: 2", "count: 0"), closed(early))).toBeNull()
  })

  it("is not merged into halves of two statements", () => {
    const nested = (first: string, last: string) => memory([`Rounds\n  - ${first}\n  - always\n  - ${last}`])
    expect(merge(nested("up", "in cents"), nested("down", "in cents"), nested("up", "in euros"))).toBeNull()
  })
})

const step = fc.record({
  kind: fc.constantFrom("add", "edit", "retire", "remove"),
  pick: fc.nat(30),
  words: plainWords,
  into: fc.nat(4),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

describe("any changes of two sides to the entries of a file", () => {
  it(
    "a merge keeps every entry that a side added or did not touch, and none that a side removed",
    { timeout: 600_000 },
    () => {
      fc.assert(
        fc.property(
          storedFiles,
          fc.array(step, { minLength: 1, maxLength: 3 }),
          fc.array(step, { minLength: 1, maxLength: 3 }),
          ({ place, text }, ours, theirs) => {
            const [base, here, there] = [
              new StoredFile(place, text),
              new StoredFile(place, text),
              new StoredFile(place, text),
            ]
            for (const one of ours) take(here, one, "here")
            for (const one of theirs) take(there, one, "there")
            const merged = mergeFile(base.file, { base: text, ours: here.text, theirs: there.text })
            if (merged === null) return
            const said = (file: StoredFile) => file.entries.map((entry) => entry.text)
            const outcome = said(new StoredFile(place, merged))
            for (const side of [here, there])
              for (const statement of said(side))
                if (!said(base).includes(statement)) expect(outcome).toContain(statement)
            const times = (statement: string, all: readonly string[]) =>
              all.filter((one) => one === statement).length
            for (const statement of said(base).filter((one) => times(one, said(base)) === 1)) {
              const kept = said(here).includes(statement) && said(there).includes(statement)
              if (kept) expect(outcome).toContain(statement)
              else expect(outcome).not.toContain(statement)
            }
            for (const statement of outcome) expect([...said(here), ...said(there)]).toContain(statement)
          },
        ),
        RUNS,
      )
    },
  )

  it("statements that only one side touched merge always", { timeout: 600_000 }, () => {
    let merges = 0
    fc.assert(
      fc.property(
        storedFiles,
        fc.tuple(plainWords, plainWords),
        fc.tuple(fc.nat(30), fc.nat(30)),
        ({ place, text }, [ours, theirs], [one, other]) => {
          const [here, there] = [new StoredFile(place, text), new StoredFile(place, text)]
          const distinct = new Set(here.entries.map((entry) => entry.text)).size === here.entries.length
          if (text.includes("|---")) return // A table whose rows link nothing is not an index.
          if (
            here.entries.length < 2 ||
            !distinct ||
            one % here.entries.length === other % here.entries.length
          )
            return
          take(here, { kind: "edit", pick: one, words: `${ours} here`, into: 0 }, "here")
          take(there, { kind: "edit", pick: other, words: `${theirs} there`, into: 0 }, "there")
          if (here.text === text || there.text === text) return
          merges += 1
          expect(mergeFile(here.file, { base: text, ours: here.text, theirs: there.text })).not.toBeNull()
        },
      ),
      RUNS,
    )
    expect(merges).toBeGreaterThan(RUNS.numRuns / 20)
  })
})

function take(stored: StoredFile, { kind, pick, words, into }: Step, side: string): void {
  const entry = stored.entries[pick % Math.max(1, stored.entries.length)]
  const section = stored.entries[into % Math.max(1, stored.entries.length)]?.section ?? null
  const text = words.endsWith(side) ? words : `${words} ${side}`
  const target = { entry: entry?.id ?? "", before: entry?.text ?? "" }
  const changes: Readonly<Record<Step["kind"], WrittenChange>> = {
    add: { kind: "add", section, text, date: null },
    edit: { kind: "edit", ...target, text },
    retire: { kind: "retire", ...target, why: side },
    remove: { kind: "remove", ...target },
  }
  const change = changes[entry === undefined ? "add" : kind]
  const written = writeChanges(stored.file, stored.entries, [change])
  if (written.ok) stored.store(written.text, written.ids)
}
