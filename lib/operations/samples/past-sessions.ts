import { createHash } from "node:crypto"
import { idAt } from "@/lib/db/infra/identifiers"
import type { PastSession } from "@/lib/db/samples/past-sessions"
import { type GrownFile, machineOf } from "./past-files"
import { dayAfter, hoursAfter, pick, type SampleTime, spread } from "./sample-time"

/** A sample agent that works in a harness. */
export interface SampleWorker {
  readonly projectId: string
  readonly agent: string
  readonly category: string | null
  readonly harness: string
  /** Owner of the access token that the agent uses. */
  readonly by: string
  /** True if the agent works until today. If false, `receipts.json` contains its last days. */
  readonly untilToday: boolean
}

const CHARACTERS_PER_TOKEN = 4
/** Days without a change of its memory after which an agent counts as inactive. */
const AT_WORK_DAYS = 30

/**
 * Returns the sessions of an agent in a harness, one every few days. Each session loads the memory of its
 * day.
 */
export function pastSessions(
  worker: SampleWorker,
  files: readonly GrownFile[],
  { summaries, time }: { readonly summaries: readonly string[]; readonly time: SampleTime },
): PastSession[] {
  const { projectId, agent, harness } = worker
  const name = `${projectOfWorker(files, projectId)} ${agent} ${harness}`
  const loaded = files.filter(({ file }) => isLoaded(file.head, worker))
  const last = worker.untilToday ? dayAfter(time.now.toISOString().slice(0, 10), -1) : time.lastDay
  const sessions: PastSession[] = []
  if (!isAtWork(loaded, time)) return sessions
  let day = dayAfter(time.firstDay, spread(name, 3))
  for (let number = 0; day <= last; number += 1) {
    const key = `${name} ${number}`
    const startedAt = time.at(day, key)
    const given = givenAt(loaded, startedAt)
    if (given.entries.length > 0)
      sessions.push({
        id: idAt(startedAt),
        projectId,
        agent,
        harness,
        session: `${harness}-${4_000 + spread(key, 90_000)}`,
        startedAt,
        closedAt: hoursAfter(startedAt, (15 + spread(key, 75)) / 60),
        summary: pick(summaries, key),
        by: machineOf(worker.by),
        ...given,
      })
    day = dayAfter(day, 2 + spread(key, 5))
  }
  return sessions
}

const projectOfWorker = (files: readonly GrownFile[], projectId: string): string =>
  files.find(({ file }) => file.head.projectId === projectId)?.file.head.projectName ?? ""

function isLoaded(head: GrownFile["file"]["head"], { projectId, agent, category }: SampleWorker): boolean {
  if (head.projectId !== projectId || head.state !== "present") return false
  if (head.agent !== null) return head.agent === agent && (head.role === "memory" || head.role === "index")
  return head.category !== null && head.category === category
}

function isAtWork(files: readonly GrownFile[], { now }: SampleTime): boolean {
  const since = hoursAfter(now, -24 * AT_WORK_DAYS)
  const own = files.filter(({ file }) => file.head.agent !== null)
  return (own.length > 0 ? own : files).some(({ growth }) => growth.some(({ at }) => at >= since))
}

function givenAt(files: readonly GrownFile[], at: Date) {
  const given = files.flatMap(({ file: { head }, revisions }) => {
    const number = revisions.filter((one) => one.at <= at).length
    const revision = revisions[number - 1]
    return revision === undefined ? [] : [{ file: head.id, path: head.path, number, revision }]
  })
  const text = given.map(({ revision }) => revision.text).join("\n")
  return {
    files: given.map(({ file, path, number }) => ({ file, path, revision: number })),
    entries: given.flatMap(({ revision }) => revision.entries),
    sha256: createHash("sha256").update(text).digest("hex"),
    tokens: Math.ceil(text.length / CHARACTERS_PER_TOKEN),
  }
}
