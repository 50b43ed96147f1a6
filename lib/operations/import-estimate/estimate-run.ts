import type { Visibility } from "@/lib/memory/teams/visibility"
import { fingerprintOfRun, listItems, runPaths, type RunSummary } from "@/lib/db/sources/import-runs"
import { nextItems } from "@/lib/db/sources/running-imports"
import { knownFiles } from "@/lib/db/memory-files/stored-files"
import type { Diagnostic } from "@/lib/memory/memory-files/diagnostic"
import { estimateOf, type ImportEstimate } from "@/lib/memory/sources/import-estimate"
import { prefixOfMemoryFolder } from "@/lib/memory/sources/project-assignment"
import { exchangeOf, mergeDerivations, sourceOf } from "../import/plan/merge-decisions"
import type { Derivation } from "../writing/derive"
import { itemRow, placeKey } from "../import/file-status"
import { importParser } from "../import/parse-files"
import { factsOf } from "../import/source-facts"
import { Estimator } from "./estimator"

const held = globalThis as unknown as { quarterdeckEstimates?: Map<string, Promise<ImportEstimate>> }

/** Maximum number of estimates in the cache. */
const MOST_KEPT = 20

/**
 * Returns the inbox items that a planned run would add. Computed once per plan: concurrent callers get the
 * same answer, and a changed plan is computed again.
 */
export async function estimateRun(visible: Visibility, run: RunSummary): Promise<ImportEstimate> {
  const estimates = (held.quarterdeckEstimates ??= new Map())
  const key = `${run.id} ${await fingerprintOfRun(visible, run.id)}`
  const known = estimates.get(key)
  if (known) return known
  const estimate = alone(() => computeEstimate(visible, run))
  for (const old of [...estimates.keys()].slice(0, Math.max(0, estimates.size - MOST_KEPT + 1)))
    estimates.delete(old)
  estimates.set(key, estimate)
  estimate.catch(() => estimates.delete(key))
  return estimate
}

let underWay: Promise<unknown> = Promise.resolve()

/** Runs the work after all earlier work has ended. One estimate at a time per process limits memory. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  const answer = underWay.then(work)
  underWay = answer.catch(() => undefined)
  return answer
}

async function computeEstimate(visible: Visibility, run: RunSummary): Promise<ImportEstimate> {
  const items = await runPaths(visible, run.id)
  const paths = items.map((one) => one.path)
  const holder = prefixOfMemoryFolder({ kind: run.sourceKind, name: run.sourceName }, paths)
  const parse = importParser(paths, holder, await factsOf(visible, run, paths))
  const projectNames = [...new Set(items.flatMap((one) => one.projectName ?? []))]
  const stored = await knownFiles(visible, {
    sourceId: run.sourceId,
    projectNames,
    from: exchangeOf(run),
  })
  const known = new Map(stored.map((file) => [placeKey(file), file]))
  const estimator = await Estimator.of(visible.teamId, {
    source: run.sourceName,
    present: items.filter(({ status }) => ["new", "changed", "same"].includes(status)),
    now: new Date(),
  })
  for (let after = ""; !estimator.isFull;) {
    const batch = await nextItems(visible, run.id, ["new", "changed"], after)
    const last = batch.at(-1)
    if (!last) break
    const derived = await parse(batch)
    const settled = await mergeDerivations(visible.teamId, {
      source: sourceOf(run),
      holder,
      items: batch,
      derived,
      known,
    })
    await estimator.add(
      batch.map((item, at) => {
        const [one, file] = [settled[at] as Derivation, known.get(placeKey(item))]
        return {
          item,
          row: itemRow({ teamId: visible.teamId, id: run.id }, item, one, file),
          derived: one,
          stored: file,
        }
      }),
    )
    after = last.path
  }
  const aside = await listItems(visible, run.id, { status: "set-aside", take: paths.length + 1 })
  await estimator.addSetAside(
    aside.map(({ path, projectName: project, reason, diagnostics }) => ({
      path,
      project,
      reason,
      diagnostics: diagnostics as unknown as readonly Diagnostic[],
    })),
  )
  const { expected, isPartial } = await estimator.finish()
  return estimateOf(expected, isPartial)
}
