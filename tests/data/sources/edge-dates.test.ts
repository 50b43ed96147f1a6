import { utimesSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { showActivity, showGrowth } from "@/lib/operations/agents/growth-and-activity"
import { showHealth } from "@/lib/operations/health/health"
import { JOBS } from "@/lib/operations/jobs/jobs"
import { importFolder } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone, givenTeam } from "../../support/data/people"
import { inDays, notifyOf } from "../../support/alerts/watching"

const EDGE_DAYS = [
  "0000-00-00",
  "0000-01-01",
  "0001-01-01",
  "1582-10-10",
  "1969-12-31",
  "1970-01-01",
  "2026-02-30",
  "2199-12-31",
  "2200-01-01",
  "9999-12-31",
]
const EDGE_TEXTS = ["+275760-09-13", "12026-01-01", "-0001-01-01"]

/**
 * A fleet with each edge date as the name of a log, in front matter, in entries and the session log of an
 * agent, and in JSON.
 */
const FILES = {
  [memoryPath("ann")]: memoryOf("ann", ["Healthy"]),
  ...Object.fromEntries(
    [...EDGE_DAYS, ...EDGE_TEXTS].flatMap((day, place) => [
      [`memory/${day}.md`, "# Log\n- Worked on the ledger\n"],
      [
        memoryPath(`edge-${place}`),
        `---\nagent: edge-${place}\nproject: p\nlast_updated: ${day}\nsession_count: 1\n---\n\n## What Worked\n- [${day}] It worked\n\n## Session Log\n- ${day} · it worked · done\n`,
      ],
      [
        `memory/teams/t${place}/memory.json`,
        `{"version": "1.0", "last_updated": "${day}", "entries": [{"id": "a", "type": "decision", "content": "x", "created_at": "${day}T00:00:00Z"}]}`,
      ],
      [
        `p${place}/.sdd/cache/project_memory.json`,
        `{"runs": [{"timestamp": "${day}T10:00:00Z", "goal": "g", "outcome": "success", "lesson": "l"}], "notes": []}`,
      ],
    ]),
  ),
}

describe("a team with extreme dates in its files", () => {
  it("keeps its alerts, activity, growth, health and scheduled jobs", async () => {
    const team = await givenTeam()
    const folder = givenFolder(FILES)
    for (const [place, time] of [0, -86_400, -62_135_596_801, 253_402_300_801, 8_640_000_000_000].entries())
      utimesSync(join(folder, memoryPath(`edge-${place}`)), time, time)
    const { run, items } = await importFolder(team, folder, { project: "p" })
    expect(run).toMatchObject({ state: "done", error: null, files: { setAside: 0 } })
    expect(items["memory/9999-12-31.md"]?.diagnostics).toMatchObject([
      { code: "file-name-date-invalid", line: 1 },
    ])

    const dates = await database().$queryRaw<{ first: string; last: string }[]>`
      SELECT min(day)::text AS first, max(day)::text AS last FROM (
        SELECT updated_on AS day FROM memory_file WHERE team_id = ${team.id}::uuid
        UNION ALL SELECT stated_on FROM entry WHERE team_id = ${team.id}::uuid
        UNION ALL SELECT date FROM log_record WHERE team_id = ${team.id}::uuid) AS days`
    expect(dates).toEqual([{ first: "1970-01-01", last: "2199-12-31" }])

    expect(await notifyOf({ team }, "log-missing", inDays(1))).toBeDefined()
    expect(await database().alert.count({ where: { teamId: team.id } })).toBeGreaterThan(0)
    for (const operation of [showActivity, showGrowth, showHealth])
      expectDone(
        (await operation.run(systemActor(), operation.input.parse({ team: team.slug }) as never)) as never,
      )
    for (const job of JOBS.filter(({ name }) => !/notify|digest/.test(name)))
      await expect(job.run(systemActor(), inDays(2), [team.id]), job.name).resolves.toBeDefined()
  })
})
