import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { taxonomyOf } from "@/lib/db/agents/categories"
import type { HeldItem } from "@/lib/db/sources/running-imports"
import type { KnownFile } from "@/lib/db/memory-files/stored-files"
import { projectsNamed } from "@/lib/db/teams/projects-and-agents"
import type { Diagnostic } from "@/lib/memory/memory-files/diagnostic"
import { groupBy } from "@/lib/memory/text/group"
import type { ExpectedFinding } from "@/lib/memory/sources/import-estimate"
import type { Derivation } from "../writing/derive"
import type { ItemRow } from "../import/file-status"
import { categoryOf } from "../import/plan/projects-and-agents"
import type { ArrivingFile } from "./arriving"
import { type AsideFile, ExpectedAlerts } from "./expected-alerts"
import { ExpectedConflicts } from "./expected-conflicts"

/** A file of an import plan, with its stored counterpart. */
export interface EstimatedFile {
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

export interface ExpectedFindings {
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
export class Estimator {
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
