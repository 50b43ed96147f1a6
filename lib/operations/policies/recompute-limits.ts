import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { Tx } from "@/lib/db/infra/commit"
import { limitsAt, readPolicies } from "@/lib/db/policies"
import { hasPathBelow } from "@/lib/db/memory-files/current-revisions"
import { lockMemory } from "@/lib/db/sources/running-imports"
import {
  allTeamIds,
  filesBelow,
  type LimitedRow,
  setLimits,
  textsOfHeads,
} from "@/lib/db/memory-files/recomputed-files"
import { formatById } from "@/lib/formats/format-detection"
import { cutOf } from "@/lib/memory/memory-files/load-limit"
import { sameCut, sameLimits } from "@/lib/memory/policies/effective-limits"
import type { LoadLimits } from "@/lib/memory/memory-files/format"
import { prefixOfMemoryFolder } from "@/lib/memory/sources/project-assignment"
import type { PlacedPolicy } from "@/lib/memory/policies/policy"

/** Number of files per query, and number of texts held in memory at a time. */
const [PORTION, TEXTS] = [2_000, 100]

/**
 * Applies the current policies to the limits and the cut of the files below a place. Writes only what
 * differs. Without a team, changes all teams. Locks the memory, so that no file is stored with old limits.
 * Returns the number of changed files.
 */
export async function recomputeLimits(tx: Tx, teamId: string | null, place: string): Promise<number> {
  let changed = 0
  for (const id of teamId === null ? await allTeamIds(tx) : [teamId]) {
    await lockMemory(tx, id)
    const policies = await readPolicies(wholeTeamUnchecked(id), tx)
    const holder = holders(tx, id)
    for (
      let files = await filesBelow(tx, id, place, { after: null, take: PORTION });
      files.length > 0;
      files = await filesBelow(tx, id, place, { after: files.at(-1)?.id ?? null, take: PORTION })
    ) {
      const fresh = await limited(tx, id, files, { policies, holder })
      await setLimits(tx, id, fresh)
      changed += fresh.length
    }
  }
  return changed
}

interface Limited {
  readonly id: string
  readonly limits: LoadLimits
  readonly cut: number | null
}

async function limited(
  tx: Tx,
  teamId: string,
  files: readonly LimitedRow[],
  { policies, holder }: { policies: readonly PlacedPolicy[]; holder: (file: LimitedRow) => Promise<string> },
): Promise<Limited[]> {
  const settled: Limited[] = []
  const toCut: { file: LimitedRow; limits: LoadLimits }[] = []
  for (const file of files) {
    const limits = limitsAt(
      policies,
      { ...file, own: formatById(file.format).limits((await holder(file)) + file.path) },
      file,
    )
    if (sameLimits(limits, file.limits)) continue
    if (sameCut(limits, file.limits)) settled.push({ id: file.id, limits, cut: file.cut })
    else if (mayExceed(file.bytes, limits)) toCut.push({ file, limits })
    else
      settled.push({
        id: file.id,
        limits,
        cut: limits.lines !== null && file.lines > limits.lines ? limits.lines + 1 : null,
      })
  }
  for (let at = 0; at < toCut.length; at += TEXTS) {
    const some = toCut.slice(at, at + TEXTS)
    const texts = await textsOfHeads(
      tx,
      teamId,
      some.map((one) => one.file.id),
    )
    for (const { file, limits } of some)
      settled.push({ id: file.id, limits, cut: cutOf(texts.get(file.id) ?? "", limits)?.line ?? null })
  }
  return settled
}

/** True if the text is needed to know whether the file is cut. A text has no more characters than bytes. */
const mayExceed = (bytes: number, limits: LoadLimits): boolean =>
  bytes > (limits.bytes ?? bytes) || bytes > (limits.characters ?? bytes)

/**
 * Returns a function that finds the path before the paths of a file's source, if the source is itself a
 * folder of memory. The function queries each source once. See `readingOf`.
 */
function holders(tx: Tx, teamId: string): (file: LimitedRow) => Promise<string> {
  const known = new Map<string, Promise<boolean>>()
  return async ({ sourceId, sourceKind, sourceName, path }) => {
    if (sourceId === null || sourceKind === null || sourceName === null) return ""
    const holder = prefixOfMemoryFolder({ kind: sourceKind, name: sourceName }, [path])
    if (holder === "") return ""
    const key = `${sourceId} ${holder}`
    const below = known.get(key) ?? hasPathBelow(wholeTeamUnchecked(teamId), sourceId, holder, tx)
    known.set(key, below)
    return (await below) ? "" : holder
  }
}
