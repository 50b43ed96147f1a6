import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { FoundAlert } from "@/lib/memory/alerts/rule"
import { ALERT_SEVERITIES, ALERT_STATES, type AlertState } from "@/lib/memory/alerts/kinds"
import {
  type AlertChange,
  isWorse,
  type StoredAlert,
  transitions,
} from "@/lib/memory/alerts/alert-state-changes"

const NOW = new Date("2026-11-22T12:00:00Z")
const [BEFORE, AFTER] = [new Date("2026-11-22T11:59:59Z"), new Date("2026-11-23T00:00:00Z")]
const PLACE = { projectId: "p", agentId: "a", categoryId: null, fileId: "f", path: "ann/MEMORY.md" }

const found = (more: Partial<FoundAlert> = {}): FoundAlert => ({
  kind: "over-budget",
  part: "",
  severity: "warning",
  message: "134 lines, of 100",
  path: null,
  line: 101,
  column: null,
  evidence: { figures: { lines: 134, budget: 100 } },
  ...more,
})

const look = (stored: readonly StoredAlert[], ...of: readonly FoundAlert[]) =>
  transitions({ stored, found: of, place: PLACE, ruleFor: () => null, now: NOW })
const ignoring = (stored: readonly StoredAlert[], ...of: readonly FoundAlert[]) =>
  transitions({ stored, found: of, place: PLACE, ruleFor: () => "rule-1", now: NOW })

const { path: _, ...OWN } = PLACE
const stored = (state: AlertState, more: Partial<StoredAlert> = {}): StoredAlert => {
  const { kind, part, ...told } = found()
  return {
    id: "1",
    kind,
    part,
    ...OWN,
    ...told,
    path: PLACE.path,
    state,
    round: 3,
    snoozedUntil: state === "snoozed" ? AFTER : null,
    ignoredBy: state === "ignored" ? "rule-1" : null,
    ignoredFrom: null,
    ...more,
  }
}

/** The stored alert after the transition. */
const after = ({ told, happened: _happened, id, ...one }: AlertChange): StoredAlert => ({
  ...one,
  ...told,
  id: id ?? "new",
})

const shown = (becoming: readonly AlertChange[]) =>
  becoming.map(({ state, round, happened }) => ({ state, round, happened: happened.join(" ") }))

function checkTransition(one: ReturnType<typeof transitions>[number], was: StoredAlert | undefined): void {
  const isNewRound = (was?.state ?? "resolved") === "resolved"
  expect(one.round).toBe((was?.round ?? 0) + Number(isNewRound))
  expect(one.happened.includes("raised")).toBe(one.state === "open" && isNewRound)
  if (was?.state === "open") expect(["open", "ignored", "resolved"]).toContain(one.state)
  if (was && one.state === "open" && ["acknowledged", "snoozed"].includes(was.state))
    expect(isWorse(one.told.severity, was.severity) || was.snoozedUntil === BEFORE).toBe(true)
}

describe("a detected cause", () => {
  it("is raised in its first round, filed under its unit's place", () => {
    expect(look([], found())).toEqual([
      {
        id: null,
        kind: "over-budget",
        part: "",
        state: "open",
        round: 1,
        snoozedUntil: null,
        ignoredBy: null,
        ignoredFrom: null,
        happened: ["raised"],
        told: {
          ...OWN,
          path: "ann/MEMORY.md",
          severity: "warning",
          message: "134 lines, of 100",
          line: 101,
          column: null,
          evidence: { figures: { lines: 134, budget: 100 } },
        },
      },
    ])
  })

  it("may name another file than its unit's", () => {
    expect(look([], found({ path: "elsewhere.md" }))[0]?.told.path).toBe("elsewhere.md")
  })

  it("returns as the same alert, one round later", () => {
    expect(look([stored("resolved")], found())).toMatchObject([
      { id: "1", state: "open", round: 4, happened: ["raised"] },
    ])
  })

  it("is one alert for each part, and one alert for a cause found twice", () => {
    expect(
      look(
        [],
        found({ part: "codex" }),
        found({ part: "claude-code" }),
        found({ part: "codex", message: "again" }),
      ).map((one) => [one.part, one.told.message]),
    ).toEqual([
      ["codex", "134 lines, of 100"],
      ["claude-code", "134 lines, of 100"],
    ])
  })

  it("that a rule ignores is ignored from the start and in later rounds", () => {
    expect(shown(ignoring([], found()))).toEqual([{ state: "ignored", round: 1, happened: "ignored" }])
    expect(ignoring([stored("resolved")], found())).toMatchObject([
      { state: "ignored", round: 4, ignoredBy: "rule-1" },
    ])
  })
})

describe("an alert whose cause", () => {
  it.each(["open", "acknowledged", "snoozed", "ignored"] as const)(
    "is as it was stays as it is, %s",
    (state) => {
      expect(
        state === "ignored" ? ignoring([stored(state)], found()) : look([stored(state)], found()),
      ).toEqual([])
    },
  )

  it.each(["open", "acknowledged", "snoozed"] as const)(
    "says something else changes in its state, %s",
    (state) => {
      for (const change of [
        { message: "135 lines, of 100" },
        { evidence: { figures: { lines: 135, budget: 100 } } },
        { path: "moved.md" },
      ]) {
        expect(shown(look([stored(state)], found(change)))).toEqual([
          { state, round: 3, happened: "changed" },
        ])
      }
    },
  )

  it("moved to another line updates the alert without a notification", () => {
    expect(shown(look([stored("open")], found({ line: 102 })))).toEqual([
      { state: "open", round: 3, happened: "" },
    ])
    expect(look([stored("open", { agentId: "another" })], found())[0]?.told.agentId).toBe("a")
  })

  it("with its evidence in another order leaves the alert unchanged", () => {
    expect(look([stored("open")], found({ evidence: { figures: { budget: 100, lines: 134 } } }))).toEqual([])
    expect(
      look([stored("open", { evidence: { names: ["a", "b"] } })], found({ evidence: { names: ["b", "a"] } })),
    ).toHaveLength(1)
  })

  it("gets worse is opened again, whether it was acknowledged or snoozed", () => {
    expect(shown(look([stored("acknowledged")], found({ severity: "error" })))).toEqual([
      { state: "open", round: 3, happened: "changed reopened" },
    ])
    expect(look([stored("snoozed")], found({ severity: "error" }))).toMatchObject([
      { state: "open", snoozedUntil: null, happened: ["changed", "woken"] },
    ])
    expect(shown(look([stored("open")], found({ severity: "error" })))).toEqual([
      { state: "open", round: 3, happened: "changed" },
    ])
  })

  it("with a lower severity keeps the decision of a person", () => {
    expect(shown(look([stored("acknowledged")], found({ severity: "info" })))).toEqual([
      { state: "acknowledged", round: 3, happened: "changed" },
    ])
    expect(look([stored("snoozed")], found({ severity: "info" }))).toMatchObject([
      { state: "snoozed", snoozedUntil: AFTER },
    ])
  })

  it("was snoozed wakes at its time, not before", () => {
    expect(shown(look([stored("snoozed", { snoozedUntil: BEFORE })], found()))).toEqual([
      { state: "open", round: 3, happened: "woken" },
    ])
    expect(shown(look([stored("snoozed", { snoozedUntil: NOW })], found()))).toEqual([
      { state: "open", round: 3, happened: "woken" },
    ])
    expect(look([stored("snoozed", { snoozedUntil: AFTER })], found())).toEqual([])
  })

  it.each(["open", "acknowledged", "snoozed", "ignored"] as const)(
    "is gone is resolved by itself, from %s",
    (state) => {
      expect(look([stored(state)])).toMatchObject([
        { id: "1", state: "resolved", round: 3, snoozedUntil: null, ignoredBy: null, happened: ["resolved"] },
      ])
    },
  )

  it("is absent, as it was before, does not change the resolved alert", () => {
    expect(look([stored("resolved")])).toEqual([])
  })
})

describe("a rule", () => {
  it.each(["open", "acknowledged", "snoozed"] as const)("ignores an alert that is %s", (state) => {
    expect(ignoring([stored(state)], found())).toMatchObject([
      {
        state: "ignored",
        round: 3,
        ignoredBy: "rule-1",
        ignoredFrom: state,
        snoozedUntil: state === "snoozed" ? AFTER : null,
        happened: ["ignored"],
      },
    ])
  })

  it("updates an alert without notification, and can be replaced by another rule", () => {
    expect(
      ignoring([stored("ignored")], found({ message: "200 lines, of 100", severity: "error" })),
    ).toMatchObject([{ state: "ignored", happened: [], told: { message: "200 lines, of 100" } }])
    expect(ignoring([stored("ignored", { ignoredBy: "rule-0" })], found())).toMatchObject([
      { ignoredBy: "rule-1", happened: [] },
    ])
  })

  it("that was removed reopens its alerts in their current round", () => {
    expect(look([stored("ignored")], found())).toMatchObject([
      { state: "open", round: 3, ignoredBy: null, happened: ["reopened"] },
    ])
  })

  it.each(["acknowledged", "snoozed"] as const)(
    "that is gone leaves what was decided before it, %s",
    (state) => {
      const before = stored("ignored", {
        ignoredFrom: state,
        snoozedUntil: state === "snoozed" ? AFTER : null,
      })
      expect(look([before], found())).toMatchObject([
        {
          state,
          snoozedUntil: state === "snoozed" ? AFTER : null,
          ignoredBy: null,
          ignoredFrom: null,
          happened: ["unignored"],
        },
      ])
      expect(look([before], found({ severity: "error" }))).toMatchObject([
        { state: "open", snoozedUntil: null, happened: ["changed", "reopened"] },
      ])
    },
  )

  it("that was removed after a snooze ended, or after a rise in severity, reopens the alert", () => {
    expect(
      look([stored("ignored", { ignoredFrom: "snoozed", snoozedUntil: BEFORE })], found()),
    ).toMatchObject([{ state: "open", snoozedUntil: null, happened: ["reopened"] }])
    expect(
      ignoring([stored("ignored", { ignoredFrom: "acknowledged" })], found({ severity: "error" })),
    ).toMatchObject([{ state: "ignored", ignoredFrom: "open", happened: [] }])
  })

  it("is matched against the path that the alert shows", () => {
    const asked: (string | null)[] = []
    const ask = ({ path }: { path: string | null }) => {
      asked.push(path)
      return null
    }
    transitions({
      stored: [],
      found: [found(), found({ part: "x", path: "elsewhere.md" })],
      place: PLACE,
      ruleFor: ask,
      now: NOW,
    })
    expect(asked).toEqual(["ann/MEMORY.md", "elsewhere.md"])
  })
})

const someFound = fc.record({
  kind: fc.constantFrom("over-budget", "past-cut", "duplicate" as const),
  part: fc.constantFrom("", "codex"),
  severity: fc.constantFrom(...ALERT_SEVERITIES),
  message: fc.constantFrom("one", "two"),
  path: fc.constant(null),
  line: fc.constantFrom(null, 1, 2),
  column: fc.constant(null),
  evidence: fc.constantFrom({}, { figures: { lines: 1 } }, { names: ["a"] }),
}) as fc.Arbitrary<FoundAlert>
const someLook = fc.uniqueArray(someFound, { maxLength: 5, selector: (one) => `${one.kind} ${one.part}` })
const someStored = fc
  .uniqueArray(
    fc.record({
      found: someFound,
      state: fc.constantFrom(...ALERT_STATES),
      until: fc.constantFrom(BEFORE, AFTER),
      round: fc.integer({ min: 1, max: 9 }),
    }),
    { maxLength: 6, selector: (one) => `${one.found.kind} ${one.found.part}` },
  )
  .map((all) =>
    all.map(({ found: { kind, part, ...told }, state, until, round }, place): StoredAlert => ({
      id: String(place),
      kind,
      part,
      ...OWN,
      ...told,
      path: PLACE.path,
      state,
      round,
      snoozedUntil: state === "snoozed" ? until : null,
      ignoredBy: state === "ignored" ? "rule-1" : null,
      ignoredFrom: null,
    })),
  )
const someRule = fc.constantFrom(null, "over-budget", "duplicate")

describe("for any stored and found alerts", () => {
  it("the unresolved alerts are exactly those that were found", () => {
    fc.assert(
      fc.property(someStored, someLook, someRule, (before, of, ignored) => {
        const becoming = transitions({
          stored: before,
          found: of,
          place: PLACE,
          ruleFor: ({ kind }) => (kind === ignored ? "rule-1" : null),
          now: NOW,
        })
        const end = new Map(
          [...before, ...becoming.map(after)].map((one) => [`${one.kind} ${one.part}`, one]),
        )
        expect(end.size).toBe(new Set([...before, ...of].map((one) => `${one.kind} ${one.part}`)).size)
        const unresolved = [...end.values()].filter((one) => one.state !== "resolved")
        expect(
          unresolved
            .map((one) => [one.kind, one.part, one.severity, one.message, one.line, one.evidence].join())
            .toSorted(),
        ).toEqual(
          of
            .map((one) => [one.kind, one.part, one.severity, one.message, one.line, one.evidence].join())
            .toSorted(),
        )
        for (const one of end.values()) {
          expect(one.state === "ignored").toBe(one.ignoredBy !== null)
          expect(one.state === "snoozed" || one.ignoredFrom === "snoozed").toBe(one.snoozedUntil !== null)
          expect(one.state === "ignored").toBe(one.state !== "resolved" && one.kind === ignored)
          if (one.state === "snoozed") expect(one.snoozedUntil).toEqual(AFTER)
        }
      }),
    )
  })

  it("a second evaluation of the same causes changes nothing", () => {
    fc.assert(
      fc.property(someStored, someLook, someRule, (before, of, ignored) => {
        const rule = ({ kind }: { kind: string }) => (kind === ignored ? "rule-1" : null)
        const ends = new Map(
          [
            ...before,
            ...transitions({ stored: before, found: of, place: PLACE, ruleFor: rule, now: NOW }).map(after),
          ].map((one) => [`${one.kind} ${one.part}`, one]),
        )
        expect(
          transitions({ stored: [...ends.values()], found: of, place: PLACE, ruleFor: rule, now: NOW }),
        ).toEqual([])
      }),
    )
  })

  it("a round increases by one, only when the cause returns, and decisions are reset only by severity, wake-up or a rule", () => {
    fc.assert(
      fc.property(someStored, someLook, someRule, (before, of, ignored) => {
        const known = new Map(before.map((one) => [one.id, one]))
        for (const one of transitions({
          stored: before,
          found: of,
          place: PLACE,
          ruleFor: ({ kind }) => (kind === ignored ? "rule-1" : null),
          now: NOW,
        })) {
          checkTransition(one, one.id === null ? undefined : known.get(one.id))
        }
      }),
    )
  })
})
