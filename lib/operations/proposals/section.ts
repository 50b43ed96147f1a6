import { audienceOf } from "@/lib/formats/category"
import type { MemoryKind } from "@/lib/memory/compaction/log-entry"
import { fittingSection } from "@/lib/memory/compaction/section-for"
import { RELATED_LIKENESS } from "@/lib/memory/judgement/likeness"
import { matchTerms, scoreOf } from "@/lib/memory/similarity/matching"
import { weightOf } from "@/lib/memory/lexicon/software"
import { readStatement } from "@/lib/memory/similarity/statement"
import type { Target } from "./target"

interface Addition {
  readonly text: string
  readonly type?: string | undefined
  /** The section that its author named. */
  readonly named: string | null
  readonly agent: string | null
}

/**
 * Where an addition goes that names no section: what the format has for findings, else the section that its words or its type name, else the
 * one with the entry that is most like it, else where most of the file's entries stand.
 */
export function sectionFor(target: Target, { text, type, named, agent }: Addition): string | null {
  if (target.reading.path.endsWith(".json") || target.reading.path.endsWith(".jsonl")) return null
  const sections = target.reading.format.parse(target.text, target.reading.path).sections
  if (named !== null)
    return (
      sections.find((one) => one.name.toLowerCase() === named.toLowerCase())?.name ??
      target.ownSection ??
      named
    )
  if (target.ownSection !== null) return target.ownSection
  if (target.format === "kaizen") return "Accumulated Findings"
  if (target.format === "category-memory") {
    const own = sections.find((one) => {
      const audience = audienceOf(one.name)
      return (
        audience?.kind === "role" &&
        agent !== null &&
        (agent === audience.role || agent.startsWith(`${audience.role}-`))
      )
    })
    return own?.name ?? "Shared Patterns"
  }
  const fitting = fittingSection({
    text,
    kind: KINDS.get(type ?? "") ?? null,
    sections: sections.map(({ name }) => name),
  })
  if (fitting !== null) return fitting
  const said = readStatement(text)
  const [alike] = target.entries
    .slice(0, MOST_COMPARED)
    .map(({ section, text: other }) => ({
      section,
      score: scoreOf(matchTerms(said, readStatement(other), weightOf)),
    }))
    .filter(({ score }) => score >= RELATED_LIKENESS)
    .toSorted((a, b) => b.score - a.score)
  if (alike) return alike.section
  const counts = new Map<string | null, number>()
  for (const entry of target.entries)
    counts.set(entry.section, (counts.get(entry.section) ?? 0) + (entry.state === "current" ? 1 : 0))
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1])
  return most?.[0] ?? sections.at(-1)?.name ?? null
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

/** Proposals are answered at once, so only the first entries of a file are compared, by the words that they share. */
const MOST_COMPARED = 200
