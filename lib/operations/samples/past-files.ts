import { createHash } from "node:crypto"
import type { CurrentEntry } from "@/lib/db/memory-files/current-revisions"
import type { PastFile, PastRevision } from "@/lib/db/samples/history"
import type { PastActor } from "@/lib/db/samples/past-actor"
import { textOnDay, writtenDays } from "@/lib/memory/history/dated-text"
import { matchEntries } from "@/lib/memory/history/identity"

import type { FileWithEntries } from "../writing/file-with-entries"
import { namedEntries } from "../writing/revise"
import { dayAfter, hoursAfter, pick, sampleId, type SampleTime, spread } from "./sample-time"

/** People and machines that work in a project of the samples. */
export interface SampleCast {
  readonly people: readonly string[]
  readonly machines: readonly string[]
}

/** A revision that added entries, and its author. */
export interface Growth {
  readonly revision: number
  readonly at: Date
  readonly entries: readonly CurrentEntry[]
  /** Person who approved the revision. Null if the agent wrote it without approval. */
  readonly decidedBy: PastActor | null
}

export interface GrownFile extends PastFile {
  readonly file: FileWithEntries
  readonly growth: readonly Growth[]
}

/**
 * Returns the revisions of a sample file in the last weeks, one for each day on which its entries were
 * written. Entries that a category shares were proposed and approved. Most entries of an agent's own file
 * were written by the agent. The last revision is the imported text.
 */
export function pastOfFile(file: FileWithEntries, cast: SampleCast, time: SampleTime): GrownFile {
  const { head } = file
  const days = head.path.endsWith(".md") && head.role !== "identity" ? writtenDays(head.text) : []
  const recent = days.filter((day) => time.dayOf(day) > time.firstDay)
  const growth: Growth[] = []
  const revisions = [firstRevision(file, cast, { days, recent }, time)]
  for (const [place, day] of recent.entries()) {
    const text = place === recent.length - 1 ? head.text : textOnDay(head.text, day)
    const entries = idsOf(file, text)
    const known = new Set(revisions.at(-1)?.entries)
    const brought = file.entries.filter(
      ({ id, state }) => state === "current" && !known.has(id) && entries.includes(id),
    )
    const at = time.at(time.dayOf(day), head.path)
    const isOwn = head.agent !== null || head.category === null
    const decidedBy =
      brought.length === 0 || (isOwn && spread(`${head.path} ${day}`, 3) > 0)
        ? null
        : personOf(pick(cast.people, `${head.path} ${day}`))
    revisions.push({
      at,
      text,
      sha256: sha256(text),
      entries,
      ...(decidedBy === null ? writtenBy(file, cast, day) : { by: decidedBy, reason: "", agent: null }),
    })
    growth.push({ revision: revisions.length, at, entries: brought, decidedBy })
  }
  return { id: head.id, file, revisions, growth }
}

function firstRevision(
  file: FileWithEntries,
  cast: SampleCast,
  { days, recent }: { readonly days: readonly string[]; readonly recent: readonly string[] },
  time: SampleTime,
): PastRevision {
  const { head } = file
  const [begun] = recent
  const text = begun === undefined ? head.text : textOnDay(head.text, dayAfter(begun, -1))
  const [named] = /\d{4}-\d{2}-\d{2}/.exec(head.path) ?? []
  const startsLate = begun !== undefined && begun === days[0]
  const at = startsLate
    ? hoursAfter(time.at(time.dayOf(begun), head.path), -2)
    : time.at(named === undefined ? dayAfter(time.firstDay, -1) : time.dayOf(named), head.path)
  return { at, text, sha256: sha256(text), entries: idsOf(file, text), ...writtenBy(file, cast, "first") }
}

function writtenBy({ head }: FileWithEntries, { machines }: SampleCast, day: string) {
  const session = `s-${1_000 + spread(`${head.projectName} ${head.path} ${day}`, 3_000)}`
  return {
    by: machineOf(pick(machines, head.path)),
    reason:
      head.agent === null ? "Synced from the repository" : `Written in session ${session} of ${head.agent}`,
    agent: head.agent === null ? null : { name: head.agent, session },
  }
}

export const personOf = (name: string): PastActor => ({ kind: "person", id: sampleId(name), name })
export const machineOf = (name: string): PastActor => ({ kind: "token", id: sampleId(name), name })

/** Returns the ids of the entries in an earlier text. Each of them must be in the current file. */
function idsOf({ head, entries, reading }: FileWithEntries, text: string): string[] {
  if (text === head.text) return entries.map(({ id }) => id)
  return matchEntries(entries, namedEntries(reading.format.parse(text, reading.path))).filter(
    (id) => id !== null,
  )
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")
