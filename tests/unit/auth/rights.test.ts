import { describe, expect, it } from "vitest"
import { personActor, systemActor, tokenActor } from "@/lib/auth/create-actor"
import {
  can,
  type Role,
  ROLES,
  TOKEN_RIGHTS,
  type TokenRight,
  VERBS,
  type Verb,
} from "@/lib/memory/teams/actor"

const HERE = { teamId: "here" }
const ELSEWHERE = { teamId: "elsewhere" }
const DEPLOYMENT = { teamId: null }

const person = (role: Role | null, owner = false) =>
  personActor({ id: "p", name: "P", owner, memberships: role ? [{ teamId: "here", role }] : [] })
const token = (rights: TokenRight[], bound: { teamId?: string | null; projectId?: string } = {}) =>
  tokenActor({
    id: "t",
    name: "T",
    prefix: "qd_",
    rights,
    teamId: "here",
    projectId: null,
    agent: null,
    createdBy: "p",
    ancestors: [],
    mintedBy: null,
    createdAt: new Date(0),
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    ...bound,
  })

const MAY: Record<Role, readonly Verb[]> = {
  viewer: ["read"],
  member: ["read", "propose"],
  lead: ["read", "propose", "sync", "coach", "curate", "manage", "admit"],
  owner: VERBS,
}
const RIGHT_MAY: Record<TokenRight, readonly Verb[]> = {
  read: ["read"],
  propose: ["read", "propose"],
  sync: ["read", "sync"],
  coach: ["read", "coach"],
  admin: ["read", "propose", "sync", "coach", "manage"],
}

describe("permissions", () => {
  for (const verb of VERBS) {
    it.each(ROLES)(`${verb}, as a team's %s`, (role) => {
      expect(can(person(role), verb, HERE)).toBe(MAY[role].includes(verb))
      expect(can(person(role), verb, ELSEWHERE)).toBe(false)
      expect(can(person(role), verb, DEPLOYMENT)).toBe(false)
    })

    it.each(TOKEN_RIGHTS)(`${verb}, with an access token for %s`, (right) => {
      expect(can(token([right]), verb, HERE)).toBe(RIGHT_MAY[right].includes(verb))
      expect(can(token([right]), verb, ELSEWHERE)).toBe(false)
      expect(can(token([right]), verb, DEPLOYMENT)).toBe(false)
      const machine = ["curate", "admit", "own"].includes(verb)
        ? right === "admin"
        : RIGHT_MAY[right].includes(verb)
      expect(can(token([right], { teamId: null }), verb, ELSEWHERE)).toBe(machine)
    })

    it(`${verb}, as the owner of the deployment, the server itself, or without a subject`, () => {
      for (const place of [HERE, ELSEWHERE, DEPLOYMENT]) {
        expect(can(person(null, true), verb, place)).toBe(true)
        expect(can(systemActor(), verb, place)).toBe(true)
        expect(can(person(null), verb, place)).toBe(false)
        expect(can(token([]), verb, place)).toBe(false)
      }
    })
  }

  it("never lets a team's token decide, whatever its rights; the machine's own token acts for the owner", () => {
    expect(can(token([...TOKEN_RIGHTS]), "curate", HERE)).toBe(false)
    expect(can(token([...TOKEN_RIGHTS], { teamId: null }), "curate", HERE)).toBe(true)
  })

  it("keeps a project's token from writing to another project", () => {
    const bound = token(["propose", "sync"], { projectId: "api" })
    expect(can(bound, "propose", { ...HERE, projectId: "api" })).toBe(true)
    expect(can(bound, "propose", { ...HERE, projectId: "web" })).toBe(false)
    expect(can(bound, "sync", HERE)).toBe(false)
  })
})
