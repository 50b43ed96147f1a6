import type { CategoryPolicy } from "@/lib/db/agents/categories"
import { audienceOf } from "@/lib/formats/category"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import type { StoredEntry } from "@/lib/memory/proposals/change-status"

/**
 * Returns why the write policy of a category forbids changes of an agent, or null. People may propose
 * anything. `append-only`: agents can only add entries, to shared sections or to the section of their role.
 * `coordinated`: only the coordinator writes its notes and removes entries. `direct`: each agent writes for
 * itself. Source: category memory, "Write policies".
 */
export function whyNotWritable(
  category: CategoryPolicy | null,
  {
    author,
    changes,
    entries,
  }: { author: string | null; changes: readonly ProposedChange[]; entries: readonly StoredEntry[] },
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
      const why = whyNotToSection(category, author, section)
      if (why !== null) return why
    }
  }
  return null
}

function whyNotToSection(category: CategoryPolicy, author: string, section: string): string | null {
  const audience = audienceOf(section)
  if (audience?.kind === "coordinator")
    return `${category.name}: only ${category.coordinator ?? "its coordinator"} can write to “${section}”. Propose to another section`
  if (audience?.kind === "role" && author !== audience.role && !author.startsWith(`${audience.role}-`))
    return `${category.name}: “${section}” belongs to ${audience.role}. ${author} can write to Shared Patterns or its own section`
  return null
}

/** Returns the sections that a change affects. A move affects two. */
function sectionsOf(change: ProposedChange, entries: readonly StoredEntry[]): string[] {
  const from =
    change.kind === "add" ? null : (entries.find((one) => one.id === change.entry)?.section ?? null)
  const to = change.kind === "add" || change.kind === "move" ? change.section : null
  return [from, to].filter((section) => section !== null)
}
