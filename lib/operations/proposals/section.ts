import { audienceOf } from "@/lib/formats/category-memory"
import type { MemoryKind } from "@/lib/memory/compaction/scored-log-entry"
import { fittingSection } from "@/lib/memory/compaction/section-for"
import { MIN_RELATED_SIMILARITY } from "@/lib/memory/comparison/compare-statements"
import { findingSection } from "@/lib/memory/proposals/finding-section"
import { matchTerms, scoreOf } from "@/lib/memory/similarity/matching"
import { weightOf } from "@/lib/memory/lexicon/software"
import { readStatement } from "@/lib/memory/similarity/statement"
import type { Target } from "./target"

interface Addition {
  readonly text: string
  readonly type?: string | undefined
  /** Section that the author named, or null. */
  readonly named: string | null
  readonly agent: string | null
}

/**
 * Returns the section for an addition, by the first rule that fits: the named section, the agent's own
 * section, the rule of Kaizen or category memory, the section that fits the words or type, the section of the
 * most similar entry, the section with most entries. Null for formats without sections.
 */
export function sectionFor(target: Target, { text, type, named, agent }: Addition): string | null {
  const { path, format } = target.reading
  if (path.endsWith(".json") || path.endsWith(".jsonl")) return null
  const sections = format.parse(target.text, path).sections.map(({ name }) => name)
  if (named !== null) return sectionNamed(named, sections) ?? target.ownSection ?? named
  if (target.ownSection !== null) return target.ownSection
  if (target.format === "kaizen") return findingSection(text, sections)
  if (target.format === "category-memory") return sectionOfRole(sections, agent) ?? "Shared Patterns"
  return sectionByContent(target, sections, { text, type })
}

const sectionNamed = (named: string, sections: readonly string[]): string | undefined =>
  sections.find((name) => name.toLowerCase() === named.toLowerCase())

function sectionByContent(
  { entries }: Target,
  sections: readonly string[],
  { text, type }: Pick<Addition, "text" | "type">,
): string | null {
  const fitting = fittingSection({ text, kind: KINDS.get(type ?? "") ?? null, sections })
  if (fitting !== null) return fitting
  const similar = mostSimilar(text, entries)
  if (similar) return similar.section
  return fullestSection(entries) ?? sections.at(-1) ?? null
}

function sectionOfRole(sections: readonly string[], agent: string | null): string | undefined {
  if (agent === null) return undefined
  return sections.find((name) => {
    const audience = audienceOf(name)
    return audience?.kind === "role" && (agent === audience.role || agent.startsWith(`${audience.role}-`))
  })
}

function mostSimilar(text: string, entries: Target["entries"]) {
  const statement = readStatement(text)
  const [best] = entries
    .slice(0, MOST_COMPARED)
    .map(({ section, text: other }) => ({
      section,
      score: scoreOf(matchTerms(statement, readStatement(other), weightOf)),
    }))
    .filter(({ score }) => score >= MIN_RELATED_SIMILARITY)
    .toSorted((a, b) => b.score - a.score)
  return best
}

/**
 * Returns the section with most current entries. Null: entries outside of sections. Undefined: there are no
 * entries.
 */
function fullestSection(entries: Target["entries"]): string | null | undefined {
  const counts = new Map<string | null, number>()
  for (const { section, state } of entries)
    counts.set(section, (counts.get(section) ?? 0) + (state === "current" ? 1 : 0))
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1])
  return most?.[0]
}

const KINDS = new Map([
  ["decision", "decision"],
  ["preference", "preference"],
  ["pattern", "lesson"],
  ["convention", "lesson"],
  ["lesson", "lesson"],
  ["fact", "fact"],
  ["reference", "fact"],
] as const satisfies readonly (readonly [string, MemoryKind])[]) as ReadonlyMap<string, MemoryKind>

/** Maximum number of entries of a file that are compared. The caller waits for the result. */
const MOST_COMPARED = 200
