import { beforeEach, describe, expect, it } from "vitest"
import { readInvitation } from "@/lib/auth/invitation"
import { joinAs, joinWithPassword } from "@/lib/auth/join"
import { database } from "@/lib/db/infra/client"
import { newId } from "@/lib/db/infra/identifiers"
import { type Actor, ROLES } from "@/lib/memory/teams/actor"
import { createAccessToken, listAccessTokens } from "@/lib/operations/teams/access-tokens"
import {
  inviteMember,
  listInvitations,
  withdrawInvitation,
  changeRole,
  listMembers,
  removeMember,
} from "@/lib/operations/teams/members-and-invitations"
import { createTeam, listTeams, renameTeam } from "@/lib/operations/teams/teams"
import { actorOf, expectDone, givenPerson, givenTeam, storedPerson } from "../../support/data/people"

let team: { id: string; slug: string; name: string }
let owner: Actor
let lead: Actor

beforeEach(async () => {
  team = await givenTeam()
  owner = await actorOf(await givenPerson({ team, role: "owner" }))
  lead = await actorOf(await givenPerson({ team, role: "lead" }))
})

describe("an invitation", () => {
  const invite = async (by: Actor, input: Partial<Parameters<typeof inviteMember.run>[1]> = {}) => {
    const made = expectDone(
      await inviteMember.run(by, { team: team.slug, role: "member", days: 7, ...input }),
    )
    return { ...made, key: new URL(made.path, "http://here").searchParams.get("key") ?? "" }
  }
  const visitor = (key: string) => ({
    key,
    name: "Nils",
    email: `${newId()}@example.com`,
    password: "correct horse battery",
  })

  it("adds one user once, with its role", async () => {
    const { key } = await invite(lead)
    const nils = expectDone(await joinWithPassword(visitor(key)))
    expect(nils.memberships).toEqual([{ teamId: team.id, role: "member" }])
    expect(await joinWithPassword(visitor(key))).toMatchObject({ ok: false, reason: "conflict" })
  })

  it("adds a user with an existing account, and never lowers their role", async () => {
    const nils = await givenPerson()
    expect(expectDone(await joinAs(nils, (await invite(lead)).key)).memberships).toEqual([
      { teamId: team.id, role: "member" },
    ])
    expect(expectDone(await joinAs(nils, (await invite(lead, { role: "viewer" })).key)).memberships).toEqual([
      { teamId: team.id, role: "member" },
    ])
    expect(expectDone(await joinAs(nils, (await invite(lead, { role: "lead" })).key)).memberships).toEqual([
      { teamId: team.id, role: "lead" },
    ])
  })

  it("with an email address is valid for that address only", async () => {
    const { key } = await invite(lead, { email: "Nils@Example.com" })
    expect(await joinWithPassword(visitor(key))).toMatchObject({
      ok: false,
      reason: "forbidden",
      message: "This invitation is for nils@example.com. Use that email address to accept it.",
    })
    expect(await readInvitation(key)).toMatchObject({ state: "open" })
  })

  it("cannot be used to take over an account by its address", async () => {
    const { email } = await givenPerson()
    const { key } = await invite(lead)
    expect(await joinWithPassword({ ...visitor(key), email })).toMatchObject({
      ok: false,
      reason: "conflict",
    })
  })

  it("ends when it is withdrawn, and is listed until then", async () => {
    const { id, key } = await invite(lead)
    expect(
      expectDone(await listInvitations.run(lead, { team: team.slug })).invitations.map((one) => one.id),
    ).toEqual([id])
    expectDone(await withdrawInvitation.run(lead, { team: team.slug, invitation: id }))
    expect(await readInvitation(key)).toEqual({ state: "unknown" })
    expect(expectDone(await listInvitations.run(lead, { team: team.slug })).invitations).toEqual([])
  })

  it("for an owner role requires an owner", async () => {
    expect(await inviteMember.run(lead, { team: team.slug, role: "owner", days: 7 })).toMatchObject({
      ok: false,
      reason: "forbidden",
    })
    expect(await inviteMember.run(owner, { team: team.slug, role: "owner", days: 7 })).toMatchObject({
      ok: true,
    })
  })
})

describe("roles", () => {
  it("can be changed by leads, and owner roles by owners only", async () => {
    const nils = await givenPerson({ team })
    expect(await changeRole.run(lead, { team: team.slug, person: nils.id, role: "lead" })).toMatchObject({
      ok: true,
    })
    expect(await changeRole.run(lead, { team: team.slug, person: nils.id, role: "owner" })).toMatchObject({
      ok: false,
      reason: "forbidden",
    })
    expect(await changeRole.run(owner, { team: team.slug, person: nils.id, role: "owner" })).toMatchObject({
      ok: true,
    })
    expect(await changeRole.run(lead, { team: team.slug, person: nils.id, role: "viewer" })).toMatchObject({
      ok: false,
      reason: "forbidden",
    })
    expect(
      await removeMember.run(lead, { team: team.slug, person: nils.id, revokeTokens: false }),
    ).toMatchObject({ ok: false, reason: "forbidden" })
  })

  it("keep the last owner of a team", async () => {
    expect(
      await removeMember.run(owner, { team: team.slug, person: owner.id, revokeTokens: false }),
    ).toMatchObject({ ok: false, reason: "conflict" })
    expect(await changeRole.run(owner, { team: team.slug, person: owner.id, role: "lead" })).toMatchObject({
      ok: false,
      reason: "conflict",
    })
  })

  it("keep one of two owners who remove each other concurrently", async () => {
    const second = await actorOf(await givenPerson({ team, role: "owner" }))
    const both = await Promise.all([
      removeMember.run(owner, { team: team.slug, person: second.id, revokeTokens: false }),
      removeMember.run(second, { team: team.slug, person: owner.id, revokeTokens: false }),
    ])
    expect(both.filter((one) => one.ok)).toHaveLength(1)
    expect(await database().membership.count({ where: { teamId: team.id, role: "owner" } })).toBe(1)
  })

  it("allow every member to leave", async () => {
    const viewer = await givenPerson({ team, role: "viewer" })
    expect(
      await removeMember.run(await actorOf(viewer), {
        team: team.slug,
        person: viewer.id,
        revokeTokens: false,
      }),
    ).toMatchObject({ ok: true })
    expect((await storedPerson(viewer.id)).memberships).toEqual([])
  })

  it("end together with their holder's tokens", async () => {
    expectDone(await createAccessToken.run(lead, { team: team.slug, name: "CI", rights: ["read"] }))
    const removed = expectDone(
      await removeMember.run(owner, { team: team.slug, person: lead.id, revokeTokens: false }),
    )
    expect(removed.revokedTokens).toBe(1)
    expect(expectDone(await listAccessTokens.run(owner, { team: team.slug })).accessTokens).toEqual([])
  })
})

describe("each verb", () => {
  const asks = {
    "list members": (actor: Actor) => listMembers.run(actor, { team: team.slug }),
    "invite somebody": (actor: Actor) =>
      inviteMember.run(actor, { team: team.slug, role: "viewer", days: 1 }),
    "list access tokens": (actor: Actor) => listAccessTokens.run(actor, { team: team.slug }),
    "make an access token": (actor: Actor) =>
      createAccessToken.run(actor, { team: team.slug, name: "CI", rights: ["read"] }),
    "give out the right to administer": (actor: Actor) =>
      createAccessToken.run(actor, { team: team.slug, name: "CI", rights: ["admin"] }),
    "rename the team": (actor: Actor) => renameTeam.run(actor, { team: team.slug, name: team.name }),
  }
  const allowed: Record<keyof typeof asks, readonly string[]> = {
    "list members": ROLES,
    "invite somebody": ["lead", "owner"],
    "list access tokens": ["lead", "owner"],
    "make an access token": ["lead", "owner"],
    "give out the right to administer": ["owner"],
    "rename the team": ["lead", "owner"],
  }

  for (const [verb, ask] of Object.entries(asks)) {
    it.each(ROLES)(`${verb}, as %s`, async (role) => {
      const actor = await actorOf(await givenPerson({ team, role }))
      expect((await ask(actor)).ok).toBe(allowed[verb as keyof typeof asks].includes(role))
    })

    it(`${verb}, as another team's owner: returns the same response as for an unknown team`, async () => {
      const stranger = await actorOf(await givenPerson({ team: await givenTeam(), role: "owner" }))
      const foreign = await ask(stranger)
      team = { ...team, slug: "no-such-team" }
      expect(foreign).toEqual(await ask(stranger))
      expect(foreign).toMatchObject({ ok: false, reason: "not-found" })
    })
  }
})

describe("teams", () => {
  it("can be created by the owner of the deployment, and not by team owners", async () => {
    const name = `Payments ${newId()}`
    expect(await createTeam.run(owner, { name })).toMatchObject({ ok: false, reason: "forbidden" })
    const deployment = await actorOf(await givenPerson({ owner: true }))
    const made = expectDone(await createTeam.run(deployment, { name }))
    expect(await createTeam.run(deployment, { name: name.toUpperCase() })).toMatchObject({
      ok: false,
      reason: "conflict",
    })
    expect(expectDone(await listTeams.run(deployment, {})).teams.map((one) => one.slug)).toContain(made.slug)
    expect(expectDone(await listTeams.run(owner, {})).teams.map((one) => one.slug)).toEqual([team.slug])
  })

  it("keep their URLs after a rename", async () => {
    const name = `Renamed ${newId()}`
    expect(expectDone(await renameTeam.run(lead, { team: team.slug, name }))).toEqual({
      id: team.id,
      name,
      slug: team.slug,
    })
  })
})

it("record each action in the audit log, without secrets", async () => {
  const invited = expectDone(await inviteMember.run(lead, { team: team.slug, role: "viewer", days: 1 }))
  const made = expectDone(
    await createAccessToken.run(lead, { team: team.slug, name: "CI", rights: ["read"] }),
  )
  const events = await database().auditEvent.findMany({
    where: { teamId: team.id },
    orderBy: { number: "asc" },
  })
  expect(events.map((one) => [one.kind, one.actorId])).toEqual([
    ["member.invite", lead.id],
    ["access-token.create", lead.id],
  ])
  const log = JSON.stringify(events, (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  )
  expect(log).not.toContain(made.token)
  expect(log).not.toContain(invited.path.split("=")[1])
})
