import { createHash } from "node:crypto"
import type { CurrentEntry } from "@/lib/db/memory-files/current-revisions"
import type { PastFile, PastRevision } from "@/lib/db/samples/history"
import type { PastActor, PastProposal } from "@/lib/db/samples/past-proposals"
import { textOnDay, writtenDays } from "@/lib/memory/history/line-history"
import { matchEntries } from "@/lib/memory/history/entry-identity"
import { idAt } from "@/lib/db/infra/identifiers"
import { headlineOf, proposalKindOf, type ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { searchDocument } from "@/lib/memory/search/search-text"
import { type FileWithEntries, namedEntries } from "../writing/revise-head"
import { hexOf } from "../infra/statement-hash"
import { approvalHash } from "../proposals/store"
import { sha256Hex } from "@/lib/files/sha256"

/** People and machines that work in a project of the samples. */
export interface SampleCast {
  readonly people: readonly string[]
  readonly machines: readonly string[]
}

/** A revision that added entries, and its author. */
interface Growth {
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
      sha256: sha256Hex(text),
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
  return { at, text, sha256: sha256Hex(text), entries: idsOf(file, text), ...writtenBy(file, cast, "first") }
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

const personOf = (name: string): PastActor => ({ kind: "person", id: sampleId(name), name })
export const machineOf = (name: string): PastActor => ({ kind: "token", id: sampleId(name), name })

/** Returns the ids of the entries in an earlier text. Each of them must be in the current file. */
function idsOf({ head, entries, reading }: FileWithEntries, text: string): string[] {
  if (text === head.text) return entries.map(({ id }) => id)
  return matchEntries(entries, namedEntries(reading.format.parse(text, reading.path))).filter(
    (id) => id !== null,
  )
}

/**
 * Hours from proposal to decision. Most proposals are decided on the same day, and some wait over a weekend.
 */
const HOURS_TO_DECIDE = [0.5, 1, 2, 3, 5, 7, 19, 22, 26, 44, 68, 3, 4]
const CONFIDENCES = [0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95]
const REASONS = [
  "Found while working on the task. Not in any memory yet.",
  "This cost me half an hour. The next agent should know.",
  "Seen in two sessions.",
  "Confirmed in the code and with a test.",
  "Came up in review.",
]
const EXPIRES_AFTER_DAYS = 30

/** A decided sample proposal that changed no text. */
export interface TextlessDecision {
  readonly by: string
  readonly daysAgo: number
  readonly hoursToDecide: number
  readonly verdict: "merged" | "rejected" | "withdrawn"
  readonly section: string | null
  readonly text: string
  readonly reason: string
  readonly why: string
  readonly confidence: number
}

/**
 * Returns the proposals whose approval wrote revisions of a file. `authors`: names of the agents that propose
 * changes to it.
 */
export function approvedProposals(
  { file, growth }: GrownFile,
  { authors, cast }: { readonly authors: readonly string[]; readonly cast: SampleCast },
): PastProposal[] {
  return growth.flatMap((one) => {
    if (one.decidedBy === null) return []
    const key = `${file.head.path} ${one.revision}`
    const hours = pick(HOURS_TO_DECIDE, key)
    const createdAt = hoursAfter(one.at, -hours)
    const changes = one.entries.map(({ section, text, date }): ProposedChange => ({
      kind: "add",
      section,
      text,
      date,
    }))
    return {
      ...placeOf(file.head),
      ...contentOf(file.head.path, changes),
      id: idAt(createdAt),
      inverse: one.entries.map(({ id, text }) => ({ kind: "remove" as const, entry: id, before: text })),
      confidence: pick(CONFIDENCES, key),
      reason: reasonOf(file.head.path, one),
      baseRevision: one.revision - 1,
      author: { ...machineOf(pick(cast.machines, key)), agent: authorOf(one, authors, key) },
      session: `s-${1_000 + spread(key, 3_000)}`,
      createdAt,
      expiresAt: hoursAfter(createdAt, EXPIRES_AFTER_DAYS * 24),
      verdict: "approved" as const,
      decidedBy: one.decidedBy,
      why: "",
      decidedAt: one.at,
      revision: one.revision,
    }
  })
}

/** Returns a decided proposal that changed no text. */
export function textlessProposal(
  { file, revisions }: GrownFile,
  one: TextlessDecision,
  { cast, time }: { readonly cast: SampleCast; readonly time: SampleTime },
): PastProposal {
  const day = dayAfter(time.now.toISOString().slice(0, 10), -one.daysAgo)
  const createdAt = time.at(day, one.text)
  const author = { ...machineOf(pick(cast.machines, one.text)), agent: one.by }
  return {
    ...placeOf(file.head),
    ...contentOf(file.head.path, [{ kind: "add", section: one.section, text: one.text, date: day }]),
    id: idAt(createdAt),
    inverse: [],
    confidence: one.confidence,
    reason: one.reason,
    baseRevision: Math.max(1, revisions.filter(({ at }) => at <= createdAt).length),
    author,
    session: `s-${1_000 + spread(one.text, 3_000)}`,
    createdAt,
    expiresAt: hoursAfter(createdAt, EXPIRES_AFTER_DAYS * 24),
    verdict: one.verdict,
    decidedBy: one.verdict === "withdrawn" ? author : personOf(pick(cast.people, one.text)),
    why: one.why,
    decidedAt: hoursAfter(createdAt, one.hoursToDecide),
    revision: null,
  }
}

/** Returns the reason of an approved proposal and of its revision. */
export const reasonOf = (path: string, { revision }: Pick<Growth, "revision">): string =>
  pick(REASONS, `${path} ${revision}`)

/** Returns the agent whose role the section names, or else any of the agents. */
function authorOf({ entries }: Growth, authors: readonly string[], key: string): string {
  const role = entries[0]?.section?.split("-")[0]?.toLowerCase()
  const named = authors.find((one) => role !== undefined && one.startsWith(`${role}-`))
  return named ?? pick(authors, key)
}

function placeOf(head: GrownFile["file"]["head"]) {
  return {
    projectId: head.projectId,
    fileId: head.id,
    agentId: head.agentId,
    categoryId: head.categoryId,
    agent: head.agent,
    category: head.category,
    path: head.path,
    format: head.format,
    scope: head.scope,
  }
}

function contentOf(path: string, changes: readonly ProposedChange[]) {
  const text = headlineOf(changes)
  const [first] = changes
  return {
    kind: proposalKindOf(changes),
    changes,
    text,
    words: searchDocument(text),
    section: first?.kind === "add" ? first.section : null,
    shown: hexOf(approvalHash(path, changes)),
  }
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const WEEKS = 12

/**
 * Number of days before today without generated history. `receipts.json` and `proposals.json` cover these
 * days, and their sessions start with the imported memory.
 */
const QUIET_DAYS = 4

/** Converts the days in sample files to days relative to today. */
export class SampleTime {
  /** ISO date of the first day. */
  readonly firstDay: string
  private readonly shiftDays: number

  /** `seenFrom`: an ISO date. All dates in the sample files are before it. */
  constructor(
    readonly now: Date,
    seenFrom: string,
  ) {
    const today = Date.parse(now.toISOString().slice(0, 10))
    this.shiftDays = (today - Date.parse(seenFrom)) / DAY_MS - QUIET_DAYS + 1
    this.firstDay = dayAfter(now.toISOString().slice(0, 10), -7 * WEEKS)
  }

  /** Returns the ISO date for a day in a sample file. */
  dayOf(named: string): string {
    return dayAfter(named, this.shiftDays)
  }

  /** Returns an instant in the working hours of a day. Equal keys give equal instants. */
  at(day: string, key: string): Date {
    return new Date(Date.parse(day) + 7 * HOUR_MS + spread(`${day} ${key}`, 10 * 60) * 60_000)
  }

  /** Last day of the history as an ISO date. */
  get lastDay(): string {
    return dayAfter(this.now.toISOString().slice(0, 10), -QUIET_DAYS)
  }
}

/** Returns the ISO date of the day `days` after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

export const hoursAfter = (at: Date, hours: number): Date => new Date(at.getTime() + hours * HOUR_MS)

/** Returns an integer of at least 0 and less than `below`. Equal keys give equal integers. */
export function spread(key: string, below: number): number {
  return createHash("sha256").update(key).digest().readUInt32BE(0) % below
}

/** Returns an item of a list. Equal keys give the same item. */
export function pick<Item>(items: readonly Item[], key: string): Item {
  return items[spread(key, items.length)] as Item
}

/** Returns a UUID for a person or a machine of the samples. Equal names give equal ids. */
function sampleId(name: string): string {
  const hex = sha256Hex(`sample ${name}`)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
