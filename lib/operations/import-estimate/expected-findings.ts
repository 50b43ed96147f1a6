import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { rulesNow } from "@/lib/db/alerts/ignore-rules"
import { readPolicies } from "@/lib/db/policies"
import { raisedAlerts } from "@/lib/db/alerts/alerts"
import { readLinkReason } from "@/lib/files/unsafe-paths"
import type { FoundAlert } from "@/lib/memory/alerts/rule"
import { type ProjectFacts, type SetAsideFacts, checkProject } from "@/lib/memory/alerts/project-rules"
import { type IgnoreRule, ruleFor } from "@/lib/memory/alerts/ignore-rules"
import { groupBy } from "@/lib/memory/text/aggregates"
import { causeOfAlert, type ExpectedFinding } from "@/lib/memory/sources/import-estimate"
import { type PlacedPolicy, policyFor, policyOfMemory } from "@/lib/memory/policies/policy"
import {
  type ComparedEntry,
  comparableEntries,
  comparableEntriesOf,
  comparableFiles,
} from "@/lib/db/conflicts/comparable-entries"
import { isId } from "@/lib/db/infra/identifiers"
import { audienceText, isBroken, sectionOfEntry } from "@/lib/memory/memory-files/format"
import { plainStatement } from "@/lib/memory/similarity/matching"
import { checkFileAnalysis } from "../alerts/analyses"
import { runIsolated } from "../isolated/run-isolated"
import { conflictsInPool, createYield } from "../conflicts/find/compare"
import type { FoundConflict } from "../conflicts/find/analyses"
import { indexEntries, UncheckedFiles } from "../conflicts/find/run-analyses"
import { type PooledEntry, StatementPool } from "../conflicts/find/statement-pool"
import { type ArrivingFile, factsOfArriving, keyOf } from "./arriving"

/** A file that an import quarantines. */
export interface AsideFile extends Omit<SetAsideFacts, "source"> {
  readonly project: string
}

interface Unit {
  /** Id of the stored file, or null for a new one. */
  readonly id: string | null
  readonly key: string
  readonly project: string
  readonly projectId: string | null
  readonly agent: string | null
  readonly path: string | null
  readonly found: readonly FoundAlert[]
}

/** Predicts the alerts of an import by the alert rules. Existing alerts and ignored ones are left out. */
export class ExpectedAlerts {
  private constructor(
    private readonly teamId: string,
    private readonly policies: readonly PlacedPolicy[],
    private readonly rules: readonly IgnoreRule[],
    private readonly now: Date,
  ) {}

  static async of(teamId: string, now: Date): Promise<ExpectedAlerts> {
    const [policies, rules] = await Promise.all([
      readPolicies(wholeTeamUnchecked(teamId)),
      rulesNow(wholeTeamUnchecked(teamId)),
    ])
    return new ExpectedAlerts(teamId, policies, rules, now)
  }

  /**
   * Returns the alerts that these files would raise. `present`: paths of all files after the import, by
   * project.
   */
  async ofFiles(
    files: readonly ArrivingFile[],
    present: ReadonlyMap<string, readonly string[]>,
  ): Promise<ExpectedFinding[]> {
    const { policies, now } = this
    const results = await runIsolated(
      checkFileAnalysis,
      files.map((file) => {
        const { row, derived, category, project } = file
        const place = { scope: derived.location.scope, projectSlug: project, category, agent: row.agent }
        return {
          facts: factsOfArriving(file, { policies, present: present.get(row.project_name ?? "") ?? [], now }),
          settings: policyOfMemory(policies, place),
          now,
        }
      }),
    )
    return this.news(
      files.map((file, at): Unit => {
        const result = results[at]
        return {
          id: file.stored?.id ?? null,
          key: keyOf(file),
          project: file.row.project_name ?? "",
          projectId: file.projectId,
          agent: file.row.agent,
          path: file.row.path,
          found: result?.ok ? result.value.found : [UNCHECKED],
        }
      }),
    )
  }

  /** Returns the alerts of quarantined files, of secrets among them, and of broken links. */
  async ofSetAside(
    files: readonly AsideFile[],
    source: string,
    projects: ReadonlyMap<string, { readonly id: string; readonly slug: string }>,
  ): Promise<ExpectedFinding[]> {
    return this.news(
      [...groupBy(files, ({ project }) => project)].map(([project, those]): Unit => {
        const set = those.map(({ project: _, ...one }) => ({
          ...one,
          source,
          link: readLinkReason(one.reason),
        }))
        const facts: ProjectFacts = {
          ...NOTHING_ELSE,
          name: project,
          links: set.flatMap(({ path, link }) => (link === null ? [] : [{ source, path, ...link }])),
          setAside: set.flatMap(({ link, ...one }) => (link === null ? [one] : [])),
        }
        const known = projects.get(project)
        const whose = {
          scope: "project" as const,
          project: known?.slug ?? project,
          category: null,
          agent: null,
        }
        const { found } = checkProject(facts, policyFor(this.policies, whose), this.now)
        const id = known?.id ?? null
        return { id, key: project, project, projectId: id, agent: null, path: null, found }
      }),
    )
  }

  private async news(units: readonly Unit[]): Promise<ExpectedFinding[]> {
    const raised = await raisedAlerts(
      wholeTeamUnchecked(this.teamId),
      units.flatMap(({ id }) => id ?? []),
    )
    const known = new Set(raised.map(({ unitId, kind, part }) => `${unitId} ${kind} ${part}`))
    return units.flatMap(({ id, key: unit, project, projectId, agent, path: own, found }) =>
      found.flatMap(({ kind, part, severity, path }): ExpectedFinding[] => {
        const place = { projectId, agent, path: path ?? own }
        if (known.has(`${id} ${kind} ${part}`) || ruleFor(this.rules, { kind, ...place }) !== null) return []
        const key = `${unit} ${kind} ${part}`
        return [{ key, kind, severity, cause: causeOfAlert(key, kind, severity, project) }]
      }),
    )
  }
}

const UNCHECKED: FoundAlert = {
  kind: "unchecked",
  part: "",
  severity: "warning",
  message: "",
  path: null,
  line: null,
  column: null,
  evidence: {},
}

/** Facts of a project that has only quarantined files. */
const NOTHING_ELSE: Omit<ProjectFacts, "name" | "links" | "setAside"> = {
  workspaces: [],
  hasMemory: false,
  reports: false,
  coach: null,
  workers: [],
}

/**
 * Maximum number of new entries that are compared in full. Above it, entries are compared with their copies
 * only, because a person waits for the preview.
 */
const MOST_COMPARED = 4_000
/** Maximum number of stored entries of a project that are read for an estimate. */
const MOST_STORED = 20_000

interface ArrivingEntry extends ComparedEntry {
  readonly isNew: boolean
}

/**
 * Predicts the conflicts of an import: between its own files, and with the stored files of its projects. Uses
 * the comparison that finds real conflicts.
 */
export class ExpectedConflicts {
  private readonly entries: ArrivingEntry[] = []
  /** Ids of stored files that are replaced. */
  private readonly replaced = new Set<string>()

  constructor(private readonly teamId: string) {}

  async add(files: readonly ArrivingFile[]): Promise<void> {
    const known = await this.storedStatements(files)
    for (const file of files) {
      if (file.stored) this.replaced.add(file.stored.id)
      for (const entry of comparedEntries(file)) {
        this.entries.push({ ...entry, isNew: !known.has(`${file.stored?.id} ${plainStatement(entry.text)}`) })
      }
    }
  }

  /** Returns the predicted conflicts. `isPartial`: not all entries were compared. */
  async find(): Promise<{ expected: ExpectedFinding[]; isPartial: boolean }> {
    const news = this.entries.filter(({ isNew }) => isNew).length
    if (news === 0) return { expected: [], isPartial: false }
    const copiesOnly = news > MOST_COMPARED
    const wide = this.entries.filter(({ scope }) => scope !== "project")
    const projects = groupBy(
      this.entries.filter(({ scope }) => scope === "project"),
      ({ projectId }) => projectId,
    )
    const found: FoundConflict[] = []
    let isPartial = copiesOnly
    for (const [projectId, own] of projects.size === 0 ? [[null, []] as const] : projects) {
      const stored = await this.storedEntries(projectId)
      if (stored === null) isPartial = true
      const [arriving, staying] = [[...own, ...wide], stored ?? []]
      const isCopied = copiesOnly ? copiedAmong([...arriving, ...staying]) : () => true
      found.push(
        ...(await conflictsAmong(
          this.teamId,
          arriving.filter(isCopied),
          staying.filter(isCopied),
          copiesOnly,
        )),
      )
    }
    return { expected: found.map(expectedOf), isPartial }
  }

  /**
   * Returns file id and plain text of each entry in the stored files that the import replaces. Such an entry
   * is not new.
   */
  private async storedStatements(files: readonly ArrivingFile[]): Promise<Set<string>> {
    const ids = files.flatMap(({ stored }) => (stored && stored.state !== "gone" ? [stored.id] : []))
    if (ids.length === 0) return new Set()
    const entries = await comparableEntriesOf(
      wholeTeamUnchecked(this.teamId),
      ids.map((id) => ({ id, compared: null })),
    )
    return new Set(entries.map(({ fileId, text }) => `${fileId} ${plainStatement(text)}`))
  }

  /** Returns the stored entries that the import does not replace, or null if there are too many. */
  private async storedEntries(projectId: string | null): Promise<readonly PooledEntry[] | null> {
    const known = projectId !== null && isId(projectId) ? projectId : null
    const files = await comparableFiles(wholeTeamUnchecked(this.teamId), known, { everything: false })
    const staying = files.filter(({ id }) => !this.replaced.has(id))
    if (staying.reduce((sum, file) => sum + file.entries, 0) > MOST_STORED) return null
    return staying.length === 0
      ? []
      : comparableEntriesOf(
          wholeTeamUnchecked(this.teamId),
          staying.map(({ id }) => ({ id, compared: null })),
        )
  }
}

/** Returns a predicate that is true for entries with a copy in the list. */
function copiedAmong(entries: readonly PooledEntry[]): (entry: PooledEntry) => boolean {
  const times = new Map<string, number>()
  for (const { text } of entries) times.set(plainStatement(text), (times.get(plainStatement(text)) ?? 0) + 1)
  return ({ text }) => (times.get(plainStatement(text)) ?? 0) > 1
}

async function conflictsAmong(
  teamId: string,
  arriving: readonly ArrivingEntry[],
  stored: readonly PooledEntry[],
  copiesOnly: boolean,
): Promise<FoundConflict[]> {
  const [pool, setAside, turn] = [new StatementPool(), new UncheckedFiles(), createYield()]
  for (const [entry, index] of await indexEntries(arriving, setAside)) {
    pool.add(entry, { ...index, isNew: entry.isNew })
    await turn()
  }
  for (const [entry, index] of await indexEntries(stored, setAside)) {
    pool.add(entry, { ...index, isNew: false })
    await turn()
  }
  pool.seal()
  const byId = new Map(arriving.map((entry) => [entry.id, entry]))
  const read = async (ids: readonly string[]) => [
    ...ids.flatMap((id) => byId.get(id) ?? []),
    ...(await comparableEntries(
      wholeTeamUnchecked(teamId),
      ids.filter((id) => !byId.has(id)),
    )),
  ]
  const found: FoundConflict[] = []
  for await (const some of conflictsInPool(pool, { setAside, turn, read, copiesOnly })) found.push(...some)
  return found
}

/** Returns the finding of a conflict. Duplicates between the same files share one cause, as in the inbox. */
function expectedOf({ finding, placeKey, left, right }: FoundConflict): ExpectedFinding {
  const key = Buffer.from(placeKey).toString("hex")
  const files = [...new Set([...left, ...right].map(({ fileId }) => fileId))].toSorted()
  const isDuplicate = finding === "duplicate"
  return {
    key,
    kind: isDuplicate ? "duplicate-entry" : "contradiction",
    severity: "warning",
    cause: isDuplicate && files.length > 1 ? `duplicates of ${files.join(" ")}` : key,
  }
}

/** Returns the entries of a file that can be in a conflict, as `lib/db/conflicts/comparable-entries.ts` selects them. */
function comparedEntries(file: ArrivingFile): ComparedEntry[] {
  const { row, derived, stored, category } = file
  const { parsed, location, format } = derived
  const { role, scope } = location
  if (scope === "session" || format === "instructions" || ["identity", "log", "runs"].includes(role))
    return []
  if (parsed.meta.optedOut || isBroken(parsed)) return []
  const fileId = stored?.id ?? keyOf(file)
  const audiences = parsed.sections.filter(({ audience }) => audience.kind !== "everyone")
  return parsed.entries.flatMap((entry, at): ComparedEntry[] => {
    if (entry.state !== "current") return []
    const { line, endLine } = entry.span
    const speaksTo = audiences.find(({ span }) => span.line <= line && span.endLine >= line)
    return [
      {
        id: `${fileId} ${at}`,
        text: entry.text,
        date: entry.date,
        fileId,
        path: row.path,
        section: sectionOfEntry(parsed, entry),
        line,
        since: endLine,
        scope,
        projectId: file.projectId,
        agent: row.agent,
        category,
        subject: location.subject,
        audience: format === "category-memory" && speaksTo ? audienceText(speaksTo.audience) : null,
      },
    ]
  })
}
