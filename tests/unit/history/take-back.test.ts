import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { formatById } from "@/lib/formats/format-detection"
import { type NotReverted, type PastRevision, revertParts } from "@/lib/memory/reverts/revert-part"
import { History, histories, happenings, isBy } from "./support/history"

const RUNS = { numRuns: Number(process.env.PROPERTY_RUNS ?? 80) }
const KAIZEN = { format: formatById("kaizen"), path: ".kaizen/agents/scout/memory.md" }

const memory = (findings: readonly string[], { sessions = 1 } = {}) =>
  [
    "---",
    "agent: scout",
    `session_count: ${sessions}`,
    "---",
    "",
    "# Scout",
    "",
    "## Accumulated Findings",
    ...findings.map((one) => `- ${one}`),
    "",
  ].join("\n")

/** Successive revisions with author and text. IDs are the first words of the statements. */
function written(
  ...steps: [by: string, findings: readonly string[], more?: { sessions: number }][]
): PastRevision[] {
  return steps.map(([by, findings, more], at) => ({
    number: at + 1,
    text: memory(findings, more),
    ids: findings.map((one) => one.replaceAll("~~", "").split(" ")[0] as string),
    parts: [{ id: `w${at + 1}`, fate: by === "A" ? "taken" : "kept", by, inverse: null }],
    undoes: [],
  }))
}

describe("reverting an agent's writes", () => {
  it("restores the exact bytes from before where no other agent has written since", () => {
    const { text, ids, gone, left } = revertParts(
      KAIZEN,
      written(["B", ["One", "Two"]], ["A", ["One", "Two is", "Three"], { sessions: 2 }], ["A", ["Three"]]),
    )
    expect({ text, ids, gone, left }).toEqual({
      text: memory(["One", "Two"]),
      ids: ["One", "Two"],
      gone: false,
      left: [],
    })
  })

  it("leave what others wrote since", () => {
    const { text, left } = revertParts(
      KAIZEN,
      written(
        ["B", ["One", "Two"]],
        ["A", ["One", "Two", "Three"]],
        ["B", ["One is", "Two", "Three", "Four"]],
      ),
    )
    expect([text, left]).toEqual([memory(["One is", "Two", "Four"]), []])
  })

  it("leave the words that somebody else changed, and name their place and who did", () => {
    const { text, left } = revertParts(
      KAIZEN,
      written(["B", ["One"]], ["A", ["One", "Two", "Three"]], ["Cara", ["One", "Two differs", "Three"]]),
    )
    expect(text).toBe(memory(["One", "Two differs"]))
    expect(left).toEqual([
      {
        revision: 2,
        parts: ["w2"],
        why: "it has since been changed",
        line: 10,
        text: "- Two differs",
        by: "Cara",
      },
    ])
  })

  it("leave a statement that somebody retired since", () => {
    const { text, left } = revertParts(
      KAIZEN,
      written(["B", ["One"]], ["A", ["One", "Two"]], ["Cara", ["One", "~~Two~~ ← STALE (old)"]]),
    )
    expect(text).toBe(memory(["One", "~~Two~~ ← STALE (old)"]))
    expect(left).toMatchObject([{ why: "it has since been retired", line: 10, by: "Cara" }])
  })

  it("leave nothing to remove where another agent has removed it already", () => {
    const { text, left } = revertParts(
      KAIZEN,
      written(["B", ["One"]], ["A", ["One", "Two", "Three"]], ["Cara", ["One", "Three", "Four"]]),
    )
    expect([text, left]).toEqual([memory(["One", "Four"]), []])
  })

  it("name what cannot come back because it was taken out since", () => {
    const { text, left } = revertParts(
      KAIZEN,
      written(["B", ["One", "Two"]], ["A", ["One", "Two is"]], ["Cara", ["One"]]),
    )
    expect(text).toBe(memory(["One"]))
    expect(left).toMatchObject([{ why: "it has since been removed", line: null, by: "Cara" }])
  })

  it("leave out what somebody else took out again, after it had come back", () => {
    const { text, left } = revertParts(
      KAIZEN,
      written(
        ["B", ["One", "Two"]],
        ["A", ["One"]],
        ["A", ["One", "Two"]],
        ["Cara", ["One"]],
        ["B", ["One", "Three"]],
      ),
    )
    expect(text).toBe(memory(["One", "Three"]))
    expect(left).toEqual([
      {
        revision: 2,
        parts: ["w2"],
        why: "it has since been removed again",
        line: null,
        text: "Two",
        by: "Cara",
      },
    ])
  })

  it("bring back what somebody else took out again and undid", () => {
    const revisions = written(
      ["B", ["One", "Two"]],
      ["A", ["One"]],
      ["Cara", ["One", "Two"]],
      ["Cara", ["One"]],
    ).map((one) => (one.number === 4 ? { ...one, undoes: [3] } : one))
    expect(revertParts(KAIZEN, revisions)).toMatchObject({ text: memory(["One", "Two"]), left: [] })
  })

  it("reverts the parts of one revision last first, and keeps the other parts", () => {
    const part = (id: string, by: string, inverse: PastRevision["parts"][number]["inverse"]) => ({
      id,
      by,
      fate: by === "A" ? ("taken" as const) : ("kept" as const),
      inverse,
    })
    const [first, second] = written(["B", ["One", "Two"]], ["B", ["One is", "Two"]])
    const together: PastRevision = {
      ...(second as PastRevision),
      ids: ["One", "Two"],
      parts: [
        part("retires", "A", [{ kind: "restore", entry: "Two", before: "Two" }]),
        part("edits", "B", [{ kind: "edit", entry: "One", before: "One is", text: "One" }]),
        part("restores", "A", [{ kind: "retire", entry: "Two", before: "Two", why: "it changed" }]),
      ],
    }
    const { text, left } = revertParts(KAIZEN, [first as PastRevision, together])
    expect([text, left]).toEqual([memory(["One is", "Two"]), []])
  })

  it("deletes a file that only the agent wrote, and keeps a file that others wrote to", () => {
    expect(revertParts(KAIZEN, written(["A", ["One"]], ["A", ["One", "Two"]]))).toMatchObject({
      gone: true,
      left: [],
    })
    expect(revertParts(KAIZEN, written(["A", ["One"]], ["B", ["One", "Two"]]))).toMatchObject({
      gone: false,
      text: memory(["Two"]),
      left: [],
    })
  })

  it("are exact also where some of them were undone before", () => {
    const [first, second, third] = written(["B", ["One"]], ["A", ["One", "Two"]], ["B", ["One"]]) as [
      PastRevision,
      PastRevision,
      PastRevision,
    ]
    const spent = (one: PastRevision, undoes: number[]): PastRevision => ({
      ...one,
      undoes,
      parts: one.parts.map((part) => ({ ...part, fate: "spent" })),
    })
    const last: PastRevision = {
      ...(written(["A", ["One", "Four"]])[0] as PastRevision),
      number: 4,
      text: `${memory(["One", "Four"])}\n`,
    }
    expect(revertParts(KAIZEN, [first, spent(second, []), spent(third, [2]), last])).toMatchObject({
      text: memory(["One"]),
      ids: ["One"],
      left: [],
    })
  })

  it("find the entries of a revision whose ids were not kept", () => {
    const revisions = written(
      ["B", ["One", "Two"]],
      ["A", ["One", "Two", "Three"]],
      ["B", ["One", "Two is", "Three"]],
    ).map((one, at) => (at === 2 ? one : { ...one, ids: [] }))
    expect(revertParts(KAIZEN, revisions)).toMatchObject({
      text: memory(["One", "Two is"]),
      ids: ["One", "Two"],
      left: [],
    })
  })
})

describe("any changes of several people and agents to a file", { timeout: 600_000 }, () => {
  it("taking nothing back changes nothing", () => {
    fc.assert(
      fc.property(histories, happenings, (file, events) => {
        const history = new History(file, events)
        expect(revertParts(history.reading, history.revisions("nobody"))).toMatchObject({
          text: history.text,
          gone: false,
          left: [],
        })
      }),
      RUNS,
    )
  })

  it("reverting everything by one author restores the exact text and ids from before", () => {
    fc.assert(
      fc.property(histories, happenings, (file, events) => {
        const history = new History(
          file,
          events.map((one) => ({
            ...one,
            by: "A" as const,
            parts: one.parts?.map(([, wish]) => ["A" as const, wish] as const) ?? null,
          })),
        )
        const [first] = history.revisions("nobody")
        expect(revertParts(history.reading, history.revisions("A"))).toEqual({
          text: first?.text,
          ids: first?.ids,
          gone: false,
          left: [],
        })
      }),
      RUNS,
    )
  })

  it("keeps every entry of the other authors, and none that only the reverted author wrote", () => {
    let reverts = 0
    fc.assert(
      fc.property(histories, happenings, (file, events) => {
        const history = new History(file, events)
        const revisions = history.revisions("A")
        if (!revisions.some(isBy("A"))) return
        const { text, ids, left } = revertParts(history.reading, revisions)
        reverts += 1
        const outcome = history.entriesOf(text)
        expect(ids.length).toBe(outcome.length)
        expect(new Set(ids.filter((id) => id !== null)).size).toBe(ids.filter((id) => id !== null).length)
        const times = (said: string, all: readonly string[]) => all.filter((one) => one === said).length
        const says = outcome.map(({ text, state }) => `${state}: ${text}`)
        const others = history.head
          .filter(({ id }) => !history.touched(id).has("A"))
          .map(({ text, state }) => `${state}: ${text}`)
        for (const said of new Set(others))
          expect(times(said, says)).toBeGreaterThanOrEqual(times(said, others))
        for (const { id, text } of history.head)
          if (
            history.isOnly("A", id) &&
            history.sayersOf(text).every((one) => history.isOnly("A", one)) &&
            !isInTheWay(text, left)
          )
            expect(outcome.map((one) => one.text)).not.toContain(text)
        for (const { id, text } of history.lost)
          if (history.wasOnlyLostBy("A", id))
            expect(outcome.map((one) => plain(one.text))).toContain(plain(text))
        for (const one of left) expect(one.parts.length).toBeGreaterThan(0)
      }),
      { ...RUNS, examples: [IN_THE_WAY] },
    )
    expect(reverts).toBeGreaterThan(RUNS.numRuns / 3)
  })
})

/**
 * One agent writes into a table and after it. Another retires its last row. The statement between cannot be
 * removed without joining table and list.
 */
const IN_THE_WAY: [
  Parameters<Parameters<typeof histories.map>[0]>[0],
  Parameters<Parameters<typeof happenings.map>[0]>[0],
] = [
  {
    place: { id: "memory-workspace", path: "MEMORY.md" },
    text: "---\nagent: scout\n---\n\n# Memory\n\n- Stands above all sections\n\n## Accumulated Findings\n\n1. Redis holds sessions\n\n## Index\n\n| Topic | Hook |\n|---|---|\n| [A](a.md) | first |\n| [B](b.md) | second |",
  },
  [
    {
      by: "A",
      parts: [["A", { kind: "add", pick: 0, words: "Redis holds sessions 🚢", into: 0 }]],
      wishes: [{ kind: "remove", pick: 46, words: "Redis holds sessions", into: 0 }],
      swap: false,
    },
    {
      by: "A",
      parts: null,
      wishes: [
        { kind: "add", pick: 0, words: "Redis runs at four", into: 5 },
        { kind: "add", pick: 0, words: "Redis holds sessions now", into: 0 },
        { kind: "edit", pick: 46, words: "Redis holds sessions", into: 0 },
      ],
      swap: false,
    },
    {
      by: "B",
      parts: null,
      wishes: [{ kind: "retire", pick: 29, words: "Redis holds sessions", into: 0 }],
      swap: false,
    },
  ],
]

/**
 * True if removing it would merge other entries, like a list between two parts of a table. Such an entry
 * stays and is reported.
 */
const isInTheWay = (said: string, left: readonly NotReverted[]): boolean =>
  left.some(
    ({ why, text }) => why === "the change would alter other entries in the file" && text.includes(said),
  )

const plain = (text: string): string => text.trim().replaceAll(/\s+/g, " ")
