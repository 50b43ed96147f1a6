import { afterEach, beforeEach, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { commit } from "@/lib/db/infra/commit"
import type { Actor } from "@/lib/memory/teams/actor"
import { done } from "@/lib/memory/inputs/outcome"
import { setOwnDigest, showDigest, sendDueDigests } from "@/lib/operations/notifications/digests"
import { createChannel } from "@/lib/operations/notifications/channels"
import { setNotificationMail, sendPersonalMails } from "@/lib/operations/notifications/personal-notifications"
import { startWorker } from "@/lib/jobs/worker"
import { sendingNotifications } from "@/lib/operations/notifications/send-alerts"
import { createComment } from "@/lib/operations/comments/comments"
import { runOperation } from "@/lib/operations/operation"
import { snoozeSyntheses } from "@/lib/operations/coach/syntheses"
import { snoozeSeedPlans } from "@/lib/operations/seed/seed-plans"
import { givenSeedPlan } from "../../support/coach/seed-plans"
import { givenSynthesis } from "../../support/coach/syntheses"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { givenOpenAlert } from "../../support/alerts/open-alerts"
import { actorOf, expectDone, givenPerson } from "../../support/data/people"
import { addition, givenMemory, givenProposal } from "../../support/proposals"
import { openMailServer, openReceiver } from "../../support/http/receiver"

const PATH = memoryPath("ann")
const EIGHT_IN_BERLIN = new Date("2026-03-02T07:00:00Z")
const day = (date: string) => new Date(`${date}T00:00:00Z`)

let mails: Awaited<ReturnType<typeof openMailServer>>
let memory: Awaited<ReturnType<typeof givenMemory>>
let member: Actor

beforeEach(async () => {
  await database().digest.deleteMany()
  mails = await openMailServer()
  Object.assign(process.env, { QUARTERDECK_SMTP_URL: mails.url, QUARTERDECK_MAIL_FROM: "deck@example.com" })
  memory = await givenMemory({ [PATH]: memoryOf("ann", ["Invoices are rounded to cents"]) })
  member = await actorOf(await givenPerson({ team: memory.team, role: "member" }))
  await wants({ hour: 8, timeZone: "Europe/Berlin" })
  await database().digest.updateMany({ data: { sentOn: null } })
})
afterEach(async () => {
  delete process.env.QUARTERDECK_SMTP_URL
  delete process.env.QUARTERDECK_MAIL_FROM
  await mails.close()
})

const wants = async (digest: { hour: number; timeZone: string } | null) =>
  expectDone(await runOperation(setOwnDigest, member, { team: memory.team.slug, digest }))
const send = (at = EIGHT_IN_BERLIN) => sendDueDigests(systemActor(), at)
/** The decoded text of the mail: without folded lines and =3D. */
const text = () =>
  (mails.mails[0]?.text ?? "").replaceAll(/=\n/g, "").replaceAll("=C2=B7", "·").replaceAll("=3D", "=")

it("reports the number, severity and age of pending items, without memory text", async () => {
  await givenProposal(memory.team, { file: PATH, changes: [addition("Cents are rounded at the end")] })
  const alert = await givenOpenAlert(memory.team, {
    severity: "error",
    message: "MEMORY.md is past the cut",
    raisedAt: new Date("2026-02-20T00:00:00Z"),
  })
  await givenOpenAlert(memory.team)
  expect(await send()).toEqual({ sent: 1, failed: 0, nothing: 0 })
  expect(mails.mails[0]?.to).toEqual([expect.stringMatching(/@example\.com$/)])
  expect(text()).toMatch(/^Subject: .*: 1 proposal, 2 alerts$/m)
  expect(text()).toContain("- 2 alerts: 1 error, 1 warning")
  expect(text()).toContain(
    `Since 2026-02-20 · alert\nMEMORY.md is past the cut\nhttp://localhost:3000/t/${memory.team.slug}/inbox?tab=alerts&item=${alert}`,
  )
  expect(text()).not.toContain("Cents are rounded")
})

it("includes coach results and seed plans, also without other items, but not those that its reader snoozed", async () => {
  const [entry] = (await memory.file(PATH)).entries
  const synthesis = await givenSynthesis(memory.team, {
    project: "ledger",
    claims: [{ text: "Invoices are rounded", cites: [entry?.id ?? ""], decided: "waiting" }],
  })
  const projectId = (
    await database().project.findFirstOrThrow({ where: { teamId: memory.team.id, slug: "ledger" } })
  ).id
  const plan = await givenSeedPlan(memory.team.id, { projectId })
  expect(await send()).toMatchObject({ sent: 1 })
  expect(text()).toMatch(/^Subject: .*: 1 synthesis, 1 seed\s+plan$/m)
  expect(text()).toContain(
    `· synthesis\nbrief in ledger\nhttp://localhost:3000/t/${memory.team.slug}/inbox?tab=coach&item=${synthesis}`,
  )
  expect(text()).toContain(
    `· seed plan\nnewcomer in ledger\nhttp://localhost:3000/t/${memory.team.slug}/inbox?tab=seed&item=${plan}`,
  )
  const until = new Date(Date.now() + 86_400_000).toISOString()
  expectDone(await runOperation(snoozeSyntheses, member, { syntheses: [synthesis], until }))
  expectDone(await runOperation(snoozeSeedPlans, member, { plans: [plan], until }))
  expect(await send(new Date("2026-03-03T07:00:00Z"))).toEqual({ sent: 0, failed: 0, nothing: 1 })
})

it("is sent once a day at the reader's local hour, with any number of senders, and not without pending items", async () => {
  expect(await send()).toEqual({ sent: 0, failed: 0, nothing: 1 })
  await givenOpenAlert(memory.team)
  expect(await send(new Date("2026-03-03T06:59:00Z"))).toEqual({ sent: 0, failed: 0, nothing: 0 })
  const figures = await Promise.all(Array.from({ length: 5 }, () => send(new Date("2026-03-03T07:00:00Z"))))
  expect(figures.filter((one) => one.sent === 1)).toHaveLength(1)
  expect(await send(new Date("2026-03-03T22:59:00Z"))).toMatchObject({ sent: 0 })
  expect(await send(new Date("2026-03-29T06:00:00Z"))).toMatchObject({ sent: 1 }) // Daylight saving time.
  expect(mails.mails).toHaveLength(2)
})

it("is retried after half an hour if the mail server fails, and not sent to removed members", async () => {
  await givenOpenAlert(memory.team)
  const url = process.env.QUARTERDECK_SMTP_URL
  process.env.QUARTERDECK_SMTP_URL = "smtp://127.0.0.1:1"
  expect(await send()).toMatchObject({ failed: 1 })
  process.env.QUARTERDECK_SMTP_URL = url
  expect(await send(new Date("2026-03-02T07:29:00Z"))).toMatchObject({ sent: 0, failed: 0 })
  expect(await send(new Date("2026-03-02T07:31:00Z"))).toMatchObject({ sent: 1 })
  await database().membership.deleteMany({ where: { userId: member.id } })
  expect(await send(new Date("2026-03-05T09:00:00Z"))).toEqual({ sent: 0, failed: 0, nothing: 0 })
})

it("is a user's own setting: they set, view and delete it, and the first one is sent at their next hour", async () => {
  expect(await runOperation(showDigest, member, { team: memory.team.slug })).toMatchObject({
    ok: true,
    value: { digest: { hour: 8, timeZone: "Europe/Berlin" }, mail: true },
  })
  expect(await runOperation(showDigest, memory.lead, { team: memory.team.slug })).toMatchObject({
    ok: true,
    value: { digest: null },
  })
  await wants({ hour: 0, timeZone: "UTC" })
  expect((await database().digest.findFirstOrThrow()).sentOn).toEqual(
    day(new Date().toISOString().slice(0, 10)),
  )
  expect(
    await runOperation(setOwnDigest, member, {
      team: memory.team.slug,
      digest: { hour: 24, timeZone: "UTC" },
    }),
  ).toMatchObject({ ok: false, message: "digest.hour: must be a whole hour from 0 to 23" })
  expect(
    await runOperation(setOwnDigest, member, {
      team: memory.team.slug,
      digest: { hour: 8, timeZone: "Berlin" },
    }),
  ).toMatchObject({ ok: false, message: "digest.timeZone: enter a valid time zone, such as Europe/Berlin" })
  await wants(null)
  expect(await database().digest.count()).toBe(0)
})

it("leaves alerts to channels: unsent alerts are sent at startup, and later ones when they are raised", async () => {
  const receiver = await openReceiver()
  process.env.QUARTERDECK_WEBHOOK_ALLOW = "127.0.0.0/8"
  const told = () =>
    receiver.received.flatMap(({ body }) =>
      (JSON.parse(body) as { alerts: { id: string }[] }).alerts.map((alert) => alert.id),
    )
  const raise = () => givenOpenAlert(memory.team, { raisedAt: new Date(Date.now() + 1_000) })
  expectDone(
    await runOperation(createChannel, memory.lead, {
      team: memory.team.slug,
      kind: "webhook",
      name: "On call",
      url: receiver.url,
    }),
  )
  const before = await raise()
  const { stop } = startWorker([sendingNotifications(systemActor(), { pauseMs: 10 })])
  await expect.poll(told, { timeout: 30_000 }).toEqual([before])
  const after = await raise()
  const look = () =>
    commit(systemActor(), { kind: "alert.evaluate", teamId: memory.team.id, subject: "1 alert" }, async () =>
      done(undefined),
    )
  await expect
    .poll(async () => ((await look()).ok ? told() : []), { timeout: 30_000 })
    .toEqual([before, after]) // The server may not be listening yet.
  await stop()
  expect(
    (await database().notice.findMany({ where: { teamId: memory.team.id } })).map((one) => one.state),
  ).toEqual(["sent", "sent"])
  delete process.env.QUARTERDECK_WEBHOOK_ALLOW
  await receiver.close()
})

it("mails a mention once, with a link and without the comment, unless its reader turned mails off", async () => {
  const proposal = await givenProposal(memory.team, { file: PATH, changes: [addition("Cents are kept")] })
  const mention = async () =>
    expectDone(
      await runOperation(createComment, memory.lead, { item: proposal.id, text: `Herons, @${member.name}?` }),
    )
  await mention()
  const now = new Date(Date.now() + 1_000)
  process.env.QUARTERDECK_SMTP_URL = "smtp://127.0.0.1:1"
  await sendPersonalMails(now)
  process.env.QUARTERDECK_SMTP_URL = mails.url
  expect([await sendPersonalMails(now), mails.mails.length]).toEqual([0, 0])
  const later = new Date(now.getTime() + 2 * 60_000)
  expect([await sendPersonalMails(later), await sendPersonalMails(later)]).toEqual([1, 0])
  expect(text()).toContain(`mentioned you on a proposal for ${PATH}`)
  expect(text()).toContain(`/inbox?tab=proposals&item=${proposal.id}`)
  expect(text()).not.toContain("Herons")
  expectDone(await runOperation(setNotificationMail, member, { team: memory.team.slug, enabled: false }))
  await mention()
  expect(await sendPersonalMails(new Date(Date.now() + 1_000))).toBe(0)
})
