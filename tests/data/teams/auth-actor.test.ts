import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { encode } from "next-auth/jwt"
import { beforeAll, describe, expect, it } from "vitest"
import { actorFromRequest } from "@/lib/auth/actor"
import { createSessionCookie } from "@/lib/auth/session-cookie"
import { registerMachineToken, registerMachineTokenFile } from "@/lib/auth/machine-token"
import { systemActor } from "@/lib/auth/create-actor"
import { commit } from "@/lib/db/infra/commit"
import { database } from "../../support/data/writable"
import { changePassword } from "@/lib/db/teams/people"
import { newSecret } from "@/lib/db/infra/secrets"
import { can, TOKEN_RIGHTS } from "@/lib/memory/teams/actor"
import { done } from "@/lib/memory/inputs/outcome"
import { createAccessToken, revokeAccessToken } from "@/lib/operations/teams/access-tokens"
import { removeMember } from "@/lib/operations/teams/members-and-invitations"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"

const SECRET = "a secret of more than thirty-two characters"
const ADDRESS = "http://quarterdeck.example/api/v1/teams"

beforeAll(() => {
  process.env.NEXTAUTH_SECRET = SECRET
  process.env.NEXTAUTH_URL = "http://quarterdeck.example"
})

describe("a request with a login", () => {
  const asked = async (login: string, init: RequestInit = {}) =>
    actorFromRequest(
      new Request(ADDRESS, {
        ...init,
        headers: { cookie: `other=1; quarterdeck.login=${login}`, ...init.headers },
      }),
    )

  it("acts as the user with their current rights", async () => {
    const team = await givenTeam()
    const person = await givenPerson({ team, role: "lead" })
    expect(await asked(await createSessionCookie(person))).toMatchObject({
      ok: true,
      value: {
        kind: "person",
        id: person.id,
        owner: false,
        memberships: [{ teamId: team.id, role: "lead" }],
      },
    })
  })

  it("is rejected after the account is removed, disabled or has a new password", async () => {
    const team = await givenTeam()
    const owner = await actorOf(await givenPerson({ team, role: "owner" }))
    const removed = await givenPerson({ team })
    const disabled = await givenPerson({ team })
    const changed = await givenPerson({ team })
    const logins = await Promise.all([removed, disabled, changed].map(createSessionCookie))
    for (const login of logins) expect(await asked(login)).toMatchObject({ ok: true })

    expectDone(await removeMember.run(owner, { team: team.slug, person: removed.id, revokeTokens: false }))
    await database().user.update({ where: { id: disabled.id }, data: { disabledAt: new Date() } })
    await commit(
      systemActor(),
      { kind: "person.change-password", teamId: null, subject: changed.name },
      async (tx) => done(await changePassword(tx, changed.id, "another")),
    )
    for (const login of logins)
      expect(await asked(login)).toMatchObject({ ok: false, reason: "unauthenticated" })
  })

  it("stays valid in other teams after the user leaves one", async () => {
    const [left, kept] = [await givenTeam(), await givenTeam()]
    const owner = await actorOf(await givenPerson({ team: left, role: "owner" }))
    const person = await givenPerson({ team: left })
    await database().membership.create({ data: { teamId: kept.id, userId: person.id, role: "viewer" } })
    const login = await createSessionCookie(person)
    expectDone(await removeMember.run(owner, { team: left.slug, person: person.id, revokeTokens: false }))
    const actor = expectDone(await asked(login))
    expect(can(actor, "read", { teamId: left.id })).toBe(false)
    expect(can(actor, "read", { teamId: kept.id })).toBe(true)
  })

  it.each([
    ["nonsense", async () => "nonsense"],
    [
      "a login sealed with another secret",
      async (id: string) =>
        encode({ token: { sub: id, epoch: 0 }, secret: "another secret of more than thirty-two characters" }),
    ],
    [
      "a login that has expired",
      async (id: string) => encode({ token: { sub: id, epoch: 0 }, secret: SECRET, maxAge: -60 }),
    ],
    ["a login without its number", async (id: string) => encode({ token: { sub: id }, secret: SECRET })],
    [
      "an unsigned token",
      async (id: string) => `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ sub: id, epoch: 0 }))}.`,
    ],
    [
      "a person who never was",
      async () =>
        encode({ token: { sub: "0190a0a0-0000-7000-8000-000000000000", epoch: 0 }, secret: SECRET }),
    ],
  ])("is rejected with %s", async (_, forge) => {
    const { id } = await givenPerson()
    expect(await asked(await forge(id))).toMatchObject({ ok: false, reason: "unauthenticated" })
  })

  it("can write only from Quarterdeck's own pages", async () => {
    const login = await createSessionCookie(await givenPerson())
    const post = (headers: Record<string, string>) =>
      asked(login, { method: "POST", headers: { host: "quarterdeck.example", ...headers } })
    expect(await post({ "sec-fetch-site": "same-origin" })).toMatchObject({ ok: true })
    expect(await post({ origin: "http://quarterdeck.example" })).toMatchObject({ ok: true })
    expect(await post({ "sec-fetch-site": "cross-site" })).toMatchObject({ ok: false, reason: "forbidden" })
    expect(await post({ "sec-fetch-site": "same-site", origin: "http://quarterdeck.example" })).toMatchObject(
      { ok: false, reason: "forbidden" },
    )
    expect(await post({ origin: "http://evil.example" })).toMatchObject({ ok: false, reason: "forbidden" })
    expect(await post({ origin: "null" })).toMatchObject({ ok: false, reason: "forbidden" })
  })
})

describe("a request with an access token", () => {
  const asked = (token: string, now?: Date) =>
    actorFromRequest(
      new Request(ADDRESS, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, origin: "http://evil.example" },
      }),
      now,
    )

  async function givenToken(options: { days?: number; rights?: ("read" | "propose")[] } = {}) {
    const team = await givenTeam()
    const lead = await actorOf(await givenPerson({ team, role: "lead" }))
    const made = expectDone(
      await createAccessToken.run(lead, {
        team: team.slug,
        name: "CI",
        rights: options.rights ?? ["read"],
        days: options.days ?? null,
      }),
    )
    return { team, lead, ...made }
  }

  it("acts as the token with its rights, from any address", async () => {
    const { team, token, id } = await givenToken({ rights: ["read", "propose"] })
    expect(token).toMatch(/^qd_[\w-]{43}$/)
    expect(await asked(token)).toMatchObject({
      ok: true,
      value: { kind: "token", id, teamId: team.id, rights: ["read", "propose"] },
    })
  })

  it("is rejected as soon as the token is revoked", async () => {
    const { team, lead, token, id } = await givenToken()
    expect(await asked(token)).toMatchObject({ ok: true })
    expectDone(await revokeAccessToken.run(lead, { team: team.slug, accessToken: id }))
    expect(await asked(token)).toMatchObject({ ok: false, reason: "unauthenticated" })
  })

  it("is rejected after the token's expiry date", async () => {
    const { token } = await givenToken({ days: 1 })
    expect(await asked(token)).toMatchObject({ ok: true })
    expect(await asked(token, new Date(Date.now() + 86_400_001))).toMatchObject({
      ok: false,
      reason: "unauthenticated",
    })
  })

  it("gets the same response for an unknown, an expired and a revoked token", async () => {
    const { team, lead, token, id } = await givenToken({ days: 1 })
    const expired = await asked(token, new Date(Date.now() + 86_400_001))
    expectDone(await revokeAccessToken.run(lead, { team: team.slug, accessToken: id }))
    expect(await asked(token)).toEqual(expired)
    expect(await asked(`qd_${newSecret()}`)).toEqual(expired)
    expect(await asked("x".repeat(5_000))).toEqual(expired)
  })

  it("does not fall back to a login if its token is invalid", async () => {
    const login = await createSessionCookie(await givenPerson())
    const request = new Request(ADDRESS, {
      headers: { authorization: "Bearer qd_forged", cookie: `quarterdeck.login=${login}` },
    })
    expect(await actorFromRequest(request)).toMatchObject({ ok: false, reason: "unauthenticated" })
  })

  it("records its use once a minute", async () => {
    const { token, id } = await givenToken()
    const lastUse = async () =>
      (await database().accessToken.findUniqueOrThrow({ where: { id } })).lastUsedAt?.getTime()
    const start = Date.now()
    await asked(token, new Date(start))
    await asked(token, new Date(start + 59_000))
    expect(await lastUse()).toBe(start)
    await asked(token, new Date(start + 61_000))
    expect(await lastUse()).toBe(start + 61_000)
  })

  it("stores the token as a hash only", async () => {
    const { token, id } = await givenToken()
    const rows = await database()
      .$queryRaw`SELECT row_to_json(access_token)::text AS text FROM access_token WHERE id = ${id}::uuid`
    expect(JSON.stringify(rows)).not.toContain(token.slice(9))
  })
})

describe("the admin token of the machine", () => {
  it("has all rights, can decide for the owner, and is registered once", async () => {
    const token = `qd_${newSecret()}`
    await registerMachineToken(token)
    await registerMachineToken(token)
    expect(await database().accessToken.count({ where: { prefix: token.slice(0, 9) } })).toBe(1)
    const actor = expectDone(
      await actorFromRequest(new Request(ADDRESS, { headers: { authorization: `Bearer ${token}` } })),
    )
    expect(actor).toMatchObject({
      kind: "token",
      teamId: null,
      rights: TOKEN_RIGHTS,
      name: "owner.token on this machine",
    })
    expect(can(actor, "own", { teamId: null })).toBe(true)
    expect(can(actor, "curate", { teamId: "any" })).toBe(true)
  })

  it("stays revoked after another registration", async () => {
    const token = `qd_${newSecret()}`
    await registerMachineToken(token)
    await database().accessToken.updateMany({
      where: { prefix: token.slice(0, 9) },
      data: { revokedAt: new Date() },
    })
    await registerMachineToken(token)
    expect(
      await actorFromRequest(new Request(ADDRESS, { headers: { authorization: `Bearer ${token}` } })),
    ).toMatchObject({ ok: false })
  })

  it("ends when the home folder starts with a new token file", async () => {
    const home = await mkdtemp(join(tmpdir(), "quarterdeck-home-"))
    const [leaked, fresh] = [`qd_${newSecret()}`, `qd_${newSecret()}`]
    const holds = async (token: string) =>
      (await actorFromRequest(new Request(ADDRESS, { headers: { authorization: `Bearer ${token}` } }))).ok
    for (const token of [leaked, leaked, fresh]) {
      await writeFile(join(home, "owner.token"), `${token}\n`)
      await registerMachineTokenFile(home)
      expect(await holds(token)).toBe(true)
    }
    expect(await holds(leaked)).toBe(false)
    await rm(home, { recursive: true })
  })

  it("is rejected if it is too weak", async () => {
    await expect(registerMachineToken("hunter2")).rejects.toThrow(/owner\.token/)
  })
})
