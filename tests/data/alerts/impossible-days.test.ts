import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { evaluateTeam } from "@/lib/operations/alerts/evaluate"
import { readDailyLogs } from "@/lib/operations/health/log-and-link-checks"
import { importFiles } from "../../support/conflicts/conflicts"
import { givenTeam } from "../../support/data/people"

it("evaluates a project with daily logs named for impossible dates", async () => {
  const team = await givenTeam()
  await importFiles(team, {
    "MEMORY.md": "# Memory\n\n- The broker redelivers after a restart\n",
    "memory/2026-13-45.md": "- an entry of no day\n",
    "memory/0000-00-00.md": "- an entry of no day either\n",
    "memory/9999-12-31.md": "- an entry of a day that is out of range\n",
    "memory/2026-11-02.md": "- Deployed the gateway\n",
  })
  await evaluateTeam(systemActor(), team.id, { now: new Date("2026-11-27T08:00:00Z") })
  expect(await database().alert.findMany({ where: { teamId: team.id, kind: "unchecked" } })).toEqual([])
  const project = await database().project.findFirstOrThrow({ where: { teamId: team.id } })
  await expect(
    readDailyLogs(wholeTeamUnchecked(team.id), [project.id], new Date("2026-11-27T08:00:00Z")),
  ).resolves.toMatchObject({ gaps: [] })
})
