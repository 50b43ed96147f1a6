import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  comparisonScope,
  type EntryReaders,
  prevailingSide,
  sharesReaders,
} from "@/lib/memory/conflicts/precedence"
import { SCOPES } from "@/lib/memory/memory-files/format"

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

interface ComparedPlaces {
  readonly title: string
  readonly left: EntryReaders
  readonly right: EntryReaders
  readonly readers: boolean
  readonly duplicate: string | null
  readonly contradiction: string | null
}

const PLACES: readonly ComparedPlaces[] = [
  {
    title: "memory of one project",
    left: shop,
    right: shop,
    readers: true,
    duplicate: "same-scope",
    contradiction: "same-scope",
  },
  {
    title: "memory of two projects",
    left: shop,
    right: till,
    readers: false,
    duplicate: null,
    contradiction: null,
  },
  {
    title: "two agents of a project",
    left: packer,
    right: weigher,
    readers: false,
    duplicate: null,
    contradiction: "same-scope",
  },
  {
    title: "one agent of a project",
    left: packer,
    right: at({ agent: "packer" }),
    readers: true,
    duplicate: "same-scope",
    contradiction: "same-scope",
  },
  {
    title: "an agent of one project and its namesake of another",
    left: packer,
    right: at({ agent: "packer", projectId: "till" }),
    readers: false,
    duplicate: null,
    contradiction: null,
  },
  {
    title: "an agent and its project",
    left: packer,
    right: shop,
    readers: true,
    duplicate: "same-scope",
    contradiction: "same-scope",
  },
  {
    title: "an agent and its category",
    left: packer,
    right: testing,
    readers: true,
    duplicate: "same-scope",
    contradiction: "same-scope",
  },
  {
    title: "an agent and another category",
    left: packer,
    right: review,
    readers: false,
    duplicate: null,
    contradiction: "same-scope",
  },
  {
    title: "an agent of which no category is known and a category",
    left: at({ agent: "clerk" }),
    right: review,
    readers: false,
    duplicate: null,
    contradiction: "same-scope",
  },
  {
    title: "two categories",
    left: testing,
    right: review,
    readers: false,
    duplicate: null,
    contradiction: "same-scope",
  },
  {
    title: "a category and its project",
    left: testing,
    right: shop,
    readers: true,
    duplicate: "same-scope",
    contradiction: "same-scope",
  },
  {
    title: "a project and what holds everywhere",
    left: shop,
    right: global,
    readers: true,
    duplicate: null,
    contradiction: "cross-scope",
  },
  {
    title: "an agent and what holds everywhere",
    left: packer,
    right: global,
    readers: true,
    duplicate: null,
    contradiction: "cross-scope",
  },
  {
    title: "an agent and what its namesake remembers everywhere",
    left: packer,
    right: globalPacker,
    readers: true,
    duplicate: null,
    contradiction: "cross-scope",
  },
  {
    title: "an agent and what another remembers everywhere",
    left: weigher,
    right: globalPacker,
    readers: false,
    duplicate: null,
    contradiction: null,
  },
  {
    title: "a team and any of its projects",
    left: team,
    right: till,
    readers: true,
    duplicate: null,
    contradiction: "cross-scope",
  },
  {
    title: "a team and what holds everywhere",
    left: team,
    right: global,
    readers: true,
    duplicate: null,
    contradiction: "cross-scope",
  },
  {
    title: "what holds everywhere, imported twice",
    left: global,
    right: at({ scope: "global", projectId: "other home" }),
    readers: true,
    duplicate: "same-scope",
    contradiction: "same-scope",
  },
  {
    title: "a session and its project",
    left: session,
    right: shop,
    readers: false,
    duplicate: null,
    contradiction: null,
  },
  {
    title: "two paths that name two projects",
    left: at({ subject: "ledger" }),
    right: at({ subject: "mail" }),
    readers: false,
    duplicate: null,
    contradiction: null,
  },
  {
    title: "two paths that name one project",
    left: at({ subject: "ledger" }),
    right: at({ subject: "ledger" }),
    readers: true,
    duplicate: "same-scope",
    contradiction: "same-scope",
  },
  {
    title: "a path that names a team and one that names a project",
    left: at({ scope: "team", subject: "core" }),
    right: at({ subject: "ledger" }),
    readers: true,
    duplicate: null,
    contradiction: "cross-scope",
  },
]

describe("the pairs to compare", () => {
  it.each(PLACES)("$title", ({ left, right, readers, duplicate, contradiction }) => {
    expect(sharesReaders(left, right)).toBe(readers)
    expect(comparisonScope(left, right, "duplicate")).toBe(duplicate)
    expect(comparisonScope(left, right, "contradiction")).toBe(contradiction)
  })

  it("do not depend on the order of the sides", () => {
    fc.assert(
      fc.property(places, places, (left, right) => {
        expect(sharesReaders(left, right)).toBe(sharesReaders(right, left))
        for (const finding of ["duplicate", "contradiction"] as const)
          expect(comparisonScope(left, right, finding)).toBe(comparisonScope(right, left, finding))
      }),
    )
  })

  it("include duplicates only where contradictions are compared, and only where an agent loads both", () => {
    fc.assert(
      fc.property(places, places, (left, right) => {
        if (comparisonScope(left, right, "duplicate") === null) return
        expect(comparisonScope(left, right, "contradiction")).toBe("same-scope")
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

describe("the prevailing entry", () => {
  it("is the team's over the project's, and the project's over a global one", () => {
    expect(prevailingSide("team", "project")).toBe("left")
    expect(prevailingSide("global", "team")).toBe("right")
    expect(prevailingSide("project", "global")).toBe("left")
    expect(prevailingSide("project", "project")).toBeNull()
    expect(prevailingSide("session", "project")).toBeNull()
  })

  it("does not depend on the order of the sides", () => {
    const turned = { left: "right", right: "left" } as const
    for (const left of SCOPES) {
      for (const right of SCOPES) {
        const side = prevailingSide(right, left)
        expect(prevailingSide(left, right)).toBe(side === null ? null : turned[side])
      }
    }
  })
})
