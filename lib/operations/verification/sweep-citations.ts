import { visibilityOf } from "@/lib/memory/teams/visibility"
import { posix } from "node:path"
import {
  type BrokenCitation,
  brokenCitationsElsewhere,
  brokenCitationsOf,
  citingEntries,
  citingFiles,
  type CitingRow,
  deleteBrokenCitations,
  storeBrokenCitations,
} from "@/lib/db/memory-files/broken-citations"
import { commitBookkeeping } from "@/lib/db/infra/commit"
import type { Actor } from "@/lib/memory/teams/actor"
import { citationsIn } from "@/lib/memory/memory-files/cited-code-paths"
import { groupBy } from "@/lib/memory/text/group"
import { done } from "@/lib/memory/inputs/outcome"
import { lookUp, rootOf } from "./source-tree"

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
