import { describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { runOperation } from "@/lib/operations/operation"
import { showAgent } from "@/lib/operations/agents/fleet"
import { showTimeline, type TimelineItem } from "@/lib/operations/agents/timeline"
import { closeSession } from "@/lib/operations/sessions/close"
import { startSession } from "@/lib/operations/sessions/start"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { givenAlert } from "../../support/alerts/alerts"
import { expectDone } from "../../support/data/people"
import { addition, decide, givenMemory, givenProposal, givenToken } from "../../support/proposals"

const PATH = memoryPath("unit-tester")
const FLEET = {
  [PATH]: memoryOf("unit-tester", ["[2026-02-01] Ports are never shared"]),
  [memoryPath("code-reviewer")]: memoryOf("code-reviewer", ["[2026-02-01] Reviews are short"]),
}

type Team = Awaited<ReturnType<typeof givenMemory>>["team"]
const timeline = (team: Team, more: object = {}) =>
  runOperation(showTimeline, systemActor(), {
    team: team.slug,
    project: "ledger",
    agent: "unit-tester",
    ...more,
  })
const items = async (team: Team, more: object = {}) => expectDone(await timeline(team, more)).items

/**
 * A session with its receipt, close and log line; an approved and a pending proposal; an alert that was
 * raised and resolved.
 */
async function lived() {
  const world = await givenMemory(FLEET)
  const { team, lead, file } = world
  const on = { team: team.slug, project: "ledger", agent: "unit-tester" }
  expectDone(await runOperation(startSession, systemActor(), { ...on, session: "s-1", harness: "codex" }))
  expectDone(
    await runOperation(closeSession, systemActor(), {
      ...on,
      session: "s-1",
      summary: "Balanced the books",
      outcome: "done",
    }),
  )
  const proposed = await givenProposal(
    team,
    { file: PATH, changes: [addition("Seeds are printed")] },
    givenToken(team, { agent: "unit-tester" }),
  )
  expectDone(await decide(lead, proposed.id, { verdict: "approve" }))
  const waiting = await givenProposal(
    team,
    { file: PATH, changes: [addition("Clocks are frozen")] },
    givenToken(team, { agent: "code-reviewer" }),
  )
  const { agentId, projectId } = await database().memoryFile.findFirstOrThrow({
    where: { teamId: team.id, path: PATH },
  })
  const alert = await givenAlert(team, { projectId, agentId, message: "It is stale", state: "resolved" })
  for (const what of ["raised", "changed", "resolved"])
    await database().alertEvent.create({
      data: {
        teamId: team.id,
        alertId: alert,
        round: 1,
        what,
        byKind: "system",
        byId: "system",
        byName: "the watch",
        detail: what === "raised" ? { message: "It was stale", severity: "info" } : {},
      },
    })
  return { ...world, proposed: proposed.id, waiting: waiting.id, alert, file: (await file(PATH)).id }
}

const told = (item: TimelineItem): string => {
  switch (item.kind) {
    case "session":
      return `session ${item.session} ${item.closedAt === null ? "goes on" : `closed: ${item.summary} · ${item.outcome}, revision ${item.revision}`}`
    case "log":
      return `log ${item.date}: ${item.summary}`
    case "revision":
      return `revision ${item.revision} +${item.added} -${item.cut}`
    case "proposal":
      return `proposal by ${item.author}: ${item.text}, ${item.verdict ?? item.state}`
    case "receipt":
      return `receipt ${item.harness} ${item.session}, ${item.files} file`
    case "alert":
      return `alert ${item.what}: ${item.message} (${item.severity})`
  }
}

describe("the timeline of an agent", () => {
  it("lists each event once, newest first, without events of other agents", async () => {
    const { team, alert, proposed, file } = await lived()
    const all = await items(team)
    expect(all.map(told)).toEqual([
      "alert resolved: It is stale (warning)",
      "alert raised: It was stale (info)",
      "proposal by code-reviewer: Clocks are frozen, waiting",
      "proposal by unit-tester: Seeds are printed, approved",
      "revision 3 +1 -0",
      "revision 2 +3 -2",
      "session s-1 closed: Balanced the books · done, revision 2",
      "receipt codex s-1, 1 file",
      "revision 1 +14 -0",
      "log 2026-02-01: read the ledger",
    ])
    expect(all[0]).toMatchObject({ alert, alertKind: "stale-file", state: "resolved", agent: "unit-tester" })
    expect(all[3]).toMatchObject({ proposal: proposed, file, revision: 3, path: PATH, does: "add" })
    expect(all.at(-1)).toMatchObject({
      date: "2026-02-01",
      at: "2026-02-01T00:00:00+00:00",
      file,
      path: PATH,
    })
    expect((await items(team, { agent: "code-reviewer" })).map(told)).toEqual([
      "proposal by code-reviewer: Clocks are frozen, waiting",
      "revision 1 +14 -0",
      "log 2026-02-01: read the ledger",
    ])
  })

  it("filters by kind, and rejects unknown kinds and agents", async () => {
    const { team } = await lived()
    expect((await items(team, { kinds: "session" })).map(({ kind }) => kind)).toEqual(["session", "log"])
    expect((await items(team, { kinds: ["receipt", "alert"] })).map(({ kind }) => kind)).toEqual([
      "alert",
      "alert",
      "receipt",
    ])
    expect(await items(team, { kinds: "" })).toHaveLength(10)
    expect(await timeline(team, { kinds: "session,dream" })).toMatchObject({ ok: false, reason: "invalid" })
    expect(await timeline(team, { agent: "nobody" })).toMatchObject({ ok: false, reason: "not-found" })
    expect(await timeline(team, { project: "elsewhere" })).toMatchObject({ ok: false, reason: "not-found" })
  })

  it("lists as many sessions as the agent’s page counts, in logs and elsewhere", async () => {
    const { team } = await givenMemory({
      ...FLEET,
      [PATH]: memoryOf("unit-tester", ["Ports are never shared"]).replace(
        "session_count: 2",
        "session_count: 0",
      ),
    })
    const on = { team: team.slug, project: "ledger", agent: "unit-tester" }
    const count = async () => expectDone(await runOperation(showAgent, systemActor(), on)).agent.sessions
    expect(await count()).toBe(1)
    expectDone(await runOperation(startSession, systemActor(), { ...on, session: "s-1", harness: "codex" }))
    expect(await count()).toBe(2)
    expectDone(await runOperation(closeSession, systemActor(), { ...on, session: "s-1", summary: "Done" }))
    expect(await count()).toBe(2)
    expect(await items(team, { kinds: "session" })).toHaveLength(2)
  })

  it("continues page by page despite equal timestamps, and rejects an invalid cursor", async () => {
    const { team } = await lived()
    const whole = (await items(team)).map(({ key }) => key)
    const { projectId } = await database().memoryFile.findFirstOrThrow({
      where: { teamId: team.id, path: PATH },
    })
    const at = new Date("2026-01-05T10:00:00Z")
    await database().agentSession.createMany({
      data: Array.from({ length: 7 }, (_, place) => ({
        teamId: team.id,
        projectId,
        agentName: "unit-tester",
        session: `old-${place}`,
        startedAt: at,
        closedAt: place % 2 === 0 ? at : null,
        summary: place % 2 === 0 ? "Long ago" : null,
      })),
    })
    const seen: string[] = []
    for (let after: string | undefined, pages = 0; pages < 12; pages += 1) {
      const page: { items: TimelineItem[]; next: string | null } = expectDone(
        await timeline(team, { limit: 2, ...(after === undefined ? {} : { after }) }),
      )
      seen.push(...page.items.map(({ key }) => key))
      if (page.next === null) break
      after = page.next
    }
    expect(seen).toEqual([
      ...whole,
      ...[6, 5, 4, 3, 2, 1, 0].map((place) => `session:unit-tester:old-${place}`),
    ])
    expect(await timeline(team, { after: "eyJhIjoxfQ" })).toMatchObject({ ok: false, reason: "invalid" })
  })

  it("lists undated items last", async () => {
    const { team, file } = await lived()
    await database().logRecord.create({
      data: {
        teamId: team.id,
        fileId: file,
        position: 90,
        agentId: (await database().memoryFile.findFirstOrThrow({ where: { teamId: team.id, path: PATH } }))
          .agentId,
        date: null,
        summary: "Once upon a time",
        outcome: null,
        line: 40,
      },
    })
    const last = (await items(team)).at(-1)
    expect(last).toMatchObject({ kind: "log", at: null, date: null, summary: "Once upon a time" })
    const { next } = expectDone(await timeline(team, { limit: 10 }))
    expect((await items(team, { after: next })).map(({ key }) => key)).toEqual([last?.key])
  })
})
