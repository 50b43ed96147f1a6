import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { lastWeeks, weekNumber } from "@/lib/memory/agents/activity"
import { isStale } from "@/lib/memory/memory-files/entry-dates"
import { datePlusDays } from "@/lib/memory/policies/effective-settings"
import { evaluateTeam } from "@/lib/operations/alerts/evaluate"
import { showActivity } from "@/lib/operations/agents/growth-and-activity"
import { showRedundancy } from "@/lib/operations/agents/overlap"
import { showFleet } from "@/lib/operations/agents/fleet"
import { runOperation } from "@/lib/operations/operation"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { numbers } from "../../bench/generated-fleet"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { givenMemory } from "../../support/proposals"

const POOL = [
  "Never share a database between two suites",
  "Invoices are rounded to whole cents",
  "Only two words",
  "- [Queues](queues.md) says how they drain",
  "Seeds are printed with every failure",
]
const NAMES = ["unit-tester", "contract-tester", "code-reviewer", "ann"]

it.each([3, 17])(
  "precomputed fleet views equal views computed from memory after random writes (seed %i)",
  async (seed) => {
    const chance = numbers(seed)
    const now = new Date()
    const line = (text: string) =>
      chance() < 0.3 ? text : `[${datePlusDays(now.toISOString(), -Math.floor(chance() * 400))}] ${text}`
    const some = () =>
      [
        ...POOL.filter(() => chance() < 0.5),
        ...Array.from(
          { length: Math.floor(chance() * 4) },
          (_, at) => `Line ${at} of ${Math.floor(chance() * 1000)} that nobody else has`,
        ),
      ].map(line)
    const { team } = await givenMemory({
      ...Object.fromEntries(NAMES.map((name) => [memoryPath(name), memoryOf(name, some())])),
      ".claude/agent-memory/testing/MEMORY.md": memoryOf("testing", some()),
    })
    for (let step = 0; step < 4; step += 1) {
      if (chance() < 0.5) await evaluateTeam(systemActor(), team.id, { now })
      for (const of of [{}, { project: "ledger" }]) await isAsCounted(team, of, now)
      const path = memoryPath(NAMES[Math.floor(chance() * NAMES.length)] ?? "")
      const file = await database().memoryFile.findFirstOrThrow({ where: { teamId: team.id, path } })
      expectDone(
        await runOperation(reviseFile, systemActor(), {
          file: file.id,
          base: file.head,
          text: memoryOf(path.split("/")[2] ?? "", some()),
          reason: `step ${step}`,
        }),
      )
    }
  },
)

async function isAsCounted(team: { id: string; slug: string }, of: object, now: Date): Promise<void> {
  const { files, entries, agents } = await stored(team.id)
  const { agents: rows, totals } = expectDone(
    await runOperation(showFleet, systemActor(), { team: team.slug, ...of }),
  )
  const stale = (fileIds: readonly string[]) =>
    entries.filter((one) => fileIds.includes(one.file) && isStale(one, now)).length
  expect(totals).toMatchObject({
    files: files.length,
    entries: files.reduce((sum, one) => sum + one.entries, 0),
    stale: stale(files.map(({ id }) => id)),
  })
  const half = expectDone(await runOperation(showActivity, systemActor(), { team: team.slug, ...of }))
  for (const { id, name } of agents.filter(({ id: one }) => files.some(({ agent }) => agent === one))) {
    const own = files.filter(({ agent }) => agent === id)
    const sum = (figure: (file: (typeof own)[number]) => number) =>
      own.reduce((total, file) => total + figure(file), 0)
    const dated = (weeks: readonly string[]) =>
      weeks.map((week) => sum(({ activity }) => activity[week] ?? 0))
    expect(rows.find((row) => row.id === id)).toMatchObject({
      files: own.length,
      entries: sum((file) => file.entries),
      lines: sum((file) => file.lines),
      stale: stale(own.map((file) => file.id)),
      weeks: dated(lastWeeks(now, 12)),
      budget: Math.max(...own.map(({ limits }) => limits.budget ?? 0)) || null,
      limit: Math.max(...own.map(({ limits }) => limits.lines ?? 0)) || null,
    })
    expect(half.agents.find((row) => row.name === name)?.weeks).toEqual(dated(half.weeks))
  }
  const repeated = expectDone(
    await runOperation(showRedundancy, systemActor(), { team: team.slug, ...of }),
  ).statements
  expect(
    repeated
      .map(({ text, agents: by, copies, saved, held }) => [text, by, copies, saved, held.length])
      .toSorted(),
  ).toEqual(
    POOL.flatMap((text) => {
      const copies = entries.filter(
        (one) =>
          one.agent !== null &&
          one.text === text &&
          /(\S+\s+){3}\S/.test(text) &&
          !/\]\([^)]*\.md[)#]/.test(text),
      )
      const by = new Set(copies.map(({ agent }) => agent)).size
      return by > 1 ? [[text, by, copies.length, copies.length - 1, copies.length]] : []
    }).toSorted(),
  )
}

interface StoredFile {
  readonly id: string
  readonly agent: string | null
  readonly lines: number
  readonly entries: number
  readonly limits: { readonly budget?: number; readonly lines?: number }
  readonly activity: Readonly<Record<string, number>>
}

async function stored(teamId: string) {
  const files = await database().$queryRaw<
    StoredFile[]
  >`SELECT id, agent_id AS agent, lines, entries, limits, activity FROM memory_file WHERE team_id = ${teamId}::uuid AND state <> 'gone'`
  const entries = await database().$queryRaw<
    {
      file: string
      agent: string | null
      text: string
      date: string | null
      type: string | null
      state: "current"
    }[]
  >`
    SELECT file_id AS file, agent_id AS agent, text, stated_on::text AS date, type, state FROM entry WHERE team_id = ${teamId}::uuid AND state = 'current'`
  const agents = await database().agent.findMany({ where: { teamId }, select: { id: true, name: true } })
  return { files, entries, agents }
}

it("a file's weeks cover all Mondays including gaps, and an undated file has none", async () => {
  const activity = { "-000001-12": 3, "0000-04-24": 1, "2026-11-16": 4, "2025-12-29": 1, "2026-01-12": 2 }
  const [row] = await database().$queryRaw<
    { first: number; weeks: number[]; none: number[] | null; now: number }[]
  >`
    SELECT array_lower(weeks, 1) AS first, weeks[array_lower(weeks, 1):array_lower(weeks, 1) + 2] AS weeks, weeks_dated('{"0000-04-24": 1, "-000001-12": 2}') AS none, weeks[${weekNumber("2026-11-16")}::int] AS now FROM (SELECT weeks_dated(${JSON.stringify(activity)}::jsonb) AS weeks) one`
  expect(row).toEqual({ first: weekNumber("2025-12-29"), weeks: [1, 0, 2], none: null, now: 4 })
})
