import { chmodSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { endAllLogins, setPassword } from "@/lib/auth/account"
import { actorFromRequest } from "@/lib/auth/actor"
import {
  beginDeviceLogin,
  approveDeviceLogin,
  takeDeviceToken,
  rejectDeviceLogin,
} from "@/lib/auth/device-login"
import { database } from "../../support/data/writable"
import { isListening } from "@/lib/db/infra/listen"
import { newId } from "@/lib/db/infra/identifiers"
import type { Person } from "@/lib/db/teams/people"
import { createAccessToken, listAccessTokens, revokeAccessToken } from "@/lib/operations/teams/access-tokens"
import { endOwnCommandLine, listCommandLines, showMe } from "@/lib/operations/teams/me"
import { listenTo } from "@/lib/operations/inbox/live"
import { runOperation } from "@/lib/operations/operation"
import { type CommandInput, quarterdeck as run } from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { givenFolder } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { givenSecret } from "../../support/proposals"

let door: HttpDoor
let team: { id: string; slug: string; name: string }
let lead: Person
beforeAll(async () => {
  door = await openHttpDoor()
})
afterAll(() => door.close())
beforeEach(async () => {
  team = await givenTeam()
  lead = await givenPerson({ team, role: "lead" })
})

const START = Date.now()
const at = (seconds: number) => new Date(START + seconds * 1_000)
const begin = async (address = newId()) => ({
  ...expectDone(await beginDeviceLogin({ machine: "ana@laptop", address }, at(0))),
  address,
})
/** Approves a command-line login as the user. */
const letIn = async (person: Person) => {
  const { deviceCode, userCode, address } = await begin()
  expectDone(await approveDeviceLogin(person, userCode, at(1)))
  const taken = await takeDeviceToken({ deviceCode, address }, at(2))
  if (typeof taken === "string" || !("token" in taken)) throw new Error(JSON.stringify(taken))
  return taken
}
const asking = (token: string) =>
  actorFromRequest(new Request("http://here/api/v1/me", { headers: { authorization: `Bearer ${token}` } }))

describe("approving a command-line login", () => {
  it("completes once after a user compares and approves the code, and not before", async () => {
    const { deviceCode, userCode, url, interval, address } = await begin()
    expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    expect(url).toContain(`/connect?code=${userCode}`)
    const look = (seconds: number) => takeDeviceToken({ deviceCode, address }, at(seconds))
    expect(await look(0)).toBe("authorization_pending")
    expect(await look(interval / 2)).toBe("slow_down")
    expect(await look(interval * 2)).toBe("authorization_pending")
    expect(
      expectDone(await approveDeviceLogin(lead, ` ${userCode.toLowerCase().replace("-", " ")}`, at(5))),
    ).toMatchObject({ machine: "ana@laptop", address })
    expect(await approveDeviceLogin(lead, userCode, at(6))).toMatchObject({ ok: false, reason: "not-found" })
    const outcomes = await Promise.all([look(20), look(20), look(30)])
    const taken = outcomes.filter((one) => typeof one === "object")
    expect(taken).toMatchObject([
      {
        token: expect.stringMatching(/^qd_[\w-]{43}$/) as string,
        person: lead.name,
        expiresAt: new Date(at(20).getTime() + 90 * 86_400_000).toISOString(),
      },
    ])
    expect(await look(60)).toBe("expired_token")
  })

  it("reports a rejection, and an expiry after ten minutes", async () => {
    const [away, late] = [await begin(), await begin()]
    expectDone(await rejectDeviceLogin(lead, away.userCode, at(1)))
    expect(await takeDeviceToken(away, at(5))).toBe("access_denied")
    expect(await takeDeviceToken(late, at(601))).toBe("expired_token")
    expect(await approveDeviceLogin(lead, late.userCode, at(601))).toMatchObject({
      ok: false,
      reason: "not-found",
    })
    expect(await takeDeviceToken({ deviceCode: "guessed", address: late.address }, at(2))).toBe(
      "expired_token",
    )
  })

  it("rate limits frequent polling by network address, and code guessing", async () => {
    const address = newId()
    const begun = await Promise.all(
      Array.from({ length: 25 }, () => beginDeviceLogin({ machine: "x", address }, at(0))),
    )
    expect(begun.filter((one) => !one.ok && one.reason === "too-many")).toHaveLength(5)
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => approveDeviceLogin(lead, "BBBB-BBBB", at(0))),
    )
    expect(guesses.filter((one) => !one.ok && one.reason === "too-many")).toHaveLength(2)
    expect(await beginDeviceLogin({ machine: " \u202E ", address: newId() }, at(0))).toMatchObject({
      ok: false,
      reason: "invalid",
    })
  })

  it("accepts JSON requests only, from anyone, over HTTP", async () => {
    const post = (path: string, body: string, type = "application/json") =>
      fetch(`${door.url}/api/device${path}`, {
        method: "POST",
        body,
        headers: { "content-type": type, "x-forwarded-for": newId() },
      })
    expect((await post("", '{"machine":"x"}', "text/plain")).status).toBe(422)
    expect((await post("", '{"machine":""}')).status).toBe(422)
    expect((await post("", `{"machine":"${"x".repeat(9_000)}"}`)).status).toBe(422)
    const begun = (await (await post("", '{"machine":"x"}')).json()) as { deviceCode: string }
    const pending = await post("/token", JSON.stringify({ deviceCode: begun.deviceCode }))
    expect([pending.status, await pending.json(), pending.headers.get("cache-control")]).toEqual([
      400,
      { error: "authorization_pending" },
      "no-store",
    ])
  })
})

describe("an approved command-line login", () => {
  it("acts as its user with their current role, and is named in the log", async () => {
    const { token, id } = await letIn(lead)
    const actor = expectDone(await asking(token))
    expect(actor).toMatchObject({
      kind: "person",
      id: lead.id,
      through: "ana@laptop",
      memberships: [{ teamId: team.id, role: "lead" }],
    })
    expect(expectDone(await runOperation(showMe, actor, {}))).toMatchObject({
      kind: "person",
      email: lead.email,
      commandLine: "ana@laptop",
      teams: [{ slug: team.slug, role: "lead" }],
    })
    expectDone(
      await runOperation(createAccessToken, actor, { team: team.slug, name: "CI", rights: ["read"] }),
    )
    expect(
      await database().auditEvent.findFirst({ where: { teamId: team.id, kind: "access-token.create" } }),
    ).toMatchObject({ actorKind: "person", actorId: lead.id, detail: { commandLine: "ana@laptop" } })
    await database().membership.updateMany({ where: { userId: lead.id }, data: { role: "viewer" } })
    expect(
      await runOperation(listAccessTokens, expectDone(await asking(token)), { team: team.slug }),
    ).toMatchObject({
      ok: false,
      reason: "forbidden",
    })
    expect((await database().accessToken.findUniqueOrThrow({ where: { id } })).rights).toEqual([])
  })

  it("is listed for its user only, not among team tokens, and can be ended by its user only", async () => {
    const { token, id } = await letIn(lead)
    const [mine, other] = [await actorOf(lead), await actorOf(await givenPerson({ team, role: "owner" }))]
    expect(expectDone(await runOperation(listCommandLines, mine, {})).commandLines).toMatchObject([
      { id, name: "ana@laptop" },
    ])
    expect(expectDone(await runOperation(listCommandLines, other, {})).commandLines).toEqual([])
    expect(expectDone(await runOperation(listAccessTokens, other, { team: team.slug })).accessTokens).toEqual(
      [],
    )
    expect(await runOperation(revokeAccessToken, other, { team: team.slug, accessToken: id })).toMatchObject({
      ok: false,
      reason: "not-found",
    })
    expect(await runOperation(endOwnCommandLine, other, { commandLine: id })).toMatchObject({
      ok: false,
      reason: "not-found",
    })
    expectDone(await asking(token))
    expectDone(await runOperation(endOwnCommandLine, mine, { commandLine: id }))
    expect(await asking(token)).toMatchObject({ ok: false, reason: "unauthenticated" })
  })

  it("receives team events only while it is valid", async () => {
    const { token, id } = await letIn(lead)
    const heard: unknown[] = []
    const stop = expectDone(
      await listenTo(expectDone(await asking(token)), team.slug, (one) => heard.push(one)),
    )
    await isListening()
    heard.length = 0
    expectDone(await runOperation(endOwnCommandLine, await actorOf(lead), { commandLine: id }))
    await expect.poll(() => heard).toEqual(["rights"])
    stop()
  })

  it("ends when its user signs out everywhere, changes the password, or is removed", async () => {
    const [waiting, tokens] = [await begin(), [(await letIn(lead)).token]]
    expectDone(await approveDeviceLogin(lead, waiting.userCode, at(1)))
    await endAllLogins(lead)
    expect(await takeDeviceToken(waiting, at(2))).toBe("expired_token")
    tokens.push((await letIn(lead)).token)
    expectDone(
      await setPassword(lead, { current: "", wanted: "a new and longer password", address: newId() }),
    )
    for (const token of tokens) expect(await asking(token)).toMatchObject({ ok: false })
    const { token } = await letIn(lead)
    await database().user.update({ where: { id: lead.id }, data: { disabledAt: new Date() } })
    expect(await asking(token)).toMatchObject({ ok: false, reason: "unauthenticated" })
  })
})

describe("at the command line", () => {
  const home = () => ({
    XDG_CONFIG_HOME: givenFolder(),
    QUARTERDECK_HOME: givenFolder(),
    QUARTERDECK_URL: door.url,
  })
  const quarterdeck = async (
    args: readonly string[],
    env: Record<string, string>,
    asked: CommandInput = {},
  ) => run(args, { ...asked, env })
  const file = (env: { XDG_CONFIG_HOME: string }) => join(env.XDG_CONFIG_HOME, "quarterdeck", "logins.json")

  it("a user logs in, makes requests under their own name, and logs out", async () => {
    const env = home()
    const ended = await quarterdeck(["login", "--json"], env, {
      onStart: (child) =>
        child.stderr?.on("data", (text: Buffer) => {
          const code = /code ([A-Z]{4}-[A-Z]{4})/.exec(String(text))?.[1]
          if (code) void approveDeviceLogin(lead, code)
        }),
    })
    expect(ended.json()).toMatchObject({ server: door.url, kind: "person", name: lead.name })
    expect(statSync(file(env)).mode & 0o777).toBe(0o600)
    expect(ended.stdout + ended.stderr).not.toContain("qd_")
    expect((await quarterdeck(["whoami", "--json"], env)).json()).toMatchObject({
      kind: "person",
      id: lead.id,
      from: `quarterdeck login (${lead.name})`,
    })
    const agent = await givenSecret(team, { rights: ["propose"] })
    expect(
      (await quarterdeck(["whoami", "--json"], { ...env, QUARTERDECK_TOKEN: agent })).json(),
    ).toMatchObject({ kind: "token", from: "QUARTERDECK_TOKEN" })

    const created = await quarterdeck(
      ["token", "create", "--name", "CI", "--right", "read,propose", "--right", "sync", "--expires", "12h"],
      env,
    )
    const token = created.stdout.trim()
    expect([token, created.stderr]).toEqual([
      expect.stringMatching(/^qd_[\w-]{43}$/),
      expect.not.stringContaining(token),
    ])
    const { tokens } = (await quarterdeck(["token", "list", "--json"], env)).json() as {
      tokens: { id: string; rights: string[] }[]
    }
    expect(tokens).toMatchObject([
      { name: "CI", rights: ["read", "propose", "sync"], team: team.slug },
      { rights: ["propose"] },
    ])
    expect((await quarterdeck(["token", "revoke", tokens[0]?.id ?? "", "--json"], env)).json()).toEqual({
      id: tokens[0]?.id,
    })
    expect(await asking(token)).toMatchObject({ ok: false })

    const other = await quarterdeck(["whoami", "--json"], {
      ...env,
      QUARTERDECK_URL: door.url.replace("127.0.0.1", "localhost"),
    })
    expect(other.json()).toMatchObject({
      refused: { reason: "unauthenticated", message: expect.stringContaining("owner.token") as string },
    })
    expect((await quarterdeck(["logout", "--json"], env)).json()).toEqual({
      server: door.url,
      name: lead.name,
      ended: true,
    })
    expect(readFileSync(file(env), "utf8")).not.toContain("qd_")
    expect(expectDone(await runOperation(listCommandLines, await actorOf(lead), {})).commandLines).toEqual([])
  })

  it("stores an access token from standard input only if the server accepts it, in a file that only its owner can read", async () => {
    const env = home()
    const agent = await givenSecret(team, { rights: ["read"] })
    expect(
      (await quarterdeck(["login", "--token", "-", "--json"], env, { input: `${agent}\n` })).json(),
    ).toMatchObject({ kind: "token" })
    expect((await quarterdeck(["whoami", "--json"], env)).json()).toMatchObject({
      kind: "token",
      rights: ["read"],
    })
    expect(await quarterdeck(["login", "--token", "-"], env, { input: "qd_wrong" })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("standard input") as string,
    })
    expect(await quarterdeck(["login", "--token", agent], env)).toMatchObject({ code: 2 })
    expect(
      await quarterdeck(["token", "create", "--name", "x", "--right", "admin", "--team", team.slug], env),
    ).toMatchObject({ code: 1, stdout: "" })
    chmodSync(file(env), 0o644)
    expect(await quarterdeck(["whoami"], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("chmod 600") as string,
    })
  })
})
