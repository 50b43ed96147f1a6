import type { CategoryPolicy } from "@/lib/db/agents/categories"
import { audienceOf } from "@/lib/formats/category"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import type { StandingEntry } from "@/lib/memory/proposals/standing"

/**
 * What a category's write policy keeps an agent from; null where it allows it. People may propose anything.
 * `append-only`: agents add, and only to what everyone shares or to their own role's section. `coordinated`: the coordinator alone
 * writes its notes and takes away what others said. `direct`: each agent writes for itself. Source: category memory, "Write policies".
 */
export function whyNotWritable(
  category: CategoryPolicy | null,
  {
    author,
    changes,
    entries,
  }: { author: string | null; changes: readonly ProposedChange[]; entries: readonly StandingEntry[] },
): string | null {
  if (
    category === null ||
    author === null ||
    category.writePolicy === "direct" ||
    author === category.coordinator
  )
    return null
  for (const change of changes) {
    if (category.writePolicy === "append-only" && change.kind !== "add")
      return `${category.name} is append-only: agents can add entries, but only people can change them`
    for (const section of sectionsOf(change, entries)) {
      const audience = audienceOf(section)
      if (audience?.kind === "coordinator")
        return `${category.name}: only ${category.coordinator ?? "its coordinator"} can write to “${section}”: propose to another section`
      if (audience?.kind === "role" && author !== audience.role && !author.startsWith(`${audience.role}-`))
        return `${category.name}: “${section}” belongs to ${audience.role}. ${author} can write to Shared Patterns or its own section`
    }
  }
  return null
}

/** Those that a change writes to. A move takes away from one and adds to another. */
function sectionsOf(change: ProposedChange, entries: readonly StandingEntry[]): string[] {
  const from =
    change.kind === "add" ? null : (entries.find((one) => one.id === change.entry)?.section ?? null)
  const to = change.kind === "add" || change.kind === "move" ? change.section : null
  return [from, to].filter((section) => section !== null)
}
