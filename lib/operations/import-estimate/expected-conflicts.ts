import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import {
  type ComparedEntry,
  comparableEntries,
  comparableEntriesOf,
  comparableFiles,
} from "@/lib/db/conflicts/comparable-entries"
import { isId } from "@/lib/db/infra/identifiers"
import { groupBy } from "@/lib/memory/text/aggregates"
import type { ExpectedFinding } from "@/lib/memory/sources/import-estimate"
import { audienceText, isBroken, sectionOfEntry } from "@/lib/memory/memory-files/format"
import { plainStatement } from "@/lib/memory/similarity/matching"
import { conflictsInPool, createYield } from "../conflicts/find/compare-many"
import type { FoundConflict } from "../conflicts/find/analyses"
import { indexEntries, UncheckedFiles } from "../conflicts/find/run-analyses"
import { type PooledEntry, StatementPool } from "../conflicts/find/statement-pool"
import { type ArrivingFile, keyOf } from "./arriving"

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

/** Returns the entries of a file that can be in a conflict, as `lib/db/conflicts/finding` selects them. */
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
