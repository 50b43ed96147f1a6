import { beforeEach, describe, expect, it } from "vitest"
import { readInvitation, ownerLink } from "@/lib/auth/invitation"
import { joinWithPassword } from "@/lib/auth/join"
import { database } from "../../support/data/writable"
import { expectDone } from "../../support/data/people"

const BASE = "http://quarterdeck.example"
const visitor = (key: string, name: string) => ({
  key,
  name,
  email: `${name}.${key.slice(0, 8)}@example.com`.toLowerCase(),
  password: "correct horse battery",
})

describe("the owner link", () => {
  beforeEach(async () => {
    await database().user.updateMany({ data: { owner: false } })
    await database().invitation.deleteMany()
  })

  it("makes its visitor the owner, and is invalid afterwards", async () => {
    const key = await keyOf(ownerLink(BASE))
    const owner = expectDone(await joinWithPassword(visitor(key, "Mara")))
    expect(owner).toMatchObject({ name: "Mara", owner: true })
    expect(await ownerLink(BASE)).toBeNull()
    expect(await readInvitation(key)).toEqual({ state: "used" })
    expect(await joinWithPassword(visitor(key, "Eve"))).toMatchObject({ ok: false, reason: "conflict" })
  })

  it("makes one of two concurrent visitors the owner, and stores nothing of the other", async () => {
    const key = await keyOf(ownerLink(BASE))
    const both = await Promise.all([
      joinWithPassword(visitor(key, "Ada")),
      joinWithPassword(visitor(key, "Bob")),
    ])
    expect(both.filter((one) => one.ok)).toHaveLength(1)
    expect(await database().user.count({ where: { owner: true } })).toBe(1)
    expect(
      await database().user.count({
        where: { email: { in: [visitor(key, "Ada").email, visitor(key, "Bob").email] } },
      }),
    ).toBe(1)
  })

  it("ends when a new one is created", async () => {
    const first = await keyOf(ownerLink(BASE))
    const second = await keyOf(ownerLink(BASE))
    expect(await readInvitation(first)).toEqual({ state: "unknown" })
    expect(await readInvitation(second)).toMatchObject({ state: "open" })
  })

  it("expires after a week", async () => {
    const key = await keyOf(ownerLink(BASE))
    expect(await readInvitation(key, new Date(Date.now() + 8 * 86_400_000))).toEqual({ state: "expired" })
  })

  it("is stored as a hash only", async () => {
    const key = await keyOf(ownerLink(BASE))
    const rows = await database().$queryRaw`SELECT row_to_json(invitation)::text AS text FROM invitation`
    expect(JSON.stringify(rows)).not.toContain(key)
  })

  it.each([
    ["a short password", { password: "too short" }],
    ["no name", { name: "  " }],
    ["a name whose letters run backwards", { name: "Mara\u202e" }],
    ["no e-mail address", { email: "mara" }],
  ])("is not used up by %s", async (_, mistake) => {
    const key = await keyOf(ownerLink(BASE))
    expect(await joinWithPassword({ ...visitor(key, "Mara"), ...mistake })).toMatchObject({
      ok: false,
      reason: "invalid",
    })
    expect(await readInvitation(key)).toMatchObject({ state: "open" })
  })
})

async function keyOf(link: Promise<string | null>): Promise<string> {
  const url = new URL((await link) ?? "")
  expect(url.pathname).toBe("/welcome")
  return url.searchParams.get("key") ?? ""
}
