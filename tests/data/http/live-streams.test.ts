import { beforeAll, expect, it } from "vitest"
import { GET } from "@/app/api/live/route"
import { STREAMS_OF_ADDRESS, STREAMS_OF_TOKEN } from "@/lib/api/request-limits"
import { registerMachineToken } from "@/lib/auth/machine-token"
import { cookieName, createSessionCookie } from "@/lib/auth/session-cookie"
import { newId } from "@/lib/db/infra/identifiers"
import { newSecret } from "@/lib/db/infra/secrets"
import { createAccessToken } from "@/lib/operations/teams/access-tokens"
import { runOperation } from "@/lib/operations/operation"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"

let team: { id: string; slug: string }
const machine = `qd_${newSecret()}`

beforeAll(async () => {
  process.env.NEXTAUTH_SECRET = "a secret of more than thirty-two characters"
  await registerMachineToken(machine)
  team = await givenTeam()
})

const listen = (headers: Record<string, string>, slug = team.slug) =>
  GET(new Request(`http://localhost/api/live?team=${slug}`, { headers }))
const many = <T>(count: number, one: () => Promise<T>) => Promise.all(Array.from({ length: count }, one))

it("opens 20 streams for one access token and rejects further ones until one is closed", async () => {
  const owner = await actorOf(await givenPerson({ team, role: "owner" }))
  const { token } = expectDone(
    await runOperation(createAccessToken, owner, { team: team.slug, name: "Bot", rights: ["read"] }),
  )
  const own = { authorization: `Bearer ${token}`, "x-forwarded-for": newId() }
  const streams = await many(STREAMS_OF_TOKEN, () => listen(own))
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))

  const refused = await listen(own)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({
    title: "too-many",
    detail: expect.stringContaining("20 open live streams"),
  })
  expect((await listen({ ...own, authorization: `Bearer ${machine}` })).status).toBe(200)

  await streams[0]?.body?.cancel()
  const again = await listen(own)
  expect(again.status).toBe(200)
  await Promise.all([...streams.slice(1), again].map((stream) => stream.body?.cancel()))
})

it("opens 200 streams for one network address, with any credentials", async () => {
  const login = await createSessionCookie(await givenPerson({ team }))
  const browser = { cookie: `${cookieName("login")}=${login}`, "x-forwarded-for": newId() }
  const streams = await many(STREAMS_OF_ADDRESS, () => listen(browser))
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await listen(browser)).status).toBe(429)
  expect((await listen({ ...browser, "x-forwarded-for": newId() })).status).toBe(200)
  await Promise.all(streams.map((stream) => stream.body?.cancel()))
  expect((await listen(browser)).status).toBe(200)
})

it("frees the slot of a rejected stream and of a disconnected client", async () => {
  const own = { authorization: `Bearer ${machine}`, "x-forwarded-for": newId() }
  for (let time = 0; time < 2; time += 1) {
    const refused = await many(STREAMS_OF_TOKEN - 1, () => listen(own, "no-such-team"))
    for (const one of refused) expect(await one.text()).toContain("event: refused")
  }
})
