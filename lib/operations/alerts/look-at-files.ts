import { setImmediate as breathe } from "node:timers/promises"
import { type CitedGone, citedGoneOf } from "@/lib/db/memory-files/removed-citations"
import {
  foldersWithoutIndex,
  instructionsOf,
  pathsBeside,
  pathsThere,
  type WatchedEntry,
  watchedEntries,
  type WatchedFile,
  watchedFiles,
  watchedGrowth,
  watchedSections,
} from "@/lib/db/alerts/watch-files"
import { speaks } from "@/lib/memory/alerts/file/duplicate"
import type { FileFacts, InstructionFacts } from "@/lib/memory/alerts/file/facts"
import { isBelow } from "@/lib/memory/alerts/file/instructions-root"
import { isKept } from "@/lib/memory/alerts/file/file-rule"
import { citationsIn } from "@/lib/memory/memory-files/citations"
import { GROWTH_DAYS } from "@/lib/memory/agents/growth"
import { groupBy } from "@/lib/memory/text/group"
import { type PlacedPolicy, policyFor, policyOfMemory } from "@/lib/memory/policies/policy"
import { countStale } from "@/lib/memory/memory-files/staleness"
import { BY_INDEX } from "@/lib/memory/memory-files/topic-file"
import type { UnitResult } from "../isolated/analysis"
import { runIsolated } from "../isolated/run-isolated"
import { hashOfStatement, hexOf } from "../infra/statement-hash"
import { linesOfInstructions } from "../proposals/instruction-lines"
import { linksOfFile, lookAtFileUnit } from "./file-looks"
import { failureOf, type Looked } from "./looked"

/** Looks at files of a team, by their ids. What is missing from the answer is no longer there. */
export async function lookAtFiles(
  teamId: string,
  ids: readonly string[],
  { policies, now }: { policies: readonly PlacedPolicy[]; now: Date },
): Promise<Map<string, Looked>> {
  const read = await readFacts(teamId, ids)
  const results = await runIsolated(
    lookAtFileUnit,
    read.map(({ file, facts }) => ({ facts, settings: policyOfMemory(policies, file), now })),
  )
  const looked = new Map<string, Looked>()
  for (const [at, { file, facts, said, failed }] of read.entries()) {
    const result = failed ?? results[at]
    const place = {
      projectId: file.projectId,
      agentId: file.agentId,
      categoryId: file.categoryId,
      fileId: file.id,
      path: file.path,
    }
    if (!result?.ok) {
      const failure = failureOf(result)
      looked.set(file.id, { look: { found: [], dueAt: null }, said, place, failure })
      continue
    }
    looked.set(file.id, {
      look: result.value,
      said,
      stale: staleIn(file, facts, policies, now),
      place,
    })
    await breathe() // so that no request waits for hundreds of files
  }
  return looked
}

/** As `staleByFile` of lib/db/memory-files/stale.ts counts it: by the category that the agent belongs to, not by what its name says. */
function staleIn(
  { scope, projectSlug: project, category, agentCategory, agent }: WatchedFile,
  { entries }: FileFacts,
  policies: readonly PlacedPolicy[],
  now: Date,
) {
  const { staleDays: days, staleDaysByType: byType } = policyFor(policies, {
    scope,
    project,
    category: category ?? agentCategory,
    agent,
  })
  return countStale(entries, now, { days, byType })
}

interface ReadFile {
  readonly file: WatchedFile
  readonly facts: FileFacts
  readonly said: readonly bigint[]
  /** Why its facts are not complete. */
  readonly failed: UnitFailed | null
}

type UnitFailed = Extract<UnitResult<never>, { ok: false }>

/** The facts of files, in a few statements for all of them. */
export async function readFacts(teamId: string, ids: readonly string[]): Promise<ReadFile[]> {
  const files = await watchedFiles(teamId, ids)
  const idsOf = (wanted: (file: WatchedFile) => boolean) => files.filter(wanted).map((file) => file.id)
  const present = idsOf((file) => file.state !== "gone")
  const growing = idsOf(
    (file) =>
      isKept(file) &&
      file.head > 2 &&
      [file.limits.budget, file.limits.lines, file.limits.bytes, file.limits.characters].some(
        (limit) => limit !== null,
      ),
  )
  const indexes = idsOf((file) => isKept(file) && file.role === "index")
  // Few at a time: requests need connections too.
  const [entries, sections, growth, beside] = await Promise.all([
    watchedEntries(
      teamId,
      files.map((file) => file.id),
    ),
    watchedSections(teamId, present),
    watchedGrowth(teamId, growing, GROWTH_DAYS),
    pathsBeside(teamId, indexes),
  ])
  const indexFiles = files.filter((file) => indexes.includes(file.id))
  const linkResults = await runIsolated(
    linksOfFile,
    indexFiles.map(({ text, path }) => ({ text, path })),
  )
  const linksBy = new Map(indexFiles.map((file, at) => [file.id, linkResults[at]]))
  const targetsOf = (file: WatchedFile): string[] => {
    const links = linksBy.get(file.id)
    return links?.ok ? links.value.map(({ target }) => target) : []
  }
  const [bare, cited, linked, instructions] = await Promise.all([
    foldersWithoutIndex(
      teamId,
      idsOf((file) => isKept(file) && file.role === "topic" && BY_INDEX.has(file.format)),
    ),
    citedGoneOf(teamId, present),
    pathsThere(
      teamId,
      indexFiles.flatMap((file) => targetsOf(file).map((path) => ({ projectId: file.projectId, path }))),
    ),
    instructionsAbove(teamId, files.filter(isKept)),
  ])
  const [entriesBy, sectionsBy, growthBy, besideBy] = [
    groupBy(entries, fileOf),
    groupBy(sections, fileOf),
    groupBy(growth, fileOf),
    groupBy(beside, fileOf),
  ]
  const citedBy = groupBy(cited, (one) => one.entryId)
  const topics = new Map(bare.map((one) => [one.fileId, one.topics]))
  const there = new Set(linked.map(({ projectId, path }) => `${projectId} ${path}`))
  const read: ReadFile[] = []
  for (const file of files) {
    const own = entriesBy.get(file.id) ?? []
    const siblings = (besideBy.get(file.id) ?? []).map(({ path }) => path)
    const targets = targetsOf(file).filter((path) => there.has(`${file.projectId} ${path}`))
    const links = linksBy.get(file.id)
    const facts: FileFacts = {
      path: file.path,
      format: file.format,
      role: file.role,
      scope: file.scope,
      state: file.state,
      agent: file.agent,
      category: file.category ?? file.agentCategory,
      optedOut: file.optedOut,
      leftSource: file.leftSource,
      text: file.text,
      lines: file.lines,
      bytes: file.bytes,
      limits: file.limits,
      diagnostics: file.diagnostics,
      sections: sectionsBy.get(file.id) ?? [],
      entries: own.map((entry) => entryFacts(entry, citedBy.get(entry.id) ?? [])),
      updatedOn: file.updatedOn,
      madeAt: file.imported ? null : file.madeAt.toISOString(),
      changedAt: file.imported && file.head === 1 ? null : file.writtenAt.toISOString(),
      sessionsSince: file.closedSince,
      sessions: file.role === "runs" ? file.sessions : Math.max(file.sessions, file.closed),
      growth: (growthBy.get(file.id) ?? []).map(({ at, lines, imported }) => ({
        at: at.toISOString(),
        lines,
        imported,
      })),
      beside: [...new Set([...siblings, ...targets])],
      withoutIndex: topics.get(file.id) ?? 0,
      instructions: instructions(file),
      compareFailure: file.compareFailure,
    }
    read.push({ file, facts, said: saidBy(facts, own), failed: links && !links.ok ? links : null })
    await breathe()
  }
  return read
}

const fileOf = ({ fileId }: { readonly fileId: string }): string => fileId

const entryFacts = (
  { id, text, line, endLine, section, state, date, type, saidElsewhere, vouched, until }: WatchedEntry,
  cited: readonly CitedGone[],
): FileFacts["entries"][number] => ({
  id,
  text,
  line,
  endLine,
  section,
  state,
  date,
  type,
  saidElsewhere,
  vouchedUntil: vouched !== null && hexOf(vouched) === hexOf(hashOfStatement(text)) ? until : null,
  // What it cited before it was edited, it cites no longer.
  citedGone:
    cited.length === 0
      ? []
      : cited
          .filter((one) => citationsIn(text).some((citation) => citation.path === one.path))
          .map((one) => one.why),
})

/** What counts as a statement where the fleet is looked through for what several hold (lib/db/agents/redundancy.ts). */
const FOUR_PARTS = /^\s*(?:\S+\s+){3}\S/

/** What it says for others to say the same: no less than makes `saidElsewhere` of another agent's entry true, and no less than what several may hold. */
function saidBy({ agent, state, role }: FileFacts, entries: readonly WatchedEntry[]): bigint[] {
  if (agent === null || state === "gone" || !["memory", "index", "topic", "shared"].includes(role)) return []
  const said = new Set(
    entries
      .filter((entry) => entry.state === "current" && (speaks(entry.text) || FOUR_PARTS.test(entry.text)))
      .map((entry) => entry.said),
  )
  return [...said].toSorted((a, b) => (a < b ? -1 : Number(a > b)))
}

/** What instructions say, by the hash of their text: they stand above many files, and change seldom. */
const known = new Map<string, InstructionFacts["entries"]>()
const MOST_KNOWN = 2_000

/** Tells of a file which instructions are read with it. */
async function instructionsAbove(
  teamId: string,
  files: readonly WatchedFile[],
): Promise<(file: WatchedFile) => readonly InstructionFacts[]> {
  const held = new Map<string, InstructionFacts["entries"]>() // others may forget meanwhile what was known here
  const isKnown = (sha256: string) => {
    const entries = known.get(sha256)
    if (entries) held.set(sha256, entries)
    return entries !== undefined
  }
  const all = await instructionsOf(teamId, [...new Set(files.map((file) => file.projectId))], isKnown)
  if (known.size > MOST_KNOWN) known.clear()
  const unread = [
    ...new Map(all.flatMap(({ sha256, text }) => (held.has(sha256) ? [] : [[sha256, text ?? ""] as const]))),
  ]
  const results = await runIsolated(
    linesOfInstructions,
    unread.map(([, text]) => text),
  )
  for (const [at, [sha256]] of unread.entries()) {
    const result = results[at]
    // Instructions that cannot be read fail as a file of their own; the files below them are still looked at.
    if (!result?.ok) continue
    held.set(sha256, result.value)
    known.set(sha256, result.value)
  }
  const read = all.map(({ projectId, path, sha256 }) => ({
    projectId,
    path,
    entries: held.get(sha256) ?? [],
  }))
  const byProject = groupBy(read, ({ projectId }) => projectId)
  return (file) =>
    isKept(file)
      ? (byProject.get(file.projectId) ?? [])
          .filter(({ path }) => path !== file.path && isBelow(file.path, path))
          .map(({ path, entries }) => ({ path, entries }))
      : []
}
