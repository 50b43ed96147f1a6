import { audienceOf } from "@/lib/formats/category"
import type { Target } from "./target"

/** Where an addition goes that names no section: what the format has for findings, else where most of the file's entries stand. */
export function sectionFor(target: Target, named: string | null, agent: string | null): string | null {
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
  const counts = new Map<string | null, number>()
  for (const entry of target.entries)
    counts.set(entry.section, (counts.get(entry.section) ?? 0) + (entry.state === "current" ? 1 : 0))
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1])
  return most?.[0] ?? sections.at(-1)?.name ?? null
}
