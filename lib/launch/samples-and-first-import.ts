import { formatCount } from "@/lib/memory/text/sentence"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import { ownerLink as linkOfOwner } from "@/lib/auth/invitation"
import { systemActor } from "@/lib/auth/create-actor"
import { rereadMemory } from "@/lib/operations/import/reread"
import {
  importInto,
  samplesLoaded,
  samplesWanted,
  sampleTeam,
} from "@/lib/operations/samples/load-and-remove"
import { loadSampleFigures } from "@/lib/operations/samples/sample-figures"
import { loadSampleHistory, sampleHistory } from "@/lib/operations/samples/sample-history"
import { loadSampleProposals, sampleProposals } from "@/lib/operations/samples/sample-proposals"
import {
  loadEndedSessions,
  loadSampleReceipts,
  rewordSamples,
  sampleReceipts,
} from "@/lib/operations/samples/sample-receipts"
import type { ReportProgress } from "./launch"

const FLEET = z.object({
  teams: z.array(
    z.object({ name: z.string(), projects: z.array(z.object({ name: z.string(), path: z.string() })) }),
  ),
})

/** Loads the sample fleet on the very first start of a database. Returns the text of the step's line. */
export async function loadSamples(tell: ReportProgress): Promise<string> {
  if (!(await samplesWanted())) return "already loaded"
  const folder = join(process.cwd(), "samples")
  const fleet = FLEET.parse(JSON.parse(await readFile(join(folder, "fleet.json"), "utf8")))
  let files = 0
  for (const team of fleet.teams) {
    const { id } = await sampleTeam(systemActor(), team.name)
    for (const project of team.projects) {
      tell(`${team.name} / ${project.name}`)
      const run = await importInto(systemActor(), {
        teamId: id,
        directory: join(folder, project.path),
        projectName: project.name,
      })
      files += run.stored.files
    }
  }
  const now = new Date()
  const sessions = sampleReceipts.parse(JSON.parse(await readFile(join(folder, "receipts.json"), "utf8")))
  const history = sampleHistory.parse(JSON.parse(await readFile(join(folder, "history.json"), "utf8")))
  await loadSampleHistory(systemActor(), history, sessions, now)
  await loadSampleReceipts(systemActor(), sessions, { before: true, now })
  const proposals = await loadSampleProposals(
    systemActor(),
    sampleProposals.parse(JSON.parse(await readFile(join(folder, "proposals.json"), "utf8"))),
    now,
  )
  await rewordSamples(systemActor(), sessions, { now })
  await loadSampleReceipts(systemActor(), sessions, { before: false, now })
  await loadEndedSessions(systemActor(), sessions, { now })
  await loadSampleFigures(systemActor(), history, now)
  await samplesLoaded(systemActor())
  return `${fleet.teams.length} teams, ${files} memory files, ${proposals} proposals`
}

/** Imports the memory files below `folder`, into `project` if one is named. Returns the text of the step's line. */
export async function importDirectory({
  folder,
  project,
  tell,
}: {
  folder: string
  project: string | null
  tell: ReportProgress
}): Promise<string> {
  const run = await importInto(systemActor(), { teamId: null, directory: folder, projectName: project }, tell)
  const { new: fresh, changed, same, leftAlone, setAside } = run.files
  return `${fresh} new, ${changed} changed, ${same} unchanged, ${leftAlone} ignored, ${setAside} quarantined`
}

/**
 * Reads memory files again that an older release read with other entry rules. Returns the text of the step's
 * line.
 */
export async function readByNewRules(tell: ReportProgress): Promise<string> {
  const count = await rereadMemory(systemActor(), tell)
  return count === 0 ? "up to date" : `reindexed ${formatCount(count, "memory file")}`
}

/** Returns the one-time link that makes its visitor the owner; null if there is an owner. */
export async function ownerLink(baseUrl: string): Promise<string | null> {
  return linkOfOwner(baseUrl)
}
