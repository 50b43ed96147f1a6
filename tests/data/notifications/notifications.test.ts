import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createHmac } from "node:crypto"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { encrypt, decrypt } from "@/lib/db/infra/secrets"
import type { Actor } from "@/lib/memory/teams/actor"
import {
  changeChannelSettings,
  createChannel,
  listChannels,
  pauseChannelFor,
  removeChannel,
  replaceChannelKey,
} from "@/lib/operations/notifications/channels"
import { listDeliveries, retryDelivery, testChannel } from "@/lib/operations/notifications/channel-deliveries"
import { planNotices, sendDueNotices } from "@/lib/operations/notifications/send-alerts"
import { claimDue } from "@/lib/db/notifications/alert-notices"
import { expireLeases } from "../../support/jobs/leases"
import { runOperation } from "@/lib/operations/operation"
import { changePolicySettings } from "@/lib/operations/policies/policies"
import { bundleForTests } from "../../support/isolated/bundles"
import { givenOpenAlert, setAlert } from "../../support/alerts/open-alerts"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { answering, openMailServer, openReceiver } from "../../support/http/receiver"

const MINUTE = 60_000
const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE)

let receiver: Awaited<ReturnType<typeof openReceiver>>
let team: Awaited<ReturnType<typeof givenTeam>>
let lead: Actor

beforeAll(async () => {
  receiver = await openReceiver()
  process.env.QUARTERDECK_WEBHOOK_ALLOW = "127.0.0.0/8"
})
beforeEach(async () => {
  await database().channel.deleteMany() // Of earlier tests.
  team = await givenTeam()
  lead = await actorOf(await givenPerson({ team, role: "lead" }))
  receiver.received.length = 0
  receiver.answer(answering(204))
})
afterEach(() => {
  delete process.env.QUARTERDECK_SMTP_URL
  delete process.env.QUARTERDECK_MAIL_FROM
})
afterAll(async () => {
  delete process.env.QUARTERDECK_WEBHOOK_ALLOW
  await receiver.close()
})

let counter = 0
const given = async (more: object = {}) =>
  expectDone(
    await runOperation(createChannel, lead, {
      team: team.slug,
      kind: "webhook",
      name: `Channel ${(counter += 1)}`,
      url: receiver.url,
      ...more,
    }),
  )
const send = (at = new Date(), sending: object = {}) => sendDueNotices(systemActor(), at, sending)
const bodies = () =>
  receiver.received.map(
    (one) => JSON.parse(one.body) as { id: string; team: string; alerts: { id: string; message: string }[] },
  )
const told = () => bodies().flatMap((body) => body.alerts.map((alert) => alert.id))
const notices = () => database().notice.findMany({ where: { teamId: team.id }, orderBy: { id: "asc" } })
const log = async (channel: string) =>
  expectDone(await runOperation(listDeliveries, lead, { team: team.slug, channel })).deliveries

describe("alerts that a channel sends", () => {
  it("are sent once each, grouped by evaluation into one signed message, with links to the inbox", async () => {
    const { id, key } = await given()
    const [first, second] = [
      await givenOpenAlert(team, { path: "a/MEMORY.md" }),
      await givenOpenAlert(team, { severity: "error" }),
    ]
    expect(await send()).toMatchObject({ planned: 2, messages: 1, sent: 2, failed: 0 })
    expect(await send()).toMatchObject({ planned: 0, messages: 0 })
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[number]]
    const [, seconds, sum] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["quarterdeck-signature"])) ?? []
    expect(sum).toBe(
      createHmac("sha256", key ?? "")
        .update(`${seconds}.${body}`)
        .digest("hex"),
    )
    expect(JSON.parse(body)).toMatchObject({
      id: headers["quarterdeck-delivery"],
      team: team.name,
      alerts: [
        { id: second, severity: "error" },
        {
          id: first,
          path: "a/MEMORY.md",
          url: expect.stringContaining(`/t/${team.slug}/inbox?tab=alerts&item=${first}`) as string,
        },
      ],
    })
    expect(await log(id)).toMatchObject([
      {
        attempt: 1,
        alerts: 2,
        status: 204,
        error: null,
        state: "sent",
        delivery: headers["quarterdeck-delivery"],
      },
    ])
  })

  it("exclude earlier, less severe, acknowledged and snoozed alerts, and other kinds", async () => {
    const before = await givenOpenAlert(team, { raisedAt: later(-10) })
    await given({ severity: "warning", kinds: ["over-budget"] })
    const fits = await givenOpenAlert(team)
    await givenOpenAlert(team, { severity: "info" })
    await givenOpenAlert(team, { kind: "malformed", severity: "error" })
    await setAlert(team, await givenOpenAlert(team), { state: "acknowledged" })
    await setAlert(team, await givenOpenAlert(team), { state: "snoozed" })
    await send()
    expect(told()).toEqual([fits])
    expect(told()).not.toContain(before)
  })

  it("follow the minimum severity of the policy, and are turned off by it", async () => {
    await given({ severity: "info" })
    const [info, error] = [
      await givenOpenAlert(team, { severity: "info" }),
      await givenOpenAlert(team, { severity: "error" }),
    ]
    await send()
    expect(told()).toEqual([error])
    expectDone(
      await runOperation(changePolicySettings, lead, {
        team: team.slug,
        place: "team",
        set: { tellFrom: "info" },
      }),
    )
    await send()
    expect(told()).toEqual([error, info])
    expectDone(
      await runOperation(changePolicySettings, lead, {
        team: team.slug,
        place: "team",
        set: { tellFrom: null },
      }),
    )
    await givenOpenAlert(team, { severity: "error" })
    expect(await send()).toMatchObject({ planned: 0 })
  })

  it("repeat a reopened alert, and skip an alert that was resolved before it was sent", async () => {
    const { id } = await given()
    const alert = await givenOpenAlert(team)
    await planNotices(wholeTeamUnchecked(team.id), new Date())
    await setAlert(team, alert, { state: "resolved" })
    expect(await send()).toMatchObject({ dropped: 1, messages: 0 })
    await setAlert(team, alert, { state: "open", round: 2, raisedAt: new Date() })
    await send()
    await setAlert(team, alert, { state: "resolved" })
    await setAlert(team, alert, { state: "open", round: 3, raisedAt: new Date() })
    await send()
    expect(told()).toEqual([alert, alert])
    expect((await notices()).map(({ round, state }) => `${round} ${state}`)).toEqual([
      "1 dropped",
      "2 sent",
      "3 sent",
    ])
    expect(await log(id)).toHaveLength(2)
  })

  it("include an alert that was snoozed before it was sent, after the snooze ends", async () => {
    await given()
    const alert = await givenOpenAlert(team)
    await planNotices(wholeTeamUnchecked(team.id), new Date())
    await setAlert(team, alert, { state: "snoozed" })
    expect(await send()).toMatchObject({ dropped: 1 })
    await setAlert(team, alert, { state: "open" })
    expect(await send()).toMatchObject({ sent: 1 })
  })

  it("wait for the end of quiet hours, and are sent then if they are still open", async () => {
    // 23:00 in Berlin, the night before daylight saving time starts.
    const now = new Date("2026-03-28T22:00:00Z")
    await given({ quietHours: { from: "22:00", to: "07:00", timeZone: "Europe/Berlin" } })
    await database().channel.updateMany({ data: { tellsSince: new Date(0) } })
    const [stays, goes] = [
      await givenOpenAlert(team, { raisedAt: now }),
      await givenOpenAlert(team, { raisedAt: now }),
    ]
    expect(await send(now)).toMatchObject({ held: 2, messages: 0 })
    await setAlert(team, goes, { state: "resolved" })
    expect(await send(new Date("2026-03-29T04:59:00Z"))).toMatchObject({ messages: 0, dropped: 0 })
    expect(await send(new Date("2026-03-29T05:00:00Z"))).toMatchObject({ messages: 1, sent: 1, dropped: 1 })
    expect(told()).toEqual([stays])
  })

  it("continue after a pause with those still open, and then only with new ones", async () => {
    const { id } = await given({ severity: "error" })
    const channel = { team: team.slug, channel: id }
    expectDone(await runOperation(pauseChannelFor, lead, channel))
    const [error, warning] = [await givenOpenAlert(team, { severity: "error" }), await givenOpenAlert(team)]
    expect(await send()).toMatchObject({ planned: 0 })
    expectDone(await runOperation(pauseChannelFor, lead, { ...channel, paused: false }))
    await send()
    expect(told()).toEqual([error])
    expectDone(await runOperation(changeChannelSettings, lead, { ...channel, severity: "warning" }))
    const next = await givenOpenAlert(team)
    await send()
    expect(told()).toEqual([error, next])
    expect(told()).not.toContain(warning)
  })

  it("mention no user in Slack-compatible receivers, and go by mail to several recipients", async () => {
    const mails = await openMailServer()
    await given({ kind: "slack" })
    await given({ kind: "email", url: undefined, to: ["ana@example.com", "ben@example.com"] })
    await givenOpenAlert(team, { message: "<!channel> look at <https://bad.example|this> & that\u202E" })
    expect(await send()).toMatchObject({ messages: 2, sent: 1, failed: 1 })
    expect(receiver.received[0]?.body).not.toMatch(/<!channel>|<https:\/\/bad/)
    expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({
      text: `${team.name}: 1 alert`,
      blocks: [
        { type: "section" },
        { text: { text: expect.stringMatching(/\n&lt;!channel&gt; look at .*&amp; that\[.+\]$/) as string } },
        { type: "context" },
      ],
    })
    Object.assign(process.env, { QUARTERDECK_SMTP_URL: mails.url, QUARTERDECK_MAIL_FROM: "deck@example.com" })
    expect(await send(later(2))).toMatchObject({ messages: 1, sent: 1 })
    expect(mails.mails).toMatchObject([
      {
        to: ["ana@example.com", "ben@example.com"],
        text: expect.stringMatching(/^Subject: Team .*: 1 alert$/m) as string,
      },
    ])
    await mails.close()
  })
})

describe("a failing receiver", () => {
  it("is retried with increasing delays under the same id, and given up after seven attempts", async () => {
    const { id } = await given()
    receiver.answer(answering(503))
    await givenOpenAlert(team)
    const waits = [0, 1, 5, 30, 120, 360, 1_440]
    let at = Date.now()
    for (const wait of waits) {
      at += wait * MINUTE
      expect(await send(new Date(at - 1_000))).toMatchObject({
        messages: 0,
        ...(wait === 0 ? { messages: 1 } : {}),
      })
      if (wait > 0) expect(await send(new Date(at + 5_000))).toMatchObject({ messages: 1, failed: 1 })
      at += wait > 0 ? 5_000 : 0
    }
    expect(await send(new Date(at + 100 * 24 * 60 * MINUTE))).toMatchObject({ messages: 0 })
    expect(new Set(bodies().map((body) => body.id)).size).toBe(1)
    expect((await notices()).map((one) => one.state)).toEqual(["failed"])
    expect(await log(id)).toMatchObject(
      [7, 6, 5, 4, 3, 2, 1].map((attempt) => ({
        attempt,
        status: 503,
        state: attempt === 7 ? "failed" : null,
      })),
    )
    expect(expectDone(await runOperation(listChannels, lead, { team: team.slug })).channels).toMatchObject([
      { state: "failing", last: { status: 503 } },
    ])

    receiver.answer(answering(200))
    const [{ delivery = "" } = {}] = await log(id)
    expectDone(await runOperation(retryDelivery, lead, { team: team.slug, channel: id, delivery }))
    expect((await log(id)).find((one) => one.state !== null)).toMatchObject({
      attempt: 8,
      state: "sent",
      delivery,
    })
    expect(expectDone(await runOperation(listChannels, lead, { team: team.slug })).channels).toMatchObject([
      { state: "working", failingSince: null },
    ])
    expect(await runOperation(retryDelivery, lead, { team: team.slug, channel: id, delivery })).toMatchObject(
      {
        ok: false,
        reason: "not-found",
      },
    )
  })

  it("delays its other messages no longer than its timeout", async () => {
    await given()
    receiver.answer(answering(500))
    await givenOpenAlert(team)
    await send()
    await givenOpenAlert(team)
    // The first one is sent again; newer ones wait with it.
    expect(await send(later(2))).toMatchObject({ messages: 1, failed: 1 })
    receiver.answer(answering(200))
    expect(await send(later(10))).toMatchObject({ messages: 2, sent: 2 })
  })

  it("or answers after its channel was removed causes no sender failure", async () => {
    const { id } = await given()
    await givenOpenAlert(team)
    receiver.answer(
      (response) =>
        void runOperation(removeChannel, lead, { team: team.slug, channel: id }).then(() =>
          response.writeHead(204).end(),
        ),
    )
    expect(await send()).toMatchObject({ messages: 1, sent: 1 })
    const { id: tested } = await given()
    receiver.answer(
      (response) =>
        void runOperation(removeChannel, lead, { team: team.slug, channel: tested }).then(() =>
          response.writeHead(204).end(),
        ),
    )
    expect(
      expectDone(await runOperation(testChannel, lead, { team: team.slug, channel: tested })),
    ).toMatchObject({
      arrived: true,
    })
  })

  it("is not contacted before its Retry-After time, and never again after 410 Gone", async () => {
    const { id } = await given()
    receiver.answer(answering(429, { "Retry-After": "600" }))
    await givenOpenAlert(team)
    await send()
    expect(await send(later(9))).toMatchObject({ messages: 0 })
    receiver.answer(answering(410))
    expect(await send(later(11))).toMatchObject({ messages: 1, failed: 1 })
    expect((await notices()).map((one) => one.state)).toEqual(["failed"])
    expect(expectDone(await runOperation(listChannels, lead, { team: team.slug })).channels).toMatchObject([
      { id, state: "paused" },
    ])
    expect(
      await database().auditEvent.findFirst({ where: { teamId: team.id }, orderBy: { number: "desc" } }),
    ).toMatchObject({ kind: "channel.pause", actorKind: "system" })
  })

  it("by a timeout, a redirect or a private address is named in the log", async () => {
    const elsewhere = await openReceiver()
    const { id } = await given()
    const { id: private_ } = await given({ url: "https://receiver.example/alerts" })
    receiver.answer(() => undefined)
    await givenOpenAlert(team)
    await send(new Date(), { wholeMs: 50, resolve: async () => [{ address: "10.0.0.7", family: 4 }] })
    receiver.answer(answering(302, { Location: elsewhere.url }))
    await send(later(2), { resolve: async () => [{ address: "169.254.169.254", family: 4 }] })
    expect((await log(id)).map((one) => one.error)).toEqual([
      expect.stringMatching(/responded with 302 .*Redirects are not followed/),
      "the receiver did not respond within 0.05 s",
    ])
    expect((await log(private_)).map((one) => one.error)).toEqual([
      expect.stringMatching(/resolves to 169\.254\.169\.254, which is a cloud metadata address/),
      expect.stringMatching(/^receiver\.example resolves to 10\.0\.0\.7, which is a private address/),
    ])
    expect(elsewhere.received).toEqual([])
    await elsewhere.close()
  })
})

describe("concurrent senders", () => {
  it("send each alert once", async () => {
    for (let channel = 0; channel < 5; channel += 1) await given()
    const alerts = await Promise.all(Array.from({ length: 20 }, () => givenOpenAlert(team)))
    receiver.answer((response) => void setImmediate(() => response.writeHead(204).end()))
    const figures = await Promise.all(Array.from({ length: 4 }, () => send()))
    expect(figures.reduce((sum, one) => sum + one.planned, 0)).toBe(100)
    expect(figures.reduce((sum, one) => sum + one.sent, 0)).toBe(100)
    expect(told().toSorted()).toEqual(
      alerts.flatMap((alert) => Array.from({ length: 5 }, () => alert)).toSorted(),
    )
  })

  it(
    "with one killed during a request send it again under the same id, and mark it as unknown for a Slack-compatible receiver",
    { timeout: 60_000 },
    async () => {
      const child = await bundleForTests("tests/support/http/notify-child.ts")
      const { id: webhook } = await given()
      const alert = await givenOpenAlert(team)
      await killedWhileSending(child)
      expect(await send()).toMatchObject({ messages: 0, doubtful: 0 }) // It may still be running.
      await expireLeases()
      expect(await send()).toMatchObject({ doubtful: 1, messages: 1, sent: 1 })
      expect(bodies().map(({ id, alerts }) => [id, alerts.map((one) => one.id)])).toEqual([
        [bodies()[0]?.id, [alert]],
        [bodies()[0]?.id, [alert]],
      ])
      expect(
        (await log(webhook)).map(({ attempt, error, state }) => [
          attempt,
          error?.slice(0, 34) ?? null,
          state,
        ]),
      ).toEqual([
        [2, null, "sent"],
        [1, "delivery status unknown: the serve", null],
      ])

      await database().channel.deleteMany()
      const { id: slack } = await given({ kind: "slack" })
      await givenOpenAlert(team)
      await killedWhileSending(child)
      receiver.received.length = 0
      await expireLeases()
      expect(await send()).toMatchObject({ doubtful: 1, messages: 0 })
      expect(receiver.received).toEqual([])
      expect(await log(slack)).toMatchObject([{ attempt: 1, took: null, state: "doubt" }])
    },
  )

  it("with one killed before its request send the alert as usual", async () => {
    const { id: channelId } = await given()
    await givenOpenAlert(team)
    await planNotices(wholeTeamUnchecked(team.id), new Date())
    const claim = { channelId, except: [], now: new Date(), most: 1 }
    expect((await claimDue(claim)).map((channel) => channel.notices.length)).toEqual([1])
    expect(await send()).toMatchObject({ messages: 0 })
    await expireLeases()
    expect(await send()).toMatchObject({ messages: 1, sent: 1, doubtful: 0 })
    expect(receiver.received).toHaveLength(1)
  })
})

/**
 * Runs a process that sends due notifications, and kills it when the receiver has the request and has not
 * answered.
 */
async function killedWhileSending(child: string): Promise<void> {
  const sender = spawn(process.execPath, [child], { stdio: "inherit" })
  receiver.answer((response) => {
    sender.kill("SIGKILL")
    response.on("error", () => undefined)
  })
  const [, signal] = (await once(sender, "exit")) as [number | null, string | null]
  expect(signal).toBe("SIGKILL")
  receiver.answer(answering(204))
}

describe("a channel", () => {
  it("hides its secret, stores it encrypted, and signs with a new key after a rotation", async () => {
    const secretive = `${receiver.url}/T000/B000/wordsnobodysees?key=hidden`
    const { id, key } = await given({ url: secretive })
    await given({ kind: "slack", url: secretive })
    const shown = JSON.stringify(expectDone(await runOperation(listChannels, lead, { team: team.slug })))
    expect(shown).not.toMatch(/hidden/)
    expect(shown).toContain(
      `"where":"${new URL(receiver.url).origin}/…dden"`.replace("dden", secretive.slice(-4)),
    )
    const rows = await database().$queryRaw<
      { all: string }[]
    >`SELECT to_jsonb(c)::text || encode(secret, 'escape') AS all FROM channel c`
    expect(rows.map((row) => row.all).join()).not.toMatch(/wordsnobodysees\?key|hidden|qdw_/)
    expect(
      JSON.stringify(
        await database().auditEvent.findMany({ where: { teamId: team.id } }),
        (_, value: unknown) => (typeof value === "bigint" ? Number(value) : value),
      ),
    ).not.toMatch(/hidden|qdw_/)
    const fresh = expectDone(await runOperation(replaceChannelKey, lead, { team: team.slug, channel: id }))
    expect(fresh.key).not.toBe(key)
    expectDone(await runOperation(testChannel, lead, { team: team.slug, channel: id }))
    const { headers, body } = receiver.received[0] ?? { headers: {}, body: "" }
    const seconds = /^t=(\d+)/.exec(String(headers["quarterdeck-signature"]))?.[1]
    expect(headers["quarterdeck-signature"]).toBe(
      `t=${seconds},v1=${createHmac("sha256", fresh.key).update(`${seconds}.${body}`).digest("hex")}`,
    )
  })

  it("is encrypted for its own record and for this deployment's secret", () => {
    const sealed = encrypt("key", "channel a/b")
    expect(decrypt(sealed, "channel a/b")).toBe("key")
    expect(decrypt(sealed, "channel a/c")).toBe(null)
    expect(
      decrypt(
        sealed.map((byte, place) => (place === 20 ? byte ^ 1 : byte)),
        "channel a/b",
      ),
    ).toBe(null)
    const secret = process.env.NEXTAUTH_SECRET
    process.env.NEXTAUTH_SECRET = "another secret of more than thirty-two characters"
    expect(decrypt(sealed, "channel a/b")).toBe(null)
    process.env.NEXTAUTH_SECRET = secret
  })

  it("can be tested at once with the response, and reports missing mail settings", async () => {
    const { id } = await given()
    expect(expectDone(await runOperation(testChannel, lead, { team: team.slug, channel: id }))).toMatchObject(
      {
        arrived: true,
        status: 204,
        error: null,
      },
    )
    expect(bodies()).toMatchObject([{ test: true, team: team.name, alerts: [] }])
    receiver.answer(answering(404))
    expect(expectDone(await runOperation(testChannel, lead, { team: team.slug, channel: id }))).toMatchObject(
      {
        arrived: false,
        status: 404,
        error: "the receiver responded with 404",
      },
    )
    expect((await log(id)).map(({ alerts, status, state }) => [alerts, status, state])).toEqual([
      [0, 404, null],
      [0, 204, null],
    ])
    const { id: mail } = await given({ kind: "email", url: undefined, to: ["ana@example.com"] })
    expect(
      expectDone(await runOperation(testChannel, lead, { team: team.slug, channel: mail })),
    ).toMatchObject({
      arrived: false,
      error: expect.stringContaining("QUARTERDECK_SMTP_URL") as string,
    })
    for (let more = 0; more < 8; more += 1)
      await runOperation(testChannel, lead, { team: team.slug, channel: id })
    expect(await runOperation(testChannel, lead, { team: team.slug, channel: id })).toMatchObject({
      ok: false,
      reason: "too-many",
    })
  })

  it("rejects invalid settings by field name", async () => {
    const problem = async (more: object) => {
      const made = await runOperation(createChannel, lead, {
        team: team.slug,
        kind: "webhook",
        name: "X",
        ...more,
      })
      return made.ok ? null : made.message
    }
    expect(await problem({})).toBe("url: enter the receiver's address")
    expect(await problem({ url: "ftp://example.com" })).toBe(
      "url: enter an address that starts with https:// or http://",
    )
    expect(await problem({ url: receiver.url, to: ["ana@example.com"] })).toMatch(
      /^to: applies only to email/,
    )
    expect(await problem({ kind: "email" })).toMatch(/^to: enter at least one/)
    expect(await problem({ kind: "email", to: ["ana"] })).toMatch(/^to\.0: enter email addresses/)
    expect(await problem({ url: receiver.url, project: "none" })).toMatch(
      /^project: project not found in this team: none/,
    )
    expect(
      await problem({ url: receiver.url, quietHours: { from: "22:00", to: "22:00", timeZone: "UTC" } }),
    ).toMatch(/^quietHours\.to: enter an end time/)
    await given({ name: "Taken" })
    expect(await problem({ url: receiver.url, name: "Taken" })).toMatch(
      /^name: this team already has a channel with the name Taken/,
    )
    const { id } = await given({ kind: "slack" })
    expect(await runOperation(replaceChannelKey, lead, { team: team.slug, channel: id })).toMatchObject({
      ok: false,
      reason: "invalid",
    })
    expectDone(await runOperation(removeChannel, lead, { team: team.slug, channel: id }))
    expect(await runOperation(removeChannel, lead, { team: team.slug, channel: id })).toMatchObject({
      ok: false,
      reason: "not-found",
    })
  })
})
