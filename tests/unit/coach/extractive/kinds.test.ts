import { describe, expect, it } from "vitest"
import type { ClaimKind, CoachMaterial } from "@/lib/memory/coach/synthesis"
import { extractiveEntry, fleet, writeExtractive } from "./fleet"

const told = async (material: CoachMaterial, kind: ClaimKind) =>
  (await writeExtractive(material)).claims.filter((claim) => claim.kind === kind)

describe("shared patterns", () => {
  const statement = "Run migrations with --create-only first and read the SQL"

  it("are entries that several agents share, with their names and a place for a single copy", async () => {
    const [claim, ...more] = await told(
      fleet(
        ["db-migrator", "backend-developer", "release-captain", "unit-tester", "implementer"].map((agent) =>
          extractiveEntry(agent, statement, { category: "implementation" }),
        ),
      ),
      "shared-pattern",
    )
    expect(more).toEqual([])
    expect(claim?.text).toBe(
      "5 agents agree: “Run migrations with --create-only first and read the SQL” (backend-developer, db-migrator, implementer and 2 others).",
    )
    expect(claim?.citations).toHaveLength(5)
    expect(claim?.promote).toEqual({ kind: "category", category: "implementation", project: "ledger" })
  })

  it("are found in other words, word order and scripts without spaces", async () => {
    expect(
      await told(
        fleet([
          extractiveEntry("a", "Never share a database between two parallel suites"),
          extractiveEntry("b", "Two parallel suites never share one database"),
        ]),
        "shared-pattern",
      ),
    ).toHaveLength(1)
    expect(
      await told(
        fleet([
          extractiveEntry("a", "測試資料庫在每次部署後都會重建"),
          extractiveEntry("b", "測試資料庫在每次部署後都會重建。"),
        ]),
        "shared-pattern",
      ),
    ).toHaveLength(1)
  })

  it("count several files of one agent as one", async () => {
    expect(
      await told(
        fleet([
          extractiveEntry("a", statement, { path: "one.md" }),
          extractiveEntry("a", statement, { path: "two.md" }),
        ]),
        "shared-pattern",
      ),
    ).toEqual([])
  })

  it("exclude headings, index links, placeholders and noise", async () => {
    for (const text of [
      "Conventions:",
      "[Build notes](build.md) — how the build works here in detail",
      "(none recorded yet for this project)",
      "All tests pass",
      "Last updated: 2026-11-20 by the release agent",
      "Testing",
    ]) {
      expect(
        await told(
          fleet([extractiveEntry("a", text), extractiveEntry("b", text), extractiveEntry("c", text)]),
          "shared-pattern",
        ),
        text,
      ).toEqual([])
    }
  })

  it("state if a shared memory has the entry already, and then suggest no second copy", async () => {
    const [claim] = await told(
      fleet([
        extractiveEntry("unit-tester", statement, { category: "testing" }),
        extractiveEntry("contract-tester", statement, { category: "testing" }),
        extractiveEntry(null, statement, { category: "testing" }),
      ]),
      "shared-pattern",
    )
    expect(claim?.text).toContain("the testing memory")
    expect(claim?.promote).toBeNull()
  })

  it("exclude entries in an open conflict, which is listed as a dispute", async () => {
    const [one, other] = [
      "Payment retries back off exponentially, at most three attempts",
      "Payment retries back off exponentially, at most five attempts",
    ]
    const material = fleet(
      [extractiveEntry("a", one), extractiveEntry("b", one), extractiveEntry("c", other)],
      {
        contradictions: [{ left: "entry-0000", right: "entry-0002", why: "one says three, the other five." }],
      },
    )
    expect(await told(material, "shared-pattern")).toEqual([])
    const [claim] = await told(material, "contradiction")
    expect(claim?.text).toBe(
      `a and c contradict each other: one says three, the other five. a: “${one}”; c: “${other}”.`,
    )
    expect(claim?.citations).toEqual(["entry-0000", "entry-0002"])
  })

  it("do not join by a chain of likenesses", async () => {
    const chain = [
      "alpha bravo charlie delta echo foxtrot golf hotel",
      "charlie delta echo foxtrot golf hotel india juliet",
      "echo foxtrot golf hotel india juliet kilo lima",
      "golf hotel india juliet kilo lima mike november",
    ]
    const claims = await told(
      fleet(chain.map((text, at) => extractiveEntry(`agent-${at}`, text))),
      "shared-pattern",
    )
    for (const { citations } of claims) expect(citations.length).toBeLessThan(4)
    expect(
      claims.some(({ citations }) => citations.includes("entry-0000") && citations.includes("entry-0003")),
    ).toBe(false)
  })
})

describe("risks", () => {
  it("are problems that several agents warn about", async () => {
    const [claim] = await told(
      fleet([
        extractiveEntry("unit-tester", "Freeze the clock: time-zone tests fail around midnight UTC"),
        extractiveEntry("integrator", "Time-zone tests fail near midnight UTC, freeze the clock"),
      ]),
      "risk",
    )
    expect(claim?.text).toMatch(/^integrator and unit-tester record the same warning: “/)
  })

  it("are problems of one subject in memories of several categories, which are named", async () => {
    const [claim] = await told(
      fleet([
        extractiveEntry(
          "unit-tester",
          "`seedCompany()` in src/fixtures/company.ts leaks a connection for each suite",
          {
            category: "testing",
          },
        ),
        extractiveEntry(
          "risk-architect",
          "A crash inside `seedCompany()` leaves src/fixtures/company.ts half written",
          { category: "architecture" },
        ),
      ]),
      "risk",
    )
    expect(claim?.text).toMatch(
      /^2 memories across the categories architecture and testing mention problems with /,
    )
    expect(claim?.text).toContain("seedCompany")
    expect(claim?.citations.toSorted()).toEqual(["entry-0000", "entry-0001"])
  })

  it("have no subject if memories only share words", async () => {
    const [claim] = await told(
      fleet([
        extractiveEntry("a", "The broker stub can hang on a blocked port, which fails the nightly harness"),
        extractiveEntry("b", "A crash leaves the carrier stub open: the port hangs and the parcel is lost"),
      ]),
      "risk",
    )
    expect(claim?.text).toMatch(/^2 memories record problems in similar words \(/)
  })

  it("exclude subjects without problems, and problems in a single memory", async () => {
    expect(
      await told(
        fleet([
          extractiveEntry("a", "`seedCompany()` in src/fixtures/company.ts keeps the ledger balanced"),
          extractiveEntry("b", "`seedCompany()` of src/fixtures/company.ts takes a currency"),
        ]),
        "risk",
      ),
    ).toEqual([])
    expect(
      await told(
        fleet([
          extractiveEntry("a", "`seedCompany()` in src/fixtures/company.ts leaks a connection"),
          extractiveEntry("a", "A crash in `seedCompany()` leaves src/fixtures/company.ts half written"),
        ]),
        "risk",
      ),
    ).toEqual([])
  })
})

describe("gaps", () => {
  it("name the knowledge of one agent and the agents that write about the same subject", async () => {
    const [claim] = await told(
      fleet([
        extractiveEntry(
          "unit-tester",
          "Always reset the Fastify registry before each suite, otherwise plugins register twice and their hooks hold closed sockets",
          { category: "testing" },
        ),
        extractiveEntry(
          "contract-tester",
          "Provider states come from the Fastify registry of the plugins folder, whose routes carry a schema for the pact verifier",
          { category: "testing" },
        ),
      ]),
      "gap",
    )
    expect(claim?.text).toMatch(/^Only unit-tester has this entry: “Always reset the Fastify registry/)
    expect(claim?.text).toContain("contract-tester writes about the same")
    expect(claim?.citations).toEqual(["entry-0000", "entry-0001"])
  })

  it("name the mates of a category for which a rule is as good", async () => {
    const material = fleet([
      extractiveEntry("unit-tester", "Always print the seed before each run, never after a failure", {
        category: "testing",
        type: "convention",
      }),
      extractiveEntry("contract-tester", "Provider states are named in lower case by their consumer", {
        category: "testing",
      }),
    ])
    const [claim] = await told(material, "gap")
    expect(claim?.text).toBe(
      "Of the testing agents, only unit-tester has this entry: “Always print the seed before each run, never after a failure”. contract-tester has no similar entry.",
    )
    expect(
      await told(
        {
          ...material,
          entries: material.entries.map((one) => ({ ...one, category: null })),
          agents: material.agents.map((one) => ({ ...one, category: null })),
        },
        "gap",
      ),
    ).toEqual([])
  })

  it("are not reported where another agent of the category has the entry too", async () => {
    const statement = "Always reset the Fastify registry before each suite, otherwise plugins register twice"
    expect(
      await told(
        fleet([
          extractiveEntry("unit-tester", statement, { category: "testing" }),
          extractiveEntry("contract-tester", statement, { category: "testing" }),
        ]),
        "gap",
      ),
    ).toEqual([])
  })
})

describe("observations", () => {
  const knows = (agent: string, count: number, more = {}) =>
    Array.from({ length: count }, (_, at) =>
      extractiveEntry(
        agent,
        `Rule ${at}: always wrap call${at} in guard${at} before publishing event${at}`,
        more,
      ),
    )

  it("report a memory that repeats another, and count the two as one elsewhere", async () => {
    const { claims } = await writeExtractive(fleet([...knows("architect", 8), ...knows("sr-architect", 8)]))
    expect(claims).toHaveLength(1)
    expect(claims[0]).toMatchObject({ kind: "observation" })
    expect(claims[0]?.text).toContain("repeats")
    expect(claims[0]?.text).toContain("8 of its 8 entries")
    expect(claims[0]?.text).toContain("“Rule 0: always wrap call0")
    expect(claims[0]?.citations.slice(0, 2).toSorted()).toEqual(["entry-0000", "entry-0008"])
  })

  it("report a memory that stopped changing", async () => {
    const material = fleet(knows("incident-scribe", 3, { date: "2026-02-01" }))
    const [claim] = await told(
      { ...material, agents: material.agents.map((agent) => ({ ...agent, changedOn: "2026-02-01" })) },
      "observation",
    )
    expect(claim?.text).toContain(
      "The memory of incident-scribe has not changed since 2026-02-01, 293 days ago. It has 3 entries",
    )
  })

  it("report agents with little memory next to one with a lot", async () => {
    const material = fleet(knows("unit-tester", 12, { category: "testing" }))
    const [first] = material.agents
    const [claim] = await told(
      {
        ...material,
        agents: [...material.agents, { ...first!, name: "integrator", entries: 0, changedOn: null }],
      },
      "observation",
    )
    expect(claim?.text).toContain(
      "integrator has no entries of its own, while unit-tester in the same category (testing) has 12 entries of its own",
    )
  })

  it("count the shared entries that agents with little memory load", async () => {
    const material = fleet(knows("unit-tester", 12, { category: "testing" }))
    const [first] = material.agents
    const bare = { ...first!, shared: 28, changedOn: null }
    const claimOf = async (...own: number[]) => {
      const others = own.map((entries, at) => ({ ...bare, name: `bare-${at}`, entries }))
      return (await told({ ...material, agents: [...material.agents, ...others] }, "observation"))[0]?.text
    }
    expect(await claimOf(0)).toContain("bare-0 has no entries of its own and loads 28 shared entries, while")
    expect(await claimOf(0, 1)).toContain(
      "bare-0 and bare-1 have at most 1 entry of their own and load 28 shared entries, while",
    )
  })

  it("exclude agents whose category has a section for them", async () => {
    const own = extractiveEntry(null, "Rule: retries are idempotent", {
      category: "testing",
      section: "Integrator-Specific",
    })
    const material = fleet([
      ...knows("unit-tester", 12, { category: "testing" }),
      own,
      { ...own, id: "own-2" },
    ])
    const [first] = material.agents
    const agents = [...material.agents, { ...first!, name: "integrator", entries: 0, changedOn: null }]
    expect(await told({ ...material, agents }, "observation")).toEqual([])
  })

  it("report agents whose files hold only their initial text", async () => {
    const { claims } = await writeExtractive(
      fleet(
        Array.from({ length: 6 }, (_, at) =>
          extractiveEntry(`agent-${at}`, "Persistent memory across sessions, updated with key learnings", {
            line: 3,
          }),
        ),
      ),
    )
    expect(claims.map(({ kind }) => kind)).toEqual(["observation"])
    expect(claims[0]?.text).toContain("contains only its initial text")
  })
})
