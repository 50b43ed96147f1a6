import { spawn } from "node:child_process"
import { once } from "node:events"
import { afterAll, beforeAll, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { createChannel } from "@/lib/operations/notifications/channels"
import { expireLeases } from "../../support/jobs/leases"
import { sendDueNotices } from "@/lib/operations/notifications/send-alerts"
import { runOperation } from "@/lib/operations/operation"
import { bundleForTests } from "../../support/isolated/bundles"
import { givenOpenAlert } from "../../support/alerts/open-alerts"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { THOROUGH } from "../../support/thorough"
import { openReceiver } from "../../support/http/receiver"

const KILLS = THOROUGH ? 40 : 3

let child = ""
let receiver: Awaited<ReturnType<typeof openReceiver>>
beforeAll(async () => {
  process.env.QUARTERDECK_WEBHOOK_ALLOW = "127.0.0.0/8"
  receiver = await openReceiver()
  child = await bundleForTests("tests/support/http/notify-child.ts")
})
afterAll(async () => {
  delete process.env.QUARTERDECK_WEBHOOK_ALLOW
  await receiver.close()
})

it(
  `two senders, one of them killed with -9 at ${KILLS} moments, deliver every alert to every channel under one id`,
  { timeout: 240_000 },
  async () => {
    const team = await givenTeam()
    const lead = await actorOf(await givenPerson({ team, role: "lead" }))
    const channels = ["a", "b", "c", "d", "e", "f"]
    for (const name of channels)
      expectDone(
        await runOperation(createChannel, lead, {
          team: team.slug,
          kind: "webhook",
          name,
          url: `${receiver.url}/${name}`,
        }),
      )
    const alerts: string[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      alerts.push(await givenOpenAlert(team), await givenOpenAlert(team))
      await Promise.all([
        sender({ atRequest: 1 + (kill % channels.length), answered: kill % 3 === 2 }),
        kill % 2 === 1 ? sender(null) : Promise.resolve(),
      ])
    }
    await expireLeases()
    await sendDueNotices(systemActor(), new Date(Date.now() + 2 * 60_000))

    const had = new Map<string, Set<string>>()
    for (const { headers, body } of receiver.received)
      for (const alert of (JSON.parse(body) as { alerts: { id: string }[] }).alerts) {
        const ids = had.get(alert.id) ?? new Set()
        had.set(alert.id, ids.add(String(headers["quarterdeck-delivery"])))
      }
    expect([...had.keys()].toSorted()).toEqual(alerts.toSorted())
    expect([...had.values()].map((ids) => ids.size)).toEqual(alerts.map(() => channels.length))
    expect(
      await database().notice.groupBy({ by: ["state"], where: { teamId: team.id }, _count: true }),
    ).toEqual([{ state: "sent", _count: alerts.length * channels.length }])
    const ids = receiver.received.map(({ headers }) => headers["quarterdeck-delivery"])
    const doubtful = await database().delivery.count({ where: { teamId: team.id, took: null } })
    // Only messages with an unknown result may arrive twice.
    expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(doubtful)
  },
)

/**
 * Sends due notifications in a process. Kills it at this request, before or after the response; null lets it
 * finish.
 */
async function sender(end: { readonly atRequest: number; readonly answered: boolean } | null): Promise<void> {
  const one = spawn(process.execPath, [child], { stdio: ["ignore", "ignore", "inherit"] })
  let requests = 0
  if (end !== null) {
    receiver.answer((response) => {
      requests += 1
      if (requests === end.atRequest && !end.answered) one.kill("SIGKILL")
      response.writeHead(204).end(() => requests === end.atRequest && end.answered && one.kill("SIGKILL"))
    })
  }
  await once(one, "exit")
}
