import { wholeTeamUnchecked, type Visibility } from "@/lib/memory/teams/visibility"
import { taxonomyOf } from "@/lib/db/agents/categories"
import { type HeldItem, nextItems } from "@/lib/db/sources/running-imports"
import { type KnownFile, knownFiles } from "@/lib/db/memory-files/store-files"
import { projectsNamed } from "@/lib/db/teams/projects-and-agents"
import type { Diagnostic } from "@/lib/memory/memory-files/format"
import { groupBy } from "@/lib/memory/text/aggregates"
import { type ExpectedFinding, estimateOf, type ImportEstimate } from "@/lib/memory/sources/import-estimate"
import { fingerprintOfRun, listItems, runPaths, type RunSummary } from "@/lib/db/sources/import-runs"
import { prefixOfMemoryFolder } from "@/lib/memory/sources/project-assignment"
import type { Derivation } from "../writing/derive"
import { type ItemRow, itemRow, placeKey } from "../import/file-status"
import { categoryOf } from "../import/plan/projects-and-agents"
import { exchangeOf, mergeDerivations, sourceOf } from "../import/plan/merge-decisions"
import { importParser } from "../import/parse-files"
import { factsOf } from "../import/source-facts"
import type { ImportItemView } from "../import/import-outputs"
import type { ArrivingFile } from "./arriving"
import { type AsideFile, ExpectedAlerts, ExpectedConflicts } from "./expected-findings"

/** A file of an import plan, with its stored counterpart. */
interface EstimatedFile {
  readonly item: HeldItem
  readonly row: ItemRow
  readonly derived: Derivation
  readonly stored: KnownFile | undefined
}

/** A file that the plan quarantines. */
export interface QuarantinedRow {
  readonly path: string
  readonly project: string | null
  readonly reason: string | null
  readonly diagnostics: readonly Diagnostic[]
}

interface ExpectedFindings {
  readonly expected: readonly ExpectedFinding[]
  /** True if not all entries were compared. */
  readonly isPartial: boolean
}

/**
 * Maximum number of entries that an estimate compares. A person waits for it, and 50,000 entries take about
 * ten seconds.
 */
const MOST_ENTRIES = 50_000

interface EstimatorParts {
  readonly source: string
  /** Paths of the source after the import, by project name. */
  readonly present: ReadonlyMap<string, readonly string[]>
  readonly places: Awaited<ReturnType<typeof readPlaces>>
  readonly alerts: ExpectedAlerts
  readonly conflicts: ExpectedConflicts
}

/** Collects the alerts and conflicts that an import would cause, batch by batch. Writes nothing. */
class Estimator {
  private readonly expected: ExpectedFinding[] = []
  private entries = 0

  private constructor(private readonly parts: EstimatorParts) {}

  /**
   * Creates an estimator for an import into a team. `present`: files of the source that exist after the
   * import.
   */
  static async of(
    teamId: string,
    {
      source,
      present,
      now,
    }: { source: string; present: readonly { path: string; projectName: string | null }[]; now: Date },
  ): Promise<Estimator> {
    const paths = new Map(
      [...groupBy(present, ({ projectName }) => projectName ?? "")].map(
        ([project, those]) => [project, those.map(({ path }) => path)] as const,
      ),
    )
    const [places, alerts] = await Promise.all([
      readPlaces(teamId, [...paths.keys()]),
      ExpectedAlerts.of(teamId, now),
    ])
    const conflicts = new ExpectedConflicts(teamId)
    return new Estimator({ source, present: paths, places, alerts, conflicts })
  }

  /** True if no more files are accepted. The estimate is then partial. */
  get isFull(): boolean {
    return this.entries >= MOST_ENTRIES
  }

  async add(files: readonly EstimatedFile[]): Promise<void> {
    if (this.isFull) return
    const { places, alerts, conflicts, present } = this.parts
    const arriving = files.flatMap(({ item, row, derived, stored }): ArrivingFile[] => {
      if (derived.kind !== "memory" || row.status === "same") return []
      const name = row.project_name ?? ""
      const known = places.projects.get(name)
      const [category, project] = [categoryOf(places.taxonomy, row), known?.slug ?? name]
      return [{ item, row, derived, stored, category, project, projectId: known?.id ?? name }]
    })
    this.entries += arriving.reduce((sum, { derived }) => sum + derived.parsed.entries.length, 0)
    this.expected.push(...(await alerts.ofFiles(arriving, present)))
    await conflicts.add(arriving)
  }

  /**
   * Adds quarantined files. Files that changed on both sides become file conflicts, the others raise alerts.
   */
  async addSetAside(rows: readonly QuarantinedRow[]): Promise<void> {
    const isMet = ({ diagnostics }: QuarantinedRow) =>
      diagnostics.some(({ code }) => code === "changed-on-both-sides")
    for (const { path, project } of rows.filter(isMet)) {
      const key = `file-conflict ${project}/${path}`
      this.expected.push({ key, kind: "file-conflict", severity: "error", cause: key })
    }
    const others = rows.flatMap((row): AsideFile[] =>
      isMet(row) || row.project === null
        ? []
        : [{ ...row, project: row.project, reason: row.reason ?? "the file could not be read" }],
    )
    const { alerts, source, places } = this.parts
    this.expected.push(...(await alerts.ofSetAside(others, source, places.projects)))
  }

  async finish(): Promise<ExpectedFindings> {
    const { expected, isPartial } = await this.parts.conflicts.find()
    return { expected: [...this.expected, ...expected], isPartial: isPartial || this.isFull }
  }
}

async function readPlaces(teamId: string, projectNames: readonly string[]) {
  const [taxonomy, projects] = await Promise.all([
    taxonomyOf(wholeTeamUnchecked(teamId)),
    projectsNamed(wholeTeamUnchecked(teamId), projectNames),
  ])
  return { taxonomy, projects }
}

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

interface Previewed {
  readonly teamId: string
  readonly source: string
  readonly items: readonly ImportItemView[]
  /** Files that exist after the import. */
  readonly present: readonly { readonly path: string; readonly projectName: string | null }[]
  /** Files whose bytes are known. */
  readonly planned: readonly EstimatedFile[]
}

/**
 * Returns the findings that the files of a preview would cause together. Files sent in other requests are not
 * compared.
 */
export async function estimatePreview({
  teamId,
  source,
  items,
  present,
  planned,
}: Previewed): Promise<ExpectedFindings> {
  const estimator = await Estimator.of(teamId, { source, present, now: new Date() })
  await estimator.add(planned)
  await estimator.addSetAside(items.filter(({ status }) => status === "set-aside"))
  return estimator.finish()
}
