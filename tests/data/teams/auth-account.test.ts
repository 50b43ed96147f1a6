import { encode } from "next-auth/jwt"
import { beforeAll, describe, expect, it } from "vitest"
import { changeName, endAllLogins, setPassword } from "@/lib/auth/account"
import {
  closeLogin,
  personOfClaims,
  storeLogin,
  personOfLogin,
  createSessionCookie,
} from "@/lib/auth/session-cookie"
import { personOfReset, resetPassword, resetPath } from "@/lib/auth/password-reset"
import { signInWithPassword } from "@/lib/auth/password"
import { database } from "@/lib/db/infra/client"
import { newId } from "@/lib/db/infra/identifiers"
import { removeMember } from "@/lib/operations/teams/members-and-invitations"
import { runOperation } from "@/lib/operations/operation"
import { cheapHash } from "../../support/data/cheap-hash"
import { actorOf, expectDone, givenPerson, givenTeam, storedPerson } from "../../support/data/people"

const PASSWORD = "correct horse battery"
const OTHER = "quite another password"
let passwordHash: string

beforeAll(async () => {
  process.env.NEXTAUTH_SECRET = "a secret of more than thirty-two characters"
  passwordHash = cheapHash(PASSWORD)
})

const eventsOf = (actorId: string, kind: string) => database().auditEvent.count({ where: { actorId, kind } })

const signIn = (email: string, password: string) => signInWithPassword({ email, password, address: newId() })

describe("a user's own account", () => {
  it("changes the password with the current one only, and ends every login", async () => {
    const mara = await givenPerson({ passwordHash })
    const login = await createSessionCookie(mara)
    expect(
      await setPassword(mara, { current: "not the password", wanted: OTHER, address: newId() }),
    ).toMatchObject({ ok: false, reason: "unauthenticated" })
    expect(await personOfLogin(login)).not.toBeNull()
    expectDone(await setPassword(mara, { current: PASSWORD, wanted: OTHER, address: newId() }))
    expect(await personOfLogin(login)).toBeNull()
    expect(await signIn(mara.email, PASSWORD)).toMatchObject({ ok: false })
    expect(await signIn(mara.email, OTHER)).toMatchObject({ ok: true })
  })

  it("limits guesses of the current password", async () => {
    const mara = await givenPerson({ passwordHash })
    const guess = () => setPassword(mara, { current: "not the password", wanted: OTHER, address: newId() })
    for (let guesses = 0; guesses < 5; guesses += 1) await guess()
    expect(await guess()).toMatchObject({ ok: false, reason: "too-many" })
  })

  it("accepts another name, but no invisible one", async () => {
    const mara = await givenPerson()
    expect(expectDone(await changeName(mara, " Mara Reyes ")).name).toBe("Mara Reyes")
    expect(await changeName(mara, "\u202eareM")).toMatchObject({ ok: false, reason: "invalid" })
  })

  it("signs out one browser with all copies of its cookie, and no other browser", async () => {
    const mara = await givenPerson()
    const [login, other] = await Promise.all([createSessionCookie(mara), createSessionCookie(mara)])
    await closeLogin(login)
    expect(await personOfLogin(login)).toBeNull()
    expect((await personOfLogin(other))?.id).toBe(mara.id)
    await closeLogin(login)
    expect(await eventsOf(mara.id, "login.end")).toBe(1)
  })

  it("is the same user as in every other query, with every membership", async () => {
    const team = await givenTeam()
    const { id } = await givenPerson({ team, role: "lead" })
    const stored = await storedPerson(id)
    expect(stored.memberships).toHaveLength(1)
    expect(await personOfLogin(await createSessionCookie(stored))).toEqual(stored)
  })

  it("rejects a cookie with no login, with another user's login, and a malformed one", async () => {
    const [mara, ana] = [await givenPerson(), await givenPerson()]
    const claims = await storeLogin(ana)
    const cookie = (token: object) =>
      encode({ token: { ...token }, secret: process.env.NEXTAUTH_SECRET ?? "" })
    const forged = [
      { ...claims, login: undefined },
      { ...claims, sub: mara.id },
      { ...claims, login: "constructor" },
    ]
    for (const one of forged) expect(await personOfLogin(await cookie(one))).toBeNull()
    expect((await personOfLogin(await cookie(claims)))?.id).toBe(ana.id)
  })

  it("ends a login after 14 days despite cookie renewals", async () => {
    const mara = await givenPerson()
    const begun = new Date()
    const claims = await storeLogin(mara, begun)
    const after = (days: number) => new Date(begun.getTime() + days * 86_400_000)
    expect((await personOfClaims(claims, after(13)))?.id).toBe(mara.id)
    expect(await personOfClaims(claims, after(14))).toBeNull()
  })

  it("ends the logins of a member who is removed from their only team", async () => {
    const team = await givenTeam()
    const mara = await givenPerson({ team })
    const login = await createSessionCookie(mara)
    const owner = await actorOf(await givenPerson({ team, role: "owner" }))
    expectDone(
      await runOperation(removeMember, owner, { team: team.slug, person: mara.id, revokeTokens: false }),
    )
    expect(await personOfLogin(login)).toBeNull()
    expect(await database().login.count({ where: { userId: mara.id } })).toBe(0)
  })

  it("signs out everywhere", async () => {
    const mara = await givenPerson()
    const login = await createSessionCookie(mara)
    await endAllLogins(mara)
    expect(await personOfLogin(login)).toBeNull()
  })
})

describe("a password reset link", () => {
  const keyOf = (path: string) => new URL(path, "http://here").searchParams.get("key") ?? ""

  it("works once", async () => {
    const owner = await actorOf(await givenPerson({ owner: true }))
    const mara = await givenPerson({ passwordHash })
    const login = await createSessionCookie(mara)
    const key = keyOf(expectDone(await resetPath(owner, mara.id)))
    expect((await personOfReset(key))?.id).toBe(mara.id)
    expect(await resetPassword(key, "short")).toMatchObject({ ok: false, reason: "invalid" })
    const both = await Promise.all([resetPassword(key, OTHER), resetPassword(key, OTHER)])
    expect(both.filter((one) => one.ok)).toHaveLength(1)
    expect(await personOfReset(key)).toBeNull()
    expect(await personOfLogin(login)).toBeNull()
    expect(await signIn(mara.email, OTHER)).toMatchObject({ ok: true })
  })

  it("can be created by the owner of the deployment, and by no team owner", async () => {
    const team = await givenTeam()
    const mara = await givenPerson({ team })
    expect(await resetPath(await actorOf(await givenPerson({ team, role: "owner" })), mara.id)).toMatchObject(
      { ok: false, reason: "forbidden" },
    )
  })

  it("is not a login, and a login is not a reset link", async () => {
    const owner = await actorOf(await givenPerson({ owner: true }))
    const mara = await storedPerson((await givenPerson()).id)
    expect(await personOfLogin(keyOf(expectDone(await resetPath(owner, mara.id))))).toBeNull()
    expect(await personOfReset(await createSessionCookie(mara))).toBeNull()
    expect(await personOfReset("nonsense")).toBeNull()
  })
})
