import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { comparesAs, type EntryReaders, prevailing, sharesReaders } from "@/lib/memory/conflicts/precedence"
import { SCOPES } from "@/lib/memory/memory-files/scope"

const at = (over: Partial<EntryReaders>): EntryReaders => ({
  scope: "project",
  projectId: "shop",
  agent: null,
  category: null,
  ...over,
})

const global = at({ scope: "global", projectId: "home" })
const team = at({ scope: "team", projectId: "shop" })
const shop = at({})
const till = at({ projectId: "till" })
const packer = at({ agent: "packer", category: "testing" })
const weigher = at({ agent: "weigher", category: "review" })
const globalPacker = at({ scope: "global", projectId: "home", agent: "packer" })
const testing = at({ category: "testing" })
const review = at({ category: "review" })
const session = at({ scope: "session" })

const PLACES: readonly (readonly [
  string,
  EntryReaders,
  EntryReaders,
  readers: boolean,
  duplicate: string | null,
  contradiction: string | null,
])[] = [
  ["memory of one project", shop, shop, true, "same-scope", "same-scope"],
  ["memory of two projects", shop, till, false, null, null],
  ["two agents of a project", packer, weigher, false, null, "same-scope"],
  ["one agent of a project", packer, at({ agent: "packer" }), true, "same-scope", "same-scope"],
  [
    "an agent of one project and its namesake of another",
    packer,
    at({ agent: "packer", projectId: "till" }),
    false,
    null,
    null,
  ],
  ["an agent and its project", packer, shop, true, "same-scope", "same-scope"],
  ["an agent and its category", packer, testing, true, "same-scope", "same-scope"],
  ["an agent and another category", packer, review, false, null, "same-scope"],
  [
    "an agent of which no category is known and a category",
    at({ agent: "clerk" }),
    review,
    false,
    null,
    "same-scope",
  ],
  ["two categories", testing, review, false, null, "same-scope"],
  ["a category and its project", testing, shop, true, "same-scope", "same-scope"],
  ["a project and what holds everywhere", shop, global, true, null, "cross-scope"],
  ["an agent and what holds everywhere", packer, global, true, null, "cross-scope"],
  ["an agent and what its namesake remembers everywhere", packer, globalPacker, true, null, "cross-scope"],
  ["an agent and what another remembers everywhere", weigher, globalPacker, false, null, null],
  ["a team and any of its projects", team, till, true, null, "cross-scope"],
  ["a team and what holds everywhere", team, global, true, null, "cross-scope"],
  [
    "what holds everywhere, imported twice",
    global,
    at({ scope: "global", projectId: "other home" }),
    true,
    "same-scope",
    "same-scope",
  ],
  ["a session and its project", session, shop, false, null, null],
  ["two paths that name two projects", at({ subject: "ledger" }), at({ subject: "mail" }), false, null, null],
  [
    "two paths that name one project",
    at({ subject: "ledger" }),
    at({ subject: "ledger" }),
    true,
    "same-scope",
    "same-scope",
  ],
  [
    "a path that names a team and one that names a project",
    at({ scope: "team", subject: "core" }),
    at({ subject: "ledger" }),
    true,
    null,
    "cross-scope",
  ],
]

describe("what is compared with what", () => {
  it.each(PLACES)("%s", (_, left, right, readers, duplicate, contradiction) => {
    expect(sharesReaders(left, right)).toBe(readers)
    expect(comparesAs(left, right, "duplicate")).toBe(duplicate)
    expect(comparesAs(left, right, "contradiction")).toBe(contradiction)
  })

  it("does not depend on which side comes first", () => {
    fc.assert(
      fc.property(places, places, (left, right) => {
        expect(sharesReaders(left, right)).toBe(sharesReaders(right, left))
        for (const finding of ["duplicate", "contradiction"] as const)
          expect(comparesAs(left, right, finding)).toBe(comparesAs(right, left, finding))
      }),
    )
  })

  it("lets duplicates be compared only where contradictions are, and only where an agent loads both", () => {
    fc.assert(
      fc.property(places, places, (left, right) => {
        if (comparesAs(left, right, "duplicate") === null) return
        expect(comparesAs(left, right, "contradiction")).toBe("same-scope")
        expect(sharesReaders(left, right)).toBe(true)
      }),
    )
  })
})

const places = fc.record({
  scope: fc.constantFrom(...SCOPES),
  projectId: fc.constantFrom("shop", "till"),
  agent: fc.constantFrom(null, "packer", "weigher"),
  category: fc.constantFrom(null, "testing", "review"),
  subject: fc.constantFrom(null, "ledger", "mail"),
})

describe("what prevails", () => {
  it("is the team over the project over what holds everywhere", () => {
    expect(prevailing("team", "project")).toBe("left")
    expect(prevailing("global", "team")).toBe("right")
    expect(prevailing("project", "global")).toBe("left")
    expect(prevailing("project", "project")).toBeNull()
    expect(prevailing("session", "project")).toBeNull()
  })

  it("does not depend on which side comes first", () => {
    const turned = { left: "right", right: "left" } as const
    for (const left of SCOPES) {
      for (const right of SCOPES) {
        const side = prevailing(right, left)
        expect(prevailing(left, right)).toBe(side === null ? null : turned[side])
      }
    }
  })
})
