import type { Audience } from "@/lib/memory/memory-files/format"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { chooseFormat, locator } from "@/lib/formats/format-detection"
import { conflictBetweenRead, type ReadSide } from "@/lib/memory/conflicts/conflict"
import { EdgeCollector } from "@/lib/operations/conflicts/find/conflicts-per-entry"
import {
  indexOfStatement,
  conflictsOf,
  type FoundConflict,
  sideOf,
} from "@/lib/operations/conflicts/find/analyses"
import { StatementPool } from "@/lib/operations/conflicts/find/statement-pool"
import { byWordsOnly, type EmbeddingOf } from "./embeddings"
import type { ComparedEntry } from "@/lib/db/conflicts/comparable-entries"

/** Folder with real memory files of public repositories, next to the project. */
export const CORPUS = "../shared/corpus"

/** The entries of one repository, as imported into a project. */
export interface Repository {
  readonly name: string
  readonly entries: readonly ComparedEntry[]
}

export function corpusRepositories(folder = CORPUS): Repository[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => ({ name, entries: entriesOf(join(folder, name), name) }))
}

function entriesOf(root: string, project: string): ComparedEntry[] {
  const paths = filesIn(root).map((path) => relative(root, path))
  const candidatesOf = locator(paths)
  return paths.flatMap((path): ComparedEntry[] => {
    const candidates = candidatesOf(path)
    if (candidates.length === 0) return []
    const text = readFileSync(join(root, path), "utf8")
    const found = chooseFormat(candidates, text, path)
    if ("leftAlone" in found) return []
    const { format, location } = found
    if (
      ["identity", "log", "runs"].includes(location.role) ||
      format.id === "instructions" ||
      location.scope === "session"
    )
      return []
    const parsed = format.parse(text, path)
    return parsed.entries
      .filter(({ state }) => state === "current")
      .map((entry, at): ComparedEntry => {
        const section = entry.section === null ? null : (parsed.sections[entry.section] ?? null)
        const audience = section?.audience
        return {
          id: `${project}/${path}#${at}`,
          text: entry.text,
          date: entry.date,
          fileId: `${project}/${path}`,
          path,
          section: section?.name ?? null,
          line: entry.span.line,
          since: 1,
          scope: location.scope as ComparedEntry["scope"],
          projectId: project,
          agent: location.agent,
          category: location.category,
          subject: location.subject,
          audience: audience === undefined ? null : audienceKey(audience),
        }
      })
  })
}

function audienceKey(audience: Audience): string | null {
  if (audience.kind === "everyone") return null
  return audience.kind === "role" ? `role:${audience.role}` : "coordinator"
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((one) => {
      const path = join(folder, one.name)
      if (one.isDirectory()) return filesIn(path)
      return one.isFile() ? [path] : []
    })

interface Pooled {
  readonly pool: StatementPool
  copiesOf(place: number): ComparedEntry[]
}

export function poolOf(entries: readonly ComparedEntry[], embeddingOf: EmbeddingOf = byWordsOnly): Pooled {
  const pool = new StatementPool()
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  for (const entry of entries)
    pool.add(entry, { ...indexOfStatement(entry), isNew: true, embedding: embeddingOf(entry) })
  pool.seal()
  return { pool, copiesOf: (place) => pool.copiesOf(place).map((id) => byId.get(id) as ComparedEntry) }
}

/** The pairs of statements that conflict detection compares in a project. */
export function candidatesIn({ entries }: Repository): (readonly [ComparedEntry, ComparedEntry])[] {
  const { pool, copiesOf } = poolOf(entries)
  const first = (place: number) => copiesOf(place)[0] as ComparedEntry
  return Array.from({ length: pool.size }, (_, one) =>
    pool
      .like(one)
      .filter((other) => other > one)
      .map((other) => [first(one), first(other)] as const),
  ).flat()
}

/** The conflicts that would be detected in a project. */
export function conflictsIn({ entries }: Repository, embeddingOf?: EmbeddingOf): FoundConflict[] {
  const { pool, copiesOf } = poolOf(entries, embeddingOf)
  const edges = new EdgeCollector(pool.size)
  for (let one = 0; one < pool.size; one += 1) {
    if (pool.isRepeated(one)) edges.add({ one, other: one, finding: "duplicate", score: 1 })
    const others = pool.like(one).filter((other) => other > one && !edges.has(one, other))
    const statements = [one, ...others].map((place) => copiesOf(place)[0] as ComparedEntry)
    const [first, ...rest] = statements.map(sideOf)
    for (const [at, second] of rest.entries()) {
      const other = others[at] as number
      const between = conflictBetweenRead(first as ReadSide, second, pool.closeness(one, other))
      if (between !== null) edges.add({ one, other, finding: between.finding, score: between.score })
    }
  }
  return edges
    .worthALook()
    .flatMap(({ one, other }) =>
      one === other
        ? conflictsOf(copiesOf(one), null)
        : conflictsOf(copiesOf(one), copiesOf(other), pool.closeness(one, other)),
    )
}
