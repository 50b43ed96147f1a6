import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { setImmediate as breathe } from "node:timers/promises"
import { type BrokenCitation, brokenCitationsOf } from "@/lib/db/memory-files/verifications"
import {
  foldersWithoutIndex,
  instructionsOf,
  pathsInSameFolders,
  presentPaths,
  type WatchedEntry,
  watchedEntries,
  type WatchedFile,
  watchedFiles,
  watchedGrowth,
  watchedSections,
} from "@/lib/db/alerts/file-facts"
import { isLongEnough } from "@/lib/memory/alerts/file/redundant-entries"
import {
  type FileFacts,
  type InstructionFacts,
  isLastingMemory,
  isBelow,
} from "@/lib/memory/alerts/file/file-rule"
import { citationsIn } from "@/lib/memory/memory-files/cited-code-paths"
import { GROWTH_DAYS } from "@/lib/memory/agents/growth"
import { groupBy } from "@/lib/memory/text/aggregates"
import { type PlacedPolicy, policyFor, policyOfMemory } from "@/lib/memory/policies/policy"
import { countStale } from "@/lib/memory/memory-files/entry-dates"
import { BY_INDEX } from "@/lib/memory/memory-files/topic-files"
import type { UnitResult } from "../isolated/analysis"
import { runIsolated } from "../isolated/run-isolated"
import { hashOfStatement, hexOf } from "../infra/statement-hash"
import { linesOfInstructions } from "../proposals/instruction-lines"
import { linksOfFile, checkFileAnalysis } from "./analyses"
import { failureOf, type StoredCheck } from "./unit-checks"

/** Evaluates the alert rules for files of a team. Files that no longer exist are not in the result. */
export async function checkFiles(
  teamId: string,
  ids: readonly string[],
  { policies, now }: { policies: readonly PlacedPolicy[]; now: Date },
): Promise<Map<string, StoredCheck>> {
  const read = await readFacts(teamId, ids)
  const results = await runIsolated(
    checkFileAnalysis,
    read.map(({ file, facts }) => ({ facts, settings: policyOfMemory(policies, file), now })),
  )
  const looked = new Map<string, StoredCheck>()
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
    await breathe() // Lets requests run between the files.
  }
  return looked
}

/**
 * Counts stale entries as `filesWithStale` in lib/db/staleness.ts does: by the category that the agent
 * belongs to, not the one its name suggests.
 */
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
  /** Set if some facts could not be read. */
  readonly failed: UnitFailed | null
}

type UnitFailed = Extract<UnitResult<never>, { ok: false }>

/** Reads the facts that the file rules need, in a fixed number of queries. */
export async function readFacts(teamId: string, ids: readonly string[]): Promise<ReadFile[]> {
  const files = await watchedFiles(wholeTeamUnchecked(teamId), ids)
  const records = await readFileRecords(teamId, files)
  const read: ReadFile[] = []
  for (const file of files) {
    const facts = fileFacts(file, records)
    const links = records.links.get(file.id)
    read.push({
      file,
      facts,
      said: statementHashes(facts, records.entries.get(file.id) ?? []),
      failed: links && !links.ok ? links : null,
    })
    await breathe()
  }
  return read
}

type FileRecords = Awaited<ReturnType<typeof readFileRecords>>

async function readFileRecords(teamId: string, files: readonly WatchedFile[]) {
  const idsOf = (wanted: (file: WatchedFile) => boolean) => files.filter(wanted).map((file) => file.id)
  const present = idsOf((file) => file.state !== "gone")
  const growing = idsOf((file) => isLastingMemory(file) && file.head > 2 && hasLimit(file))
  const indexes = idsOf((file) => isLastingMemory(file) && file.role === "index")
  // Four queries at a time, so that requests still get connections.
  const [entries, sections, growth, beside] = await Promise.all([
    watchedEntries(
      wholeTeamUnchecked(teamId),
      files.map((file) => file.id),
    ),
    watchedSections(wholeTeamUnchecked(teamId), present),
    watchedGrowth(wholeTeamUnchecked(teamId), growing, GROWTH_DAYS),
    pathsInSameFolders(wholeTeamUnchecked(teamId), indexes),
  ])
  const indexFiles = files.filter((file) => indexes.includes(file.id))
  const linkResults = await runIsolated(
    linksOfFile,
    indexFiles.map(({ text, path }) => ({ text, path })),
  )
  const links = new Map(indexFiles.map((file, at) => [file.id, linkResults[at]]))
  const [bare, cited, linked, instructions] = await Promise.all([
    foldersWithoutIndex(
      wholeTeamUnchecked(teamId),
      idsOf((file) => isLastingMemory(file) && file.role === "topic" && BY_INDEX.has(file.format)),
    ),
    brokenCitationsOf(wholeTeamUnchecked(teamId), present),
    presentPaths(
      wholeTeamUnchecked(teamId),
      indexFiles.flatMap(({ id, projectId }) =>
        linkTargets(links.get(id)).map((path) => ({ projectId, path })),
      ),
    ),
    instructionsAbove(teamId, files.filter(isLastingMemory)),
  ])
  return {
    entries: groupBy(entries, fileOf),
    sections: groupBy(sections, fileOf),
    growth: groupBy(growth, fileOf),
    beside: groupBy(beside, fileOf),
    cited: groupBy(cited, (one) => one.entryId),
    topics: new Map(bare.map((one) => [one.fileId, one.topics])),
    existing: new Set(linked.map(({ projectId, path }) => `${projectId} ${path}`)),
    links,
    instructions,
  }
}

const hasLimit = ({ limits: { budget, lines, bytes, characters } }: WatchedFile): boolean =>
  [budget, lines, bytes, characters].some((limit) => limit !== null)

const linkTargets = (links: UnitResult<{ target: string }[]> | undefined): string[] =>
  links?.ok ? links.value.map(({ target }) => target) : []

function fileFacts(file: WatchedFile, records: FileRecords): FileFacts {
  const siblings = (records.beside.get(file.id) ?? []).map(({ path }) => path)
  const targets = linkTargets(records.links.get(file.id)).filter((path) =>
    records.existing.has(`${file.projectId} ${path}`),
  )
  return {
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
    sections: records.sections.get(file.id) ?? [],
    entries: (records.entries.get(file.id) ?? []).map((entry) =>
      entryFacts(entry, records.cited.get(entry.id) ?? []),
    ),
    updatedOn: file.updatedOn,
    madeAt: file.imported ? null : file.madeAt.toISOString(),
    changedAt: file.imported && file.head === 1 ? null : file.writtenAt.toISOString(),
    sessionsSince: file.closedSince,
    sessions: file.role === "runs" ? file.sessions : Math.max(file.sessions, file.closed),
    growth: (records.growth.get(file.id) ?? []).map(({ at, lines, imported }) => ({
      at: at.toISOString(),
      lines,
      imported,
    })),
    beside: [...new Set([...siblings, ...targets])],
    withoutIndex: records.topics.get(file.id) ?? 0,
    instructions: records.instructions(file),
    compareFailure: file.compareFailure,
  }
}

const fileOf = ({ fileId }: { readonly fileId: string }): string => fileId

const entryFacts = (
  {
    id,
    text,
    line,
    endLine,
    section,
    state,
    date,
    type,
    saidElsewhere,
    vouched,
    until,
    keptOn,
  }: WatchedEntry,
  cited: readonly BrokenCitation[],
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
  keptOn,
  // An edit may have removed a citation that is still stored.
  citedGone:
    cited.length === 0
      ? []
      : cited
          .filter((one) => citationsIn(text).some((citation) => citation.path === one.path))
          .map((one) => one.why),
})

/**
 * Matches text of at least four words: the shortest entry that lib/db/agents/redundancy.ts counts as a
 * duplicate.
 */
const FOUR_PARTS = /^\s*(?:\S+\s+){3}\S/

/** Returns the sorted hashes of the entries that can duplicate another agent's entry. */
function statementHashes({ agent, state, role }: FileFacts, entries: readonly WatchedEntry[]): bigint[] {
  if (agent === null || state === "gone" || !["memory", "index", "topic", "shared"].includes(role)) return []
  const said = new Set(
    entries
      .filter(
        (entry) => entry.state === "current" && (isLongEnough(entry.text) || FOUR_PARTS.test(entry.text)),
      )
      .map((entry) => entry.said),
  )
  return [...said].toSorted((a, b) => (a < b ? -1 : Number(a > b)))
}

/** Cache of parsed instructions, by the SHA-256 of their text. Many files share the same instructions. */
const known = new Map<string, InstructionFacts["entries"]>()
const MOST_KNOWN = 2_000

/** Returns a function that gives the instruction files in the folders above a memory file. */
async function instructionsAbove(
  teamId: string,
  files: readonly WatchedFile[],
): Promise<(file: WatchedFile) => readonly InstructionFacts[]> {
  const held = new Map<string, InstructionFacts["entries"]>() // A concurrent call may clear the cache.
  const isKnown = (sha256: string) => {
    const entries = known.get(sha256)
    if (entries) held.set(sha256, entries)
    return entries !== undefined
  }
  const all = await instructionsOf(
    wholeTeamUnchecked(teamId),
    [...new Set(files.map((file) => file.projectId))],
    isKnown,
  )
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
    // An unreadable instruction file gets its own alert. The files below it are still evaluated.
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
    isLastingMemory(file)
      ? (byProject.get(file.projectId) ?? [])
          .filter(({ path }) => path !== file.path && isBelow(file.path, path))
          .map(({ path, entries }) => ({ path, entries }))
      : []
}
