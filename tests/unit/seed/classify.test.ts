import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { classifySeed } from "@/lib/memory/seed/entry-placement"
import type { KnownStatement, SeedInput, SeedEntry } from "@/lib/memory/seed/seed-entry"
import { askedOf, readFamilies } from "./labelled/labelled"
import { DEVELOPMENT } from "./labelled/development"
import { HELD_OUT_SEEDS } from "./labelled/held-out"

const entry = (text: string, over: Partial<SeedEntry> = {}): SeedEntry => ({
  id: text,
  from: "architect",
  section: null,
  text,
  state: "current",
  retiredBecause: null,
  date: "2026-10-01",
  type: null,
  confidence: null,
  ...over,
})
const place = (
  text: string,
  {
    fleet = "architecture",
    entry: more = {},
    ...over
  }: Partial<SeedInput> & { fleet?: string; entry?: Partial<SeedEntry> } = {},
) => {
  const [first] = classifySeed(askedOf(fleet, over), [entry(text, more)])
  if (first === undefined) throw new Error("no placement")
  return first
}

describe("an entry of a predecessor", () => {
  it("goes to the role that its words belong to, with these words as the reason", () => {
    expect(place("A module never imports a package of another layer")).toMatchObject({
      place: { kind: "role", role: "structure-architect" },
      reason: expect.stringMatching(/^mentions .*module/),
    })
    expect(place("The endpoint answers with a cursor")).toMatchObject({
      place: { kind: "role", role: "interface-architect" },
    })
  })

  it("goes to the role of its section, whatever its words", () => {
    expect(
      place("A module never imports a package of another layer", { entry: { section: "Risk-Specific" } }),
    ).toMatchObject({
      place: { kind: "role", role: "risk-architect" },
      reason: expect.stringContaining("Risk-Specific"),
    })
    expect(place("Whatever", { entry: { section: "Coordinator Notes" } }).place).toEqual({
      kind: "coordinator",
    })
    expect(
      place("The endpoint answers with a cursor", { entry: { section: "Shared Patterns" } }).place,
    ).toEqual({ kind: "shared" })
  })

  it("is surer by its section than by its words, and least sure where nothing spoke for it", () => {
    const [section, words, nothing] = [
      place("A module", { entry: { section: "Structure-Specific" } }),
      place("A module never imports a package"),
      place("Mondays are quiet"),
    ]
    expect(section.confidence).toBeGreaterThan(words.confidence)
    expect(words.confidence).toBeGreaterThan(nothing.confidence)
    expect(nothing).toMatchObject({ place: { kind: "shared" }, reason: "not specific to one role" })
  })

  it("is left out where its section is for a role that no agent has", () => {
    expect(place("Tokens rotate weekly", { entry: { section: "Security-Specific" } })).toMatchObject({
      place: { kind: "left-out", why: "other-role" },
      reason: "was under “Security-Specific”, a role that architecture does not have",
    })
  })

  it("is left out for a single new agent if it belongs to another role, which is named", () => {
    expect(place("The endpoint answers with a cursor", { agent: "structure-architect" })).toMatchObject({
      place: {
        kind: "left-out",
        why: "other-role",
        was: { place: { kind: "role", role: "interface-architect" } },
      },
      reason: expect.stringMatching(/^is for interface-architect: mentions /),
    })
  })

  it("goes to the coordinator if there is one, and else to everyone", () => {
    const words = "The analyses disagree about the gateway; reconcile them first"
    expect(place(words).place).toEqual({ kind: "coordinator" })
    expect(place(words, { fleet: "review" }).place).toEqual({ kind: "shared" })
  })

  it("is the coordinator's if it is about several roles or another agent, and a role's if it names its reader", () => {
    expect(place("Structure and risk are looked at on different days")).toMatchObject({
      place: { kind: "coordinator" },
      reason: expect.stringContaining("mentions structure and risk together"),
    })
    expect(place("Mondays the architects are slow")).toMatchObject({
      place: { kind: "coordinator" },
      reason: "mentions all architects",
    })
    expect(place("Ask the risk architect about Mondays").place).toEqual({ kind: "coordinator" })
    expect(place("Keep Mondays free for the risk architect")).toMatchObject({
      place: { kind: "role", role: "risk-architect" },
      reason: expect.stringContaining("names risk-architect as its audience"),
    })
  })

  it.each([
    ["its words", "Everything waits on Mondays", {}, "applies to everyone"],
    [
      "its heading",
      "The first are quiet",
      { section: "Project Context" },
      "its heading “Project Context” is for everyone",
    ],
    ["what it is built with", "TypeScript and Fastify", {}, "says what the project is built with"],
    ["how all work", "An estimate for each sprint", {}, "is about how everyone works"],
    ["its kind", "Mondays are quiet", { type: "convention" }, "is a convention"],
  ] as const)("is everybody's by %s", (_, text, more, why) => {
    expect(place(text, { entry: more })).toMatchObject({
      place: { kind: "shared" },
      reason: expect.stringContaining(why),
    })
    expect(place(text, { entry: more }).confidence).toBeGreaterThan(place("Mondays are quiet").confidence)
  })

  it("is classified by the subject of its heading", () => {
    expect(place("Mondays are quiet", { entry: { section: "Failure and timeout" } })).toMatchObject({
      place: { kind: "role", role: "risk-architect" },
      reason: "its heading “Failure and timeout” matches the role risk",
    })
  })

  it("is left out if it has a secret, which is never shown, also not in a duplicate", () => {
    const key = `AKIA${"IOSFODNN7QRSTUVW"}`
    const held = `The upload bucket is written with the key ${key} alone`
    const placements = classifySeed(askedOf("architecture", {}), [
      entry(held),
      entry("The upload bucket is written with the key alone", { from: "writer", confidence: 0.1 }),
    ])
    expect(placements[0]).toMatchObject({
      place: { kind: "left-out", why: "guard" },
      text: expect.stringMatching(/^The upload bucket is written with the key \[.+\] alone$/),
    })
    expect(JSON.stringify(placements.map(({ text, reason }) => [text, reason]))).not.toContain(key)
    expect(placements[1]?.place.kind).not.toBe("left-out")
  })

  it("is left out if retired, old, noise or in the instructions", () => {
    expect(
      place("Config is XML", { entry: { state: "retired", retiredBecause: "it is YAML" } }),
    ).toMatchObject({ place: { why: "retired" }, reason: "it was retired: it is YAML" })
    expect(place("Config is YAML", { entry: { date: "2026-05-25" } })).toMatchObject({
      place: { why: "stale" },
      reason: "dated 2026-05-25, more than 180 days ago",
    })
    expect(place("Config is YAML", { entry: { date: "2026-05-26" } }).place.kind).not.toBe("left-out")
    expect(place("Config is YAML", { entry: { date: "2020-01-01" }, staleDays: null }).place.kind).not.toBe(
      "left-out",
    )
    const typed = (type: string) =>
      place("Config is YAML", {
        entry: { date: "2026-05-25", type },
        staleDaysByType: { decision: 400, note: 30 },
      })
    expect(typed("decision").place.kind).not.toBe("left-out")
    expect(typed("note").reason).toBe("dated 2026-05-25, more than 30 days ago")
    const old = (entry: Partial<SeedEntry>) =>
      place("Config is YAML", { entry: { date: "2020-01-01", ...entry } }).place.kind
    expect(old({ vouchedUntil: "2030-01-01" }), "a verified entry").not.toBe("left-out")
    expect(old({ keptOn: "2026-11-01" }), "an entry that a decision kept").not.toBe("left-out")
    expect(old({ vouchedUntil: "2020-03-01", keptOn: "2020-02-01" })).toBe("left-out")
    expect(place("All tests pass now").place).toMatchObject({ why: "noise" })
    expect(place("These patterns apply to ALL architecture agents.").place).toMatchObject({ why: "noise" })
    expect(
      place("Retired in October; its work was divided among the three challengers.").place,
    ).toMatchObject({ why: "noise" })
    expect(
      place("Never commit generated files to the repository", {
        instructions: [
          {
            path: "CLAUDE.md",
            entries: [{ line: 7, text: "Never commit generated files to the repository." }],
          },
        ],
      }),
    ).toMatchObject({ place: { why: "instructions", by: "CLAUDE.md:7" } })
  })

  it.each(
    [
      "Waiting for an answer of the hosting company, nothing so far",
      "Still running the import, part 2 of 5",
      "Restarted the build at 10:40",
      "Stopped early, interrupted by the limit",
      "Nothing else to report",
    ].map((text) => [text]),
  )("is left out as noise if it describes the state of one session: %s", (text) => {
    expect(place(text).place).toMatchObject({ kind: "left-out", why: "noise" })
  })

  it.each(
    [
      "Waiting for a fixed time fails on slow machines, so wait for the event",
      "Never start the import before 04:00",
      "Yesterday's rates are used until nine",
      "Running the checks takes ten minutes and a licence",
    ].map((text) => [text]),
  )("is kept if it states a lasting fact, though it mentions a time or an action: %s", (text) => {
    expect(place(text).place.kind).not.toBe("left-out")
  })

  it.each([
    ["what is handed over", "Findings that block are escalated to the lead", "says who takes over work"],
    [
      "an order of work",
      "Do not begin the next pass until the one before has finished",
      "says what order agents work in",
    ],
    ["who of the team does it", "Whoever is first decides", "says who on the team is responsible"],
    ["its heading", "The first are quiet", "its heading “Handoffs” is about coordination"],
  ] as const)("is the coordinator's by %s", (_, text, why) => {
    expect(place(text, { entry: { section: why.includes("heading") ? "Handoffs" : null } })).toMatchObject({
      place: { kind: "coordinator" },
      reason: expect.stringContaining(why),
    })
  })

  it("is shared where two roles match it equally", () => {
    expect(place("The endpoint and the outage")).toMatchObject({ place: { kind: "shared" } })
    expect(place("The endpoint and the outage").confidence).toBeLessThan(0.4)
  })

  it("is left out if the memory has it already, in any words", () => {
    const known: KnownStatement[] = [
      { id: "k1", text: "PostgreSQL is the only store of record", place: { kind: "shared" } },
    ]
    expect(place("The sole store of record is PostgreSQL", { known })).toMatchObject({
      place: { kind: "left-out", why: "duplicate", by: "k1", was: { place: { kind: "shared" } } },
      reason: "duplicate of “PostgreSQL is the only store of record”",
    })
  })

  it("follows a similar entry", () => {
    const known: KnownStatement[] = [
      {
        id: "k1",
        text: "The geocoder answers slowly in the morning",
        place: { kind: "role", role: "interface-architect" },
      },
    ]
    expect(place("The geocoder answers for Belgium alone").place).toEqual({ kind: "shared" })
    expect(place("The geocoder answers for Belgium alone", { known })).toMatchObject({
      place: { kind: "role", role: "interface-architect" },
      reason: expect.stringContaining("similar to an entry under Interface-Specific"),
    })
  })

  it("goes to a role of any name by the agent's description", () => {
    const roles = ["falcon", "heron"]
    const category = { slug: "birds", name: "Birds", agents: roles, coordinator: null }
    const text = "Settlement files carry a checksum in the last record"
    const definitions = {
      falcon: "Looks after settlement, reconciliation and the checksum of every file of the bank.",
      heron: "Writes invoices and reminds customers.",
    }
    expect(place(text, { roles, category }).place).toEqual({ kind: "shared" })
    expect(place(text, { roles, category, definitions }).place).toEqual({ kind: "role", role: "falcon" })
  })

  it("goes with the entries under the same heading if its own words are not conclusive", () => {
    const under = (text: string): SeedEntry =>
      entry(text, { section: "What breaks", from: "devils-advocate" })
    const told = [
      "A retry without jitter made the outage longer",
      "Timeouts and a restart at once overload the broker",
      "The crash of one node stalls the queue",
    ].map(under)
    const untold = under("Mondays are quiet")
    const placed = (entries: readonly SeedEntry[]) => classifySeed(askedOf("validation"), entries).at(-1)
    expect(placed([untold])?.place).toEqual({ kind: "shared" })
    expect(placed([...told, untold])).toMatchObject({
      place: { kind: "role", role: "robustness-challenger" },
      reason: expect.stringContaining(
        "other entries under “What breaks” are mostly for robustness-challenger",
      ),
    })
    expect(placed([...told, { ...untold, section: "Other" }])?.place).toEqual({ kind: "shared" })
  })

  it("goes with the role that its heading names, whatever its words are about", () => {
    expect(
      place("Concerns with one user are inlined", { entry: { section: "Structure of the code" } }),
    ).toMatchObject({
      place: { kind: "role", role: "structure-architect" },
      reason: expect.stringContaining("its heading “Structure of the code”"),
    })
  })

  it.each(["Log", "Notes", "Log 2026-11-18"])(
    "takes the words of a heading like %s for no topic",
    (section) => {
      const asked = { ...askedOf("web"), known: [] }
      const [placed] = classifySeed(asked, [entry("Mondays are quiet", { section })])
      expect(placed).toMatchObject({ place: { kind: "shared" }, reason: "not specific to one role" })
    },
  )

  it.each([
    ["Working agreements", "shared"],
    ["Policies", "shared"],
    ["Who decides", "coordinator"],
    ["Team", "coordinator"],
  ])("goes where the heading “%s” says if its words say nothing", (section, kind) => {
    expect(place("Mondays are quiet", { entry: { section } }).place).toEqual({ kind })
  })

  it("goes with most of its predecessor if its own words are not conclusive", () => {
    const of = (text: string): SeedEntry => entry(text, { section: null, from: "skeptic" })
    const told = [
      "A retry without jitter made the outage longer",
      "Timeouts and a restart at once overload the broker",
      "The crash of one node stalls the queue",
      "One overload of the retry queue ended in an outage",
      "The failure of a disk is noticed by a timeout only",
    ].map(of)
    const untold = of("`runJob` loses the second line when Mondays are quiet")
    expect(classifySeed(askedOf("validation"), [...told, untold]).at(-1)).toMatchObject({
      place: { kind: "role", role: "robustness-challenger" },
      reason: expect.stringContaining("other entries from skeptic are mostly for robustness-challenger"),
    })
    expect(classifySeed(askedOf("validation"), [...told.slice(0, 2), untold]).at(-1)?.place).toEqual({
      kind: "shared",
    })
  })

  it.each([
    ["Feature flags default to off", "Feature flags default to on"],
    ["Mock the payment port in every case", "Do not mock the payment port in every case"],
  ])("is unsure, and not placed like “%s”, if it says the opposite", (held, text) => {
    const asked = {
      ...askedOf("validation"),
      known: [{ id: "held", text: held, place: { kind: "role" as const, role: "robustness-challenger" } }],
    }
    const [placed] = classifySeed(asked, [entry(text)])
    expect(placed?.confidence).toBeLessThan(0.5)
    expect(placed?.reason).toMatch(/^contradicts an entry under Robustness-Specific/)
    expect(placed?.reason).not.toContain("similar to")
  })

  it.each([
    ["09:40 started smoke run, 10:05 done", "Notes"],
    ["Currently upgrading staging", "Status"],
    ["Handed over to Sam at 18:00", "Rules"],
  ])("is noise if it reports what somebody is doing: %s", (text, section) => {
    expect(place(text, { entry: { section } }).place).toMatchObject({ kind: "left-out", why: "noise" })
  })

  it("follows a manual or external decision, unless its section contradicts it", () => {
    const hints = [
      {
        entry: "A module never imports a package",
        place: { kind: "role" as const, role: "risk-architect" },
        strength: 0.9,
        words: "the model takes it for a risk",
      },
    ]
    expect(place("A module never imports a package", { hints })).toMatchObject({
      place: { kind: "role", role: "risk-architect" },
      reason: expect.stringContaining("the model takes it for a risk"),
    })
    expect(
      place("A module never imports a package", { hints, entry: { section: "Shared Patterns" } }).place,
    ).toEqual({ kind: "shared" })
    expect(
      place("A module never imports a package", {
        hints: hints.map((hint) => ({ ...hint, place: { kind: "role", role: "stranger" } })),
      }).place,
    ).toEqual({ kind: "role", role: "structure-architect" })
  })

  it("stays with the agent that wrote it, unless it is for all", () => {
    const own = { from: "risk-architect", section: "Notes" }
    expect(place("Mondays are quiet", { entry: own }).place).toEqual({ kind: "role", role: "risk-architect" })
    expect(place("Everybody writes pull requests in English", { entry: own }).place).toEqual({
      kind: "shared",
    })
  })
})

describe("of duplicate entries", () => {
  it("the better one is kept, from any predecessor", () => {
    const short = entry("Wait for the event; never sleep in tests", { id: "a", from: "tester" })
    const sure = entry("Never sleep in tests; wait for the event", {
      id: "b",
      from: "test-writer",
      confidence: 0.9,
    })
    const placements = classifySeed(askedOf("testing"), [short, sure])
    expect(placements[0]).toMatchObject({
      place: { kind: "left-out", why: "duplicate", by: "b", was: {} },
      reason: expect.stringMatching(/^duplicate of an entry from test-writer/),
    })
    expect(placements[1]?.place.kind).not.toBe("left-out")
  })

  it("one that is left out does not represent the others", () => {
    const retired = entry("Never sleep in tests; wait for the event", { id: "a", state: "retired" })
    const current = entry("Wait for the event; never sleep in tests", { id: "b" })
    expect(classifySeed(askedOf("testing"), [retired, current])[1]?.place.kind).not.toBe("left-out")
  })
})

describe("any seeded entries", () => {
  const all = [DEVELOPMENT, HELD_OUT_SEEDS].flatMap(readFamilies).flatMap(({ entries }) => entries)
  const unique = [...all, ...all.slice(0, 20), ...all.slice(5, 15)].map((one, at) => ({
    ...one,
    id: `e${at}`,
  }))
  const twins = unique.filter((one) => unique.some((other) => other !== one && other.text === one.text))
  const texts = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom("", "-", "`x`", "(((", "constructor __proto__ toString", "用户的令牌每周轮换", "😀"),
  )
  const few = twins.filter(({ text }) => twins.slice(5, 9).some((one) => one.text === text))
  const strange = fc.record({
    text: texts,
    section: fc.option(
      fc.oneof(texts, fc.constantFrom("Shared Patterns", "Risk-Specific", "-Specific", "x-Specific")),
    ),
    date: fc.constantFrom(null, "2026-11-01", "2031-01-01", "nonsense"),
    state: fc.constantFrom("current" as const, "retired" as const),
  })
  const fleets = fc.constantFrom(
    "architecture",
    "planning",
    "validation",
    "testing",
    "review",
    "web",
    "risk-architect",
  )

  it("ends in exactly one place, in the order in which it came", () => {
    fc.assert(
      fc.property(
        fleets,
        fc.subarray(unique, { maxLength: 25 }),
        fc.array(strange, { maxLength: 5 }),
        (fleet, drawn, more) => {
          const entries = [...drawn, ...more.map((one, at) => entry(one.text, { ...one, id: `s${at}` }))]
          const placements = classifySeed(askedOf(fleet), entries)
          expect(placements.map(({ entry: id }) => id)).toEqual(entries.map(({ id }) => id))
          for (const { place: there, confidence, reason } of placements) {
            expect(confidence).toBeGreaterThan(0)
            expect(confidence).toBeLessThanOrEqual(1)
            expect(reason).not.toBe("")
            if (there.kind === "role") expect(askedOf(fleet).roles).toContain(there.role)
            if (there.kind === "left-out" && there.why === "duplicate")
              expect(placements.find(({ entry: id }) => id === there.by)?.place.kind).not.toBe("left-out")
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it("ends up in the same place for any order of the entries and the other inputs", () => {
    fc.assert(
      fc.property(
        fleets,
        fc.shuffledSubarray(unique, { maxLength: 20 }),
        fc.shuffledSubarray(twins, { maxLength: 15 }),
        fc.shuffledSubarray(few),
        (fleet, some, more, held) => {
          const drawn = [...new Set([...some, ...more])]
          const known = held.map((one): KnownStatement => ({
            id: `k ${one.id}`,
            text: one.text,
            place: one.id.endsWith("1") ? null : { kind: "shared" },
          }))
          expect(classifiedById(drawn.toReversed(), askedOf(fleet, { known: known.toReversed() }))).toEqual(
            classifiedById(drawn, askedOf(fleet, { known })),
          )
        },
      ),
      { numRuns: 60 },
    )
  })
})

const classifiedById = (entries: readonly SeedEntry[], asked: SeedInput) =>
  classifySeed(asked, entries).toSorted((a, b) => (a.entry < b.entry ? -1 : 1))
