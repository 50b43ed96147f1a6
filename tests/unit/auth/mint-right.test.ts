import { describe, expect, it } from "vitest"
import {
  type Actor,
  can,
  includesRight,
  TOKEN_RIGHTS,
  VERBS,
  requirementOf,
  tokenAncestry,
  endOfMinted,
  whyMayNotMint,
} from "@/lib/memory/teams/actor"
import { whyMayNotApprove } from "@/lib/memory/policies/rights"
import { limitToAgent, personActor, systemActor } from "@/lib/auth/create-actor"
import { DEFAULT_POLICY } from "@/lib/memory/policies/policy"
import { givenToken } from "../../support/proposals"

const TEAM = { id: "00000000-0000-4000-8000-000000000001" }
const END = new Date("2027-01-01T00:00:00Z")
const wanted = { rights: ["read"] as const, projectId: null, agent: null, expiresAt: null }

/** A team's token that expires at END. */
const ending = (more: Parameters<typeof givenToken>[1] = {}): Actor =>
  ({ ...givenToken(TEAM, more), expiresAt: END }) as Actor

describe("actions that require a person", () => {
  it("is refused to every access token of a team, whatever its rights", () => {
    const token = givenToken(TEAM, { rights: TOKEN_RIGHTS })
    expect(VERBS.filter((verb) => !can(token, verb, { teamId: TEAM.id }))).toEqual(["curate", "admit", "own"])
    expect((["curate", "admit", "own"] as const).map((verb) => requirementOf(verb).rights)).toEqual([
      [],
      [],
      [],
    ])
  })

  it("is allowed to the machine's own token, but not over MCP", () => {
    const machine = givenToken(null, { rights: TOKEN_RIGHTS })
    expect(can(machine, "admit", { teamId: TEAM.id })).toBe(true)
    expect(can(limitToAgent(machine), "admit", { teamId: TEAM.id })).toBe(false)
    expect(can(limitToAgent(machine), "manage", { teamId: TEAM.id })).toBe(false)
  })
})

describe("minting", () => {
  it("grants no right that the token does not have", () => {
    for (const own of TOKEN_RIGHTS)
      for (const right of TOKEN_RIGHTS) {
        const why = whyMayNotMint(givenToken(TEAM, { rights: [own] }), { ...wanted, rights: [right] })
        expect(why === null, `${own} mints ${right}`).toBe(
          own === "admin" || own === right || right === "read",
        )
        expect(includesRight([own], right)).toBe(why === null)
      }
  })

  it("keeps the project, the agent and the end of the token that mints", () => {
    const bound = ending({ rights: ["admin"], projectId: "p", agent: "ann" })
    const fits = { ...wanted, projectId: "p", agent: "ann" }
    expect(whyMayNotMint(bound, fits)).toBeNull()
    expect(whyMayNotMint(bound, { ...fits, projectId: null })).toMatch(/^project: /)
    expect(whyMayNotMint(bound, { ...fits, agent: null })).toMatch(/^agent: /)
    expect(whyMayNotMint(bound, { ...fits, expiresAt: new Date(END.getTime() + 1) })).toMatch(/^expiresAt: /)
    expect(endOfMinted(bound, null)).toEqual(END)
    expect(endOfMinted(givenToken(TEAM), null)).toBeNull()
  })

  it("restricts neither people nor the machine's own token", () => {
    const ana = personActor({ id: "ana", name: "Ana", owner: true, memberships: [] })
    for (const actor of [ana, systemActor(), givenToken(null, { rights: ["admin"] })])
      expect(whyMayNotMint(actor, { ...wanted, rights: ["admin"] })).toBeNull()
  })

  it("starts a chain with a person and continues it with tokens", () => {
    const ana = personActor({ id: "ana", name: "Ana", owner: true, memberships: [] })
    expect(tokenAncestry(ana)).toEqual({ ancestors: [], mintedBy: "ana" })
    const child = { ...givenToken(TEAM), ancestors: ["root"], mintedBy: "ana" } as Actor
    expect(tokenAncestry(child)).toEqual({ ancestors: [child.id, "root"], mintedBy: "ana" })
  })
})

describe("approving a token's proposal", () => {
  const deciding = (line: string[]) => ({
    teamId: TEAM.id,
    policy: DEFAULT_POLICY,
    author: { kind: "token", id: "child", line },
    curators: ["ben"],
  })
  const ben = (cameOf?: string[]) =>
    personActor({
      id: "ben",
      name: "Ben",
      owner: false,
      memberships: [{ teamId: TEAM.id, role: "lead", ...(cameOf ? { cameOf } : {}) }],
    })

  it("is refused to people who joined by an invitation of that token or of a token above it", () => {
    for (const inviter of ["child", "root"])
      expect(whyMayNotApprove(ben([inviter]), deciding(["root"]))).toMatch(
        /^You joined through an invitation/,
      )
    expect(whyMayNotApprove(ben(["another"]), deciding(["root"]))).toBeNull()
    expect(whyMayNotApprove(ben(), deciding(["root"]))).toBeNull()
  })
})
