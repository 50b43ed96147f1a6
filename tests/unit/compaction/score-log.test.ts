import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { refusedKey } from "@/lib/memory/compaction/known-memory"
import type { LogScoringInput, LogEntry } from "@/lib/memory/compaction/scored-log-entry"
import { scoreLog } from "@/lib/memory/compaction/score-log"
import { measureHalf, readWorkspaces } from "./labelled/fresh"
import { HELD_OUT_LINES } from "./labelled/held-out"
import { entriesOfLines, measureCompaction } from "./labelled/measure"
import { TUNED } from "./labelled/tuned"

const TODAY = "2026-05-08"

/** One line on one day, or several lines with their days. */
const linesOf = (
  ...said: readonly (string | readonly [day: string, text: string, section?: string])[]
): LogEntry[] =>
  said.map((one, place) => {
    const [day, text, section = "Notes"] = typeof one === "string" ? ["2026-05-04", one] : one
    return { id: `e${place}`, text, section, file: day, path: `memory/${day}.md`, line: place + 1, day }
  })

const score = (entries: readonly LogEntry[], asked: Partial<LogScoringInput> = {}) =>
  scoreLog({ entries, curated: [], instructions: [], refused: [], today: TODAY, ...asked })
const one = (text: string, asked: Partial<LogScoringInput> = {}) => {
  const [scored] = score(linesOf(text), asked)
  if (scored === undefined) throw new Error("nothing was scored")
  return scored
}
const namesOf = (text: string) => one(text).signs.map(({ name }) => name)

const RULE = "Never run the importer in parallel, because it locks the table."

describe("the labelled lines", () => {
  it("are enough to measure by, and half of them were held out", () => {
    for (const half of [TUNED, HELD_OUT_LINES]) expect(half.length).toBeGreaterThanOrEqual(75)
  })

  it("are promoted rightly in the half that the rubric was tuned on", () => {
    const { precision, recall } = measureCompaction(TUNED, "2026-03-08")
    expect(precision).toBeGreaterThanOrEqual(0.95)
    expect(recall).toBeGreaterThanOrEqual(0.95)
  })

  it("are promoted rightly in the half that was held out", () => {
    const { precision, recall } = measureCompaction(HELD_OUT_LINES, TODAY)
    expect(precision).toBeGreaterThanOrEqual(0.9)
    expect(recall).toBeGreaterThanOrEqual(0.75)
  })
})

describe("whole logs of several trades", () => {
  it.each([
    ["tuned", 0.9, 0.8],
    ["held-out", 0.85, 0.7],
  ] as const)("select the lines worth keeping from the half that is %s", (half, rightly, found) => {
    const { precision, recall, proposed } = measureHalf(half)
    expect(proposed).toBeGreaterThanOrEqual(25)
    expect(precision).toBeGreaterThanOrEqual(rightly)
    expect(recall).toBeGreaterThanOrEqual(found)
  })

  it("are read line by line: no line that was labelled is lost in another", () => {
    for (const half of ["tuned", "held-out"] as const)
      expect(readWorkspaces(half).flatMap(({ unread }) => unread)).toEqual([])
  })
})

describe("signals that promote a line", () => {
  it.each([
    ["rule", RULE],
    ["cause", "Builds fail when the cache is older than a day."],
    ["decision", "Decided: Redis for the queue."],
    ["decision", "We use pnpm from now on."],
    ["preference", "Mara prefers short commits."],
    ["ownership", "Tomasz owns the ledger export."],
    ["address", "The scheduler runs on `airflow-2.internal`."],
    ["lesson", "Lesson: measure before caching."],
    ["rule", "Backups may only be restored on the second host."],
    ["rule", "The mirror has to stay in the same region."],
    ["rule", "Rechnungen werden nie gelöscht, nur storniert."],
    ["general", "Every pull request names its ticket."],
    ["explains", "The importer drops empty rows; the report then has too few customers."],
    ["holds on", "Archived projects keep their tokens."],
    ["holds on", "Das Lager liefert nur bis 14 Uhr."],
  ])("is a %s: %s", (name, text) => {
    expect(namesOf(text)).toContain(name)
  })

  it("is that several days say it, in whatever words", () => {
    const [first, again] = score(
      linesOf(
        ["2026-05-04", "The database of staging is rebuilt every night."],
        ["2026-05-06", "Staging's database is rebuilt each night."],
      ),
    )
    expect(first?.days).toEqual(["2026-05-04", "2026-05-06"])
    expect(again?.reason).toContain("recorded on 2 days")
  })

  it("is not that one day says it twice", () => {
    const [first] = score(
      linesOf(
        ["2026-05-04", "The database of staging is rebuilt every night."],
        ["2026-05-04", "Staging's database is rebuilt each night."],
      ),
    )
    expect(first?.signs.map(({ name }) => name)).not.toContain("repeated")
  })

  it("is never that reports are repeated", () => {
    for (const { verdict } of score(
      linesOf(
        ["2026-05-04", "Staging is down right now."],
        ["2026-05-05", "Staging is down right now."],
        ["2026-05-06", "Staging is down right now."],
      ),
    ))
      expect(verdict).toBe("keep-in-log")
  })
})

describe("text that looks like a secret", () => {
  it("stays in its log, whatever kind of secret it is", () => {
    expect(
      one("Token of the widget: wd_live_9f8a7b6c5d4e3f2a1b0c, never renew it by hand.").barrier,
    ).toMatchObject({ kind: "flagged" })
    expect(
      one(
        "The token of the widget is always renewed by its owner, never by hand, see docs/token-renewal-2026-04-01.",
      ).barrier,
    ).toBeNull()
  })
})

describe("signals against a line", () => {
  it.each([
    ["done", "Refactored checkout into three steps."],
    ["happened", "Das Angebot für die Kundin verschickt."],
    ["one case", "Decision: the interview moves to issue 12."],
    ["one case", "The second variant is dropped."],
    ["quoted", 'Ruth on the phone: "Leave the name out if you are unsure of it."'],
    ["short", "Good tests are hard."],
    ["one piece", "The demo must run without the network."],
    ["one piece", "Migration has to be finished before the demo."],
    ["does now", "The importer now handles nested quotes; the report shows the right totals."],
    ["does now", "Every test passes on the runner."],
    ["guess", "Sara thinks the cache is the reason; the logs are silent."],
    ["happened", "The deploy failed in the night."],
    ["passing", "The invoice job currently needs 40 minutes."],
    ["plan", "Need to check the alt texts again."],
    ["question", "Is the pool too small?"],
    ["ticket", "PLAT-412 is about the export."],
    ["in memory", "Tabs are three spaces wide (added to MEMORY.md)."],
    ["figures", "The suite has 214 tests."],
  ])("is that it is %s: %s", (name, text) => {
    expect(namesOf(text)).toContain(name)
    expect(one(text).verdict).toBe("keep-in-log")
  })
})

describe("reasons to keep a line in its log despite other signals", () => {
  it.each([
    ["metadata", "Session Key: agent:always:main"],
    ["metadata", "**Channel**: slack"],
    ["conversation", "User: always tell me first before you restart something"],
    ["conversation", "**Assistant:** never restart the queue, because jobs are lost"],
    ["heading", "What must always hold:"],
    ["data", "| Always | Never |\n|---|---|\n| a | b |"],
    ["noise", "- [ ] Always pin the version"],
    ["noise", "Ran the whole test suite, all green."],
    ["flagged", "Always log in with password: hunter2-Zq9!x"],
  ])("is a line of %s: %s", (kind, text) => {
    expect(one(text)).toMatchObject({ verdict: "keep-in-log", score: 0, barrier: { kind } })
  })

  it("is a flag of the caller", () => {
    const [entry] = linesOf(RULE)
    expect(score([{ ...(entry as LogEntry), flagged: "reads like an instruction" }])[0]?.reason).toBe(
      "reads like an instruction",
    )
  })

  it("include an entry of curated memory with the same meaning, in any words", () => {
    expect(
      one(RULE, {
        curated: [
          {
            id: "m1",
            text: "Never execute the importer concurrently, since it locks the table.",
            section: null,
          },
        ],
      }).barrier,
    ).toMatchObject({ kind: "known", by: "m1" })
  })

  it("is that the instructions say so already", () => {
    expect(
      one(RULE, { instructions: [{ path: "AGENTS.md", entries: [{ line: 7, text: RULE }] }] }).reason,
    ).toBe("is already in AGENTS.md:7")
  })

  it("exclude a contradicting entry of curated memory, which is reported", () => {
    expect(
      one("Indent with tabs, always.", {
        curated: [{ id: "m1", text: "Never indent with tabs.", section: null }],
      }),
    ).toMatchObject({ barrier: null, against: { id: "m1" } })
  })
})

it.each([
  ["of the note", "How to apply: Use this as a reference when somebody asks what is always complete."],
  [
    "long",
    "**Build:** Clean, as always\n**Learned:** Fix sets must name every hook, otherwise one is missed",
  ],
  ["reviewed", "The map has no `default` branch, so a new mode always throws → LOW L (type-safety gap)."],
])("a line that speaks %s counts for less", (sign, text) => {
  expect(one(text).signs.map(({ name }) => name)).toContain(sign)
})

describe("a line without a clear subject", () => {
  it.each([
    "It must be restarted after each deploy, otherwise the queue stalls.",
    "This is always the case when the cache is cold, so warm it first.",
    "核心发现：他必须先看反馈再动手。",
  ])("counts for less than the same with its subject: %s", (text) => {
    const named = text
      .replace(/^It\b/, "The worker")
      .replace(/^This\b/, "A slow start")
      .replace("他", "审核员")
    expect(one(named).score).toBeGreaterThan(one(text).score)
    expect(one(text).signs.map(({ name }) => name)).toContain("nameless")
  })
})

describe("a line that is similar to curated memory", () => {
  it("scores lower, and names the similar entry", () => {
    const near = {
      id: "m1",
      text: "Product listings must be created this year; a visible creation date is required as proof.",
      section: null,
    }
    const text = "Each listing must show its vendor's creation date as proof."
    expect(one(text, { curated: [near] })).toMatchObject({
      barrier: null,
      near: { id: "m1", text: near.text },
    })
    expect(one(text, { curated: [near] }).score).toBeLessThan(one(text).score)
    expect(
      one(text, { instructions: [{ path: "USER.md", entries: [{ line: 9, text: near.text }] }] }).near,
    ).toMatchObject({ id: "USER.md:9", text: near.text })
  })
})

describe("a line that was refused", () => {
  it("is refused again with the same wording, in any layout", () => {
    expect(
      one(`- **${RULE.slice(0, -1)}**`, { refused: [{ key: refusedKey(RULE), text: null }] }).barrier?.kind,
    ).toBe("refused")
  })

  it("is refused again in other words", () => {
    expect(
      one("Never execute the importer concurrently, since it locks the table.", {
        refused: [{ key: refusedKey(RULE), text: RULE }],
      }).barrier?.kind,
    ).toBe("refused")
  })

  it("is refused in other words also where its own are known by a hash alone, once a log says them", () => {
    const [same, reworded] = linesOf(RULE, [
      "2026-05-06",
      "Never execute the importer concurrently, since it locks the table.",
    ])
    const scored = score(
      [
        { ...(same as LogEntry), key: "f00d" },
        { ...(reworded as LogEntry), key: "beef" },
      ],
      { refused: [{ key: "f00d", text: null }] },
    )
    expect(scored.map(({ barrier }) => barrier?.kind)).toEqual(["refused", "refused"])
  })

  it("does not hold back its contrary", () => {
    expect(
      one("Never indent with tabs.", {
        refused: [{ key: refusedKey("Always indent with tabs."), text: "Always indent with tabs." }],
      }).barrier,
    ).toBeNull()
  })
})

describe("for any lines", () => {
  const all = entriesOfLines([...TUNED, ...HELD_OUT_LINES])

  it("the score is between 0 and 1, the reason is given, and the order of lines does not matter", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: 1, maxLength: 25 }), (some) => {
        const scored = score(some)
        expect(scored.map(({ entry }) => entry)).toEqual(some)
        for (const { score: value, reason } of scored) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1)
          expect(reason).not.toBe("")
        }
        const byId = new Map(score(some.toReversed()).map((each) => [each.entry.id, each]))
        for (const each of scored) expect(byId.get(each.entry.id)).toEqual(each)
      }),
      { numRuns: 25 },
    )
  })

  it("no text breaks it", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 80 }), { maxLength: 5 }), (texts) => {
        expect(score(linesOf(...texts)).length).toBe(texts.length)
      }),
      { numRuns: 60 },
    )
  })
})
