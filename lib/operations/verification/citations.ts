import { formatCount } from "@/lib/memory/text/sentence"
import { visibilitiesOf, visibilityOf } from "@/lib/memory/teams/visibility"
import { posix, join } from "node:path"
import { z } from "zod"
import { findCurrentFile } from "@/lib/db/memory-files/current-revisions"
import { citationsIn, type Citation } from "@/lib/memory/memory-files/cited-code-paths"
import { done, refused, type Outcome } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { findEntry, type EntryRow } from "@/lib/db/memory-files/entries"
import type { Actor } from "@/lib/memory/teams/actor"
import {
  type BrokenCitation,
  brokenCitationsElsewhere,
  brokenCitationsOf,
  citingEntries,
  citingFiles,
  type CitingRow,
  deleteBrokenCitations,
  storeBrokenCitations,
} from "@/lib/db/memory-files/verifications"
import { commitBookkeeping } from "@/lib/db/infra/commit"
import { groupBy } from "@/lib/memory/text/aggregates"
import { isAllowedDirectory } from "@/lib/db/sources/sources"
import { type CitedFile, findCitedFile, hasSourceFiles, realDirectory } from "@/lib/files/cited-file"
import { prefixOfMemoryFolder, marksMemory } from "@/lib/memory/sources/project-assignment"
import { readableTeams } from "../teams/team-and-project"

/** Returns the entry with this id. Refuses if it does not exist or the actor may not see it. */
async function visibleEntry(
  actor: Actor,
  id: string,
): Promise<Outcome<EntryRow & { teamId: string; projectId: string; team: string }>> {
  const teams = await readableTeams(actor, undefined)
  if (!teams.ok) return teams
  const row = await findEntry(visibilitiesOf(actor, teams.value), id, { shared: false })
  const team = teams.value.find((one) => one.id === row?.teamId)
  return row && team ? done({ ...row, team: team.slug }) : refused("not-found", `entry not found: ${id}`)
}

export const checkedCitation = z.object({
  path: z.string(),
  line: z.number().nullable(),
  found: z.boolean(),
  /** Path from the root of the project. Null if the file does not exist. */
  where: z.string().nullable(),
  /** Reason why the citation is broken, such as "lib/old.ts is gone". Else null. */
  why: z.string().nullable(),
})

export const listCitations = operation({
  name: "entry.citations",
  summary:
    "Check whether the files that an entry cites exist in its project's source tree, if the server can reach the tree.",
  method: "GET",
  path: "/entries/{entry}/citations",
  right: "read",
  input: z.object({ entry: z.string() }),
  output: z.object({
    /** False if the server cannot reach the source tree. `why` has the reason. */
    reachable: z.boolean(),
    why: z.string().nullable(),
    citations: z.array(checkedCitation),
    /** A summary such as "2 of 3 cited files found; lib/old.ts is gone". Null without citations. */
    words: z.string().nullable(),
  }),
  async run(actor, input) {
    const entry = await visibleEntry(actor, input.entry)
    if (!entry.ok) return entry
    const cited = citationsIn(entry.value.text)
    if (cited.length === 0) return done({ reachable: true, why: null, citations: [], words: null })
    const head = await findCurrentFile(visibilityOf(actor, entry.value.teamId), entry.value.fileId)
    if (!head) return refused("not-found", `entry not found: ${input.entry}`)
    const root = await rootOf(head)
    if (typeof root !== "string")
      return done({
        reachable: false,
        why: root.why,
        citations: cited.map(({ path, line }) => ({ path, line, found: false, where: null, why: null })),
        words: `${named(cited.length)}; ${root.why}`,
      })
    const folder = posix.dirname(head.path)
    const looked = await Promise.all(cited.map((one) => lookUp(root, folder, one)))
    const told = looked.filter((one) => one.found || one.sure)
    return done({
      reachable: true,
      why: null,
      citations: told.map(({ sure: _, ...one }) => one),
      words: summaryOf(told),
    })
  },
})

const named = (count: number) => `${formatCount(count, "file is", "files are")} cited`

function summaryOf(citations: readonly { found: boolean; why: string | null }[]): string | null {
  if (citations.length === 0) return null
  const found = citations.filter((one) => one.found).length
  return [countWords(found, citations.length), ...citations.flatMap((one) => one.why ?? [])].join("; ")
}

function countWords(found: number, all: number): string {
  if (found < all) return `${found} of ${all} cited ${all === 1 ? "file" : "files"} found`
  return all === 1 ? "the cited file exists" : `all ${all} cited files exist`
}

const PORTION = 200

/**
 * Looks up the paths that the entries of a team cite in the server directories of their files, and records
 * missing ones. Writes only changes. Returns the number of cited paths, of newly missing ones (`gone`) and of
 * restored ones (`back`).
 */
export async function sweepCitations(
  actor: Actor,
  teamId: string,
): Promise<{ cited: number; gone: number; back: number }> {
  let sum = { cited: 0, gone: 0, back: 0 }
  const write = async (gone: readonly BrokenCitation[], back: readonly BrokenCitation[], cited: number) => {
    sum = { cited: sum.cited + cited, gone: sum.gone + gone.length, back: sum.back + back.length }
    if (gone.length + back.length === 0) return
    await commitBookkeeping(
      actor,
      () => null,
      async (tx) => {
        await deleteBrokenCitations(tx, teamId, back)
        await storeBrokenCitations(tx, teamId, gone)
        return done(null)
      },
    )
  }
  for (let after: string | null = null, files: CitingRow[] = []; ; after = files.at(-1)?.id ?? null) {
    files = await citingFiles(visibilityOf(actor, teamId), { after, take: PORTION })
    if (files.length === 0) break
    const ids = files.map((file) => file.id)
    const [entries, known] = await Promise.all([
      citingEntries(visibilityOf(actor, teamId), ids),
      brokenCitationsOf(visibilityOf(actor, teamId), ids),
    ])
    const { gone, cited } = await lookForAll(
      files,
      groupBy(entries, (entry) => entry.fileId),
    )
    await write(
      gone.filter((one) => !known.some((other) => isSame(one, other))),
      known.filter((one) => !gone.some((other) => isSame(one, other))),
      cited,
    )
  }
  await write([], await brokenCitationsElsewhere(visibilityOf(actor, teamId)), 0)
  return sum
}

const isSame = (one: BrokenCitation, other: BrokenCitation): boolean =>
  one.entryId === other.entryId && one.path === other.path && one.why === other.why

async function lookForAll(
  files: readonly CitingRow[],
  entries: ReadonlyMap<string, readonly { id: string; text: string }[]>,
): Promise<{ gone: BrokenCitation[]; cited: number }> {
  const gone: BrokenCitation[] = []
  let cited = 0
  for (const file of files) {
    const citing = (entries.get(file.id) ?? [])
      .map((entry) => ({ id: entry.id, citations: citationsIn(entry.text) }))
      .filter(({ citations }) => citations.length > 0)
    const root = citing.length === 0 ? null : await rootOf(file)
    if (typeof root !== "string") continue
    for (const { id: entryId, citations } of citing) {
      const looked = await Promise.all(citations.map((one) => lookUp(root, posix.dirname(file.path), one)))
      cited += looked.length
      // A path can be cited with two lines. The first missing line is reported.
      const missing = new Map(
        looked
          .filter((one) => !one.found && one.sure && one.why !== null)
          .toReversed()
          .map((one) => [one.path, one.why ?? ""]),
      )
      gone.push(...[...missing].map(([path, why]) => ({ fileId: file.id, entryId, path, why })))
    }
  }
  return { gone, cited }
}

/** A memory file and its origin. */
export interface CitingFile {
  readonly path: string
  readonly format: string
  readonly sourceKind: string | null
  readonly sourceName: string | null
}

/**
 * Returns the root folder of the project, above its memory. Returns `why`, for display, if the folder is
 * unknown, missing, not allowed, or contains only memory.
 */
async function rootOf(head: CitingFile): Promise<string | { why: string }> {
  if (head.sourceKind !== "directory" || head.sourceName === null)
    return {
      why: "the source tree is not reachable because this memory was not imported from a directory on this server",
    }
  if (head.format === "claude-auto-memory")
    return { why: "the source tree is not reachable because this memory is stored outside the project" }
  const holder = prefixOfMemoryFolder({ kind: head.sourceKind, name: head.sourceName }, [head.path])
  const held = holder !== ""
  const above = join(
    head.sourceName,
    ...holder
      .split("/")
      .slice(1)
      .map(() => ".."),
  )
  const parts = head.path.split("/")
  const mark = parts.findIndex((part, at) => at < parts.length - 1 && marksMemory(part))
  const wanted = held ? above : join(head.sourceName, ...parts.slice(0, Math.max(0, mark)))
  const root = await realDirectory(wanted)
  if (root === null)
    return { why: "the source tree is not reachable because the imported directory no longer exists" }
  if (held && !(await isAllowedDirectory(root)))
    return {
      why: "the source tree is not reachable because the folder above its memory is not an allowed directory",
    }
  return (await hasSourceFiles(root, parts.slice(Math.max(0, mark)).join("/")))
    ? root
    : { why: "the source tree is not reachable because the directory contains only memory files" }
}

/** Looks a path up from the root of the project, or else from the folder of the memory file, as for links. */
async function lookUp(root: string, folder: string, { path, line, sure }: Citation) {
  for (const where of [path, posix.join(folder, path)]) {
    const cited: CitedFile = await findCitedFile(root, where)
    if (!cited.found) continue
    const missing = line !== null && cited.lines !== null && line > cited.lines
    return {
      path,
      line,
      sure: true,
      found: !missing,
      where,
      why: missing ? `${path} has only ${formatCount(cited.lines ?? 0, "line")}` : null,
    }
  }
  return { path, line, sure, found: false, where: null, why: `${path} was removed` }
}
