import { NextRequest } from "next/server"
import { answerAuth } from "@/lib/auth/provider-sign-in"
import { afterEach, describe, expect, it } from "vitest"
import { admitProviderUser, type ProviderIdentity } from "@/lib/auth/provider-admission"
import { ownerLink } from "@/lib/auth/invitation"
import { database } from "../../support/data/writable"
import { newId } from "@/lib/db/infra/identifiers"
import { inviteMember } from "@/lib/operations/teams/members-and-invitations"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"

const vouched = <Overrides extends Partial<ProviderIdentity>>(overrides?: Overrides) => ({
  provider: "github",
  subject: newId(),
  name: "Mara Reyes",
  verifiedEmail: `${newId()}@example.com`,
  ...overrides,
})

afterEach(() => {
  delete process.env.OIDC_ALLOW_DOMAIN
})

describe("a user of an identity provider", () => {
  it("cannot sign in without an invitation", async () => {
    const mara = vouched()
    expect(await admitProviderUser(mara, {})).toMatchObject({ ok: false, reason: "forbidden" })
    expect(await database().user.count({ where: { email: mara.verifiedEmail ?? "" } })).toBe(0)
  })

  it("joins with an invitation to their verified address, and is recognized later with any address", async () => {
    const team = await givenTeam()
    const lead = await actorOf(await givenPerson({ team, role: "lead" }))
    const mara = vouched()
    expectDone(
      await inviteMember.run(lead, { team: team.slug, role: "member", email: mara.verifiedEmail, days: 7 }),
    )
    const person = expectDone(await admitProviderUser(mara, {}))
    expect(person).toMatchObject({
      name: "Mara Reyes",
      passwordHash: null,
      memberships: [{ teamId: team.id, role: "member" }],
    })
    expect(expectDone(await admitProviderUser({ ...mara, verifiedEmail: null }, {})).id).toBe(person.id)
  })

  it("joins with an invitation link", async () => {
    const team = await givenTeam()
    const lead = await actorOf(await givenPerson({ team, role: "lead" }))
    const { path } = expectDone(await inviteMember.run(lead, { team: team.slug, role: "viewer", days: 7 }))
    const person = expectDone(await admitProviderUser(vouched(), { key: path.split("=")[1] }))
    expect(person.memberships).toEqual([{ teamId: team.id, role: "viewer" }])
  })

  it("becomes the owner with the owner link", async () => {
    await database().user.updateMany({ data: { owner: false } })
    const key = new URL((await ownerLink("http://here")) ?? "").searchParams.get("key") ?? ""
    expect(expectDone(await admitProviderUser(vouched(), { key }))).toMatchObject({ owner: true })
    expect(await admitProviderUser(vouched(), { key })).toMatchObject({ ok: false })
  })

  it("cannot take over a password account with the same address unless its owner connects it", async () => {
    const person = await givenPerson({ passwordHash: "scrypt$" })
    const mara = vouched({ verifiedEmail: person.email })
    expect(await admitProviderUser(mara, {})).toMatchObject({ ok: false, reason: "conflict" })
    expect(expectDone(await admitProviderUser(mara, { connectTo: person })).id).toBe(person.id)
    expect(expectDone(await admitProviderUser(mara, {})).id).toBe(person.id)
  })

  it("cannot be connected to a second account", async () => {
    const mara = vouched()
    expectDone(await admitProviderUser(mara, { connectTo: await givenPerson() }))
    expect(await admitProviderUser(mara, { connectTo: await givenPerson() })).toMatchObject({
      ok: false,
      reason: "conflict",
    })
  })

  it("is recognized by an address that another provider verified before", async () => {
    const person = await givenPerson()
    expect(expectDone(await admitProviderUser(vouched({ verifiedEmail: person.email }), {})).id).toBe(
      person.id,
    )
  })

  it("is rejected without a verified address and when disabled", async () => {
    expect(await admitProviderUser(vouched({ verifiedEmail: null }), {})).toMatchObject({
      ok: false,
      reason: "forbidden",
    })
    const person = await givenPerson()
    const mara = vouched({ verifiedEmail: person.email })
    expectDone(await admitProviderUser(mara, {}))
    await database().user.update({ where: { id: person.id }, data: { disabledAt: new Date() } })
    expect(await admitProviderUser(mara, {})).toMatchObject({ ok: false, reason: "forbidden" })
  })

  it("joins from an allowed domain, without a team", async () => {
    const domain = `${newId()}.example`
    process.env.OIDC_ALLOW_DOMAIN = `other.example, ${domain}`
    expect(
      expectDone(await admitProviderUser(vouched({ verifiedEmail: `mara@${domain}` }), {})).memberships,
    ).toEqual([])
    expect(await admitProviderUser(vouched({ verifiedEmail: `mara@not-${domain}` }), {})).toMatchObject({
      ok: false,
    })
  })
})

it("gets 405 and the right method for a GET of the password address", async () => {
  const parts = { params: Promise.resolve({ nextauth: ["callback", "credentials"] }) }
  const answered = await answerAuth(new NextRequest("http://localhost/api/auth/callback/credentials"), parts)
  expect([answered.status, answered.headers.get("allow")]).toEqual([405, "POST"])
})
