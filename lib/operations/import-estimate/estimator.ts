import { taxonomyOf } from "@/lib/db/agents/categories"
import type { HeldItem } from "@/lib/db/sources/imports"
import type { KnownFile } from "@/lib/db/memory-files/list"
import { projectsNamed } from "@/lib/db/teams/places"
import type { Diagnostic } from "@/lib/memory/memory-files/diagnostic"
import { groupBy } from "@/lib/memory/text/group"
import type { ExpectedFinding } from "@/lib/memory/sources/import-estimate"
import type { Derivation } from "../writing/derive"
import type { ItemRow } from "../import/item-rows"
import { categoryOf } from "../import/plan/places"
import type { Arriving } from "./arriving"
import { type AsideFile, ExpectedAlerts } from "./expected-alerts"
import { ExpectedConflicts } from "./expected-conflicts"

/** A file as it is planned. */
export interface PlannedFile {
  readonly item: HeldItem
  readonly row: ItemRow
  readonly derived: Derivation
  readonly stored: KnownFile | undefined
}

/** A file that a plan sets aside. */
export interface AsideRow {
  readonly path: string
  readonly project: string | null
  readonly reason: string | null
  readonly diagnostics: readonly Diagnostic[]
}

export interface Expected {
  readonly expected: readonly ExpectedFinding[]
  /** Not all entries were compared with all others. */
  readonly isPartial: boolean
}

/** Entries of an import that are looked at: somebody waits for the estimate, and 50,000 take about ten seconds. */
const MOST_ENTRIES = 50_000

/** Collects what an import is going to raise, batch by batch. Writes nothing. */
export class Estimator {
  private readonly expected: ExpectedFinding[] = []
  private readonly conflicts: ExpectedConflicts
  private entries = 0

  private constructor(
    private readonly source: string,
    private readonly present: ReadonlyMap<string, readonly string[]>,
    private readonly places: Awaited<ReturnType<typeof readPlaces>>,
    private readonly alerts: ExpectedAlerts,
    teamId: string,
  ) {
    this.conflicts = new ExpectedConflicts(teamId)
  }

  /** `present`: the files that are there after the import, as far as they are of its source. */
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
    return new Estimator(source, paths, places, alerts, teamId)
  }

  /** True: no more files are taken, and the estimate is partial. */
  get isFull(): boolean {
    return this.entries >= MOST_ENTRIES
  }

  async add(files: readonly PlannedFile[]): Promise<void> {
    if (this.isFull) return
    const arriving = files.flatMap(({ item, row, derived, stored }): Arriving[] => {
      if (derived.kind !== "memory" || row.status === "same") return []
      const name = row.project_name ?? ""
      const known = this.places.projects.get(name)
      const [category, project] = [categoryOf(this.places.taxonomy, row), known?.slug ?? name]
      return [{ item, row, derived, stored, category, project, projectId: known?.id ?? name }]
    })
    this.entries += arriving.reduce((sum, { derived }) => sum + derived.parsed.entries.length, 0)
    this.expected.push(...(await this.alerts.ofFiles(arriving, this.present)))
    await this.conflicts.add(arriving)
  }

  /** Files that changed on both sides become file conflicts; the others raise alerts of their project. */
  async addSetAside(rows: readonly AsideRow[]): Promise<void> {
    const isMet = ({ diagnostics }: AsideRow) =>
      diagnostics.some(({ code }) => code === "changed-on-both-sides")
    for (const { path, project } of rows.filter(isMet)) {
      const key = `file-conflict ${project}/${path}`
      this.expected.push({ key, kind: "file-conflict", severity: "error", cause: key })
    }
    const others = rows.flatMap((row): AsideFile[] =>
      isMet(row) || row.project === null
        ? []
        : [{ ...row, project: row.project, reason: row.reason ?? "it could not be read" }],
    )
    this.expected.push(...(await this.alerts.ofSetAside(others, this.source, this.places.projects)))
  }

  async finish(): Promise<Expected> {
    const { expected, isPartial } = await this.conflicts.find()
    return { expected: [...this.expected, ...expected], isPartial: isPartial || this.isFull }
  }
}

async function readPlaces(teamId: string, projectNames: readonly string[]) {
  const [taxonomy, projects] = await Promise.all([taxonomyOf(teamId), projectsNamed(teamId, projectNames)])
  return { taxonomy, projects }
}
