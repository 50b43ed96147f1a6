import { beforeEach, describe, expect, it } from "vitest"
import { actorFromRequest } from "@/lib/auth/actor"
import { joinWithPassword } from "@/lib/auth/join"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { commit } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import { addInvitation, setRole } from "@/lib/db/teams/members"
import { newSecret } from "@/lib/db/infra/secrets"
import type { Actor, TokenRight } from "@/lib/memory/teams/actor"
import { done } from "@/lib/memory/inputs/outcome"
import { createAccessToken, revokeAccessToken } from "@/lib/operations/teams/access-tokens"
import { inviteMember, changeRole, removeMember } from "@/lib/operations/teams/members-and-invitations"
import { runOperation } from "@/lib/operations/operation"
import { changePolicy } from "@/lib/operations/policies/policies"
import { showProposal } from "@/lib/operations/proposals/proposals"
import { placeInCategory } from "@/lib/operations/categories/category-assignment"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { addition, decide, givenMemory, givenProposal } from "../../support/proposals"

const DAY_MS = 86_400_000
const PATH = memoryPath("unit-tester")

let team: { id: string; slug: string }
let owner: Actor
beforeEach(async () => {
  team = await givenTeam()
  owner = await actorOf(await givenPerson({ team, role: "owner" }))
})

const mint = async (
  actor: Actor,
  rights: TokenRight[] = ["admin"],
  more: { days?: number; agent?: string } = {},
) =>
  expectDone(await runOperation(createAccessToken, actor, { team: team.slug, name: "CI", rights, ...more }))

const asked = (secret: string) =>
  actorFromRequest(
    new Request("http://localhost/api/v1/me", { headers: { authorization: `Bearer ${secret}` } }),
  )
const actorOfSecret = async (secret: string): Promise<Actor> => expectDone(await asked(secret))
const holds = async (secret: string): Promise<boolean> => (await asked(secret)).ok

/** A user and three tokens, each created by the one before. */
async function givenLine() {
  const first = await mint(owner)
  const second = await mint(await actorOfSecret(first.token))
  const third = await mint(await actorOfSecret(second.token), ["propose"])
  return { first, second, third }
}

describe("an admin token", () => {
  it("never decides on membership, rights or review policies", async () => {
    const token = await actorOfSecret((await mint(owner)).token)
    const nils = (await givenPerson({ team })).id
    const inTeam = { team: team.slug }
    const outcomes = [
      await runOperation(inviteMember, token, { ...inTeam, role: "viewer" }),
      await runOperation(changeRole, token, { ...inTeam, person: nils, role: "viewer" }),
      await runOperation(removeMember, token, { ...inTeam, person: nils }),
      await runOperation(changePolicy, token, {
        ...inTeam,
        place: "scope:project",
        settings: { approvals: 1 },
      }),
      await runOperation(placeInCategory, token, { ...inTeam, agents: [{ name: "ann" }], category: null }),
    ]
    expect(outcomes.map((one) => (one.ok ? "done" : one.reason))).toEqual(
      Array.from(outcomes, () => "forbidden"),
    )
  })

  it("creates tokens that expire no later than itself", async () => {
    const parent = await mint(owner, ["admin"], { days: 10 })
    const token = await actorOfSecret(parent.token)
    expect((await mint(token)).expiresAt).toBe(parent.expiresAt)
    expect(
      await runOperation(createAccessToken, token, {
        team: team.slug,
        name: "CI",
        rights: ["read"],
        days: 3_650,
      }),
    ).toMatchObject({ ok: false, reason: "forbidden" })
  })
})

describe("a token that was created by another token", () => {
  it("has a list of its parent tokens and the user who created the first", async () => {
    const { first, second, third } = await givenLine()
    expect(await actorOfSecret(third.token)).toMatchObject({
      ancestors: [second.id, first.id],
      mintedBy: owner.id,
    })
  })

  it("ends when a parent token is revoked", async () => {
    const { first, second, third } = await givenLine()
    expectDone(await runOperation(revokeAccessToken, owner, { team: team.slug, accessToken: first.id }))
    expect(await Promise.all([first, second, third].map((one) => holds(one.token)))).toEqual([
      false,
      false,
      false,
    ])
    const rows = await database().accessToken.findMany({ where: { teamId: team.id } })
    expect(rows.every((row) => row.revokedAt !== null)).toBe(true)
  })

  it("ends when a parent token expires", async () => {
    const { first, third } = await givenLine()
    await database().accessToken.update({
      where: { id: first.id },
      data: { expiresAt: new Date(Date.now() - DAY_MS) },
    })
    expect(await holds(third.token)).toBe(false)
  })

  it("ends when the creator of the first token leaves the team or loses the account", async () => {
    const lead = await givenPerson({ team, role: "owner" })
    const first = await mint(await actorOf(lead))
    const second = await mint(await actorOfSecret(first.token))
    const setDisabled = (disabledAt: Date | null) =>
      database().user.update({ where: { id: lead.id }, data: { disabledAt } })
    await setDisabled(new Date())
    expect(await holds(second.token)).toBe(false)
    await setDisabled(null)
    expect(await holds(second.token)).toBe(true)
    expect(
      expectDone(await runOperation(removeMember, owner, { team: team.slug, person: lead.id })).revokedTokens,
    ).toBe(2)
    expect(await holds(second.token)).toBe(false)
  })

  it("is named in the audit log with its parent tokens and the user who created the first", async () => {
    const { first, second } = await givenLine()
    const child = await mint(await actorOfSecret(second.token), ["read"])
    const event = await database().auditEvent.findFirstOrThrow({
      where: { teamId: team.id, kind: "access-token.create" },
      orderBy: { number: "desc" },
    })
    expect(child.id).toBeTruthy()
    expect(event).toMatchObject({
      actorKind: "token",
      actorId: second.id,
      detail: { token: { ancestors: [first.id], mintedBy: owner.id } },
    })
  })
})

describe("a user who was invited by an access token before tokens lost that right", () => {
  const invitedBy = async (createdBy: string): Promise<string> => {
    const secret = newSecret()
    expectDone(
      await commit(systemActor(), { kind: "given", teamId: team.id, subject: "x" }, async (tx) => {
        const expiresAt = new Date(Date.now() + DAY_MS)
        await addInvitation(tx, { teamId: team.id, role: "lead", email: null, secret, createdBy, expiresAt })
        return done(undefined)
      }),
    )
    return secret
  }
  const joining = (key: string) =>
    joinWithPassword({ key, name: "Eve", email: `${newId()}@example.com`, password: "correct horse battery" })

  it("cannot join with a pending invitation", async () => {
    const { id } = await mint(owner)
    expect(await joining(await invitedBy(id))).toMatchObject({ ok: false, reason: "forbidden" })
  })

  it("passes the restriction on to users they invite", async () => {
    const eve = await givenPerson()
    const token = newId()
    await commit(systemActor(), { kind: "given", teamId: team.id, subject: "x" }, async (tx) => {
      await setRole(tx, { teamId: team.id, userId: eve.id, role: "owner", cameOf: [token] })
      return done(undefined)
    })
    const friend = expectDone(await joining(await invitedBy(eve.id)))
    expect(friend.memberships).toEqual([{ teamId: team.id, role: "lead", cameOf: [token] }])
  })

  it("cannot approve proposals of that token or its child tokens, and may approve others", async () => {
    const memory = await givenMemory({ [PATH]: memoryOf("unit-tester", ["[2026-01-02] One holds"]) })
    team = memory.team
    owner = await actorOf(await givenPerson({ team, role: "owner" }))
    const { first, second, third } = await givenLine()
    const eve = await givenPerson()
    await commit(systemActor(), { kind: "given", teamId: team.id, subject: "x" }, async (tx) => {
      await setRole(tx, { teamId: team.id, userId: eve.id, role: "lead", cameOf: [second.id, first.id] })
      return done(undefined)
    })
    const decider = await actorOf(eve)
    const other = await mint(owner, ["propose"])
    for (const [place, { token }] of [third, second, other].entries()) {
      const { id } = await givenProposal(
        team,
        { file: PATH, changes: [addition(`Number ${place} is about part ${place * 7919}`)] },
        await actorOfSecret(token),
      )
      const { mayNotDecide } = expectDone(await runOperation(showProposal, decider, { proposal: id }))
      const outcome = await decide(decider, id, { verdict: "approve" })
      if (token === other.token) expect(outcome).toMatchObject({ ok: true })
      else {
        expect(mayNotDecide).toMatch(/^You joined through an invitation from the access token/)
        expect(outcome).toMatchObject({ ok: false, reason: "forbidden", message: mayNotDecide })
      }
    }
  })
})
