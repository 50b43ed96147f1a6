import type { CoachedAgent, CoachEntry } from "@/lib/memory/coach/material"
import { findPoisoning } from "@/lib/memory/poisoning/find"
import { hasInvisible } from "@/lib/memory/characters/hidden-characters"
import { hideSecrets } from "@/lib/memory/secrets/hide-secrets"

/** An entry as a model is shown it: secrets covered, labels without orders. */
export type ShownEntry = Pick<
  CoachEntry,
  "text" | "agent" | "project" | "category" | "section" | "type" | "date"
>

/** Characters of an entry that a model is shown. */
export const LONGEST_SHOWN = 4_000
const LONGEST_LABEL = 120
/** Maximum number of agents that a call names besides those of its entries. */
const MOST_AGENTS = 60

/** Makes what may leave, and counts what it covers on the way. `plainly`: covers nothing, to measure what is not sent. */
export class PromptRedactor {
  /** Entries in which a secret was covered. */
  readonly covered = new Set<string>()
  /** Entries of which only the beginning was shown. */
  readonly clipped = new Set<string>()
  private readonly labels = new Map<string, string>()
  private readonly entries = new Map<string, ShownEntry>()

  constructor(private readonly how: { readonly plainly: boolean } = { plainly: false }) {}

  entry(entry: CoachEntry): ShownEntry {
    if (this.how.plainly) return { ...entry, text: entry.text.slice(0, LONGEST_SHOWN) }
    const known = this.entries.get(entry.id)
    if (known) return known
    const shown = this.show(entry)
    this.entries.set(entry.id, shown)
    return shown
  }

  private show({ id, text, agent, project, category, section, type, date }: CoachEntry): ShownEntry {
    // Secrets first, because a truncated secret would not be recognized.
    const bare = hideSecrets(text)
    if (bare.hidden > 0) this.covered.add(id)
    if (bare.text.length > LONGEST_SHOWN) this.clipped.add(id)
    const shown = bare.text.length > LONGEST_SHOWN ? `${bare.text.slice(0, LONGEST_SHOWN)}…` : bare.text
    return {
      text: shown,
      agent: this.label(agent),
      project: this.label(project),
      category: this.label(category),
      section: this.label(section),
      type: this.label(type),
      date: this.label(date),
    }
  }

  /** Hides secrets and instructions in names and headings, which are not checked elsewhere. */
  label<Label extends string | null>(label: Label): Label {
    if (label === null || this.how.plainly) return label
    const known = this.labels.get(label)
    if (known !== undefined) return known as Label
    const bare = hideSecrets(label).text.replaceAll(/\s+/g, " ").slice(0, LONGEST_LABEL)
    const shown = hasInvisible(bare) || findPoisoning(bare).length > 0 ? "(not shown)" : bare
    this.labels.set(label, shown)
    return shown as Label
  }
}

/** Returns a line of data. Its content cannot end the line, the string or the block. */
export const dataLine = (value: object | string): string =>
  JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029")

export function entryLine(
  id: string,
  { agent, project, category, section, type, date, text }: ShownEntry,
): string {
  return dataLine({
    id,
    ...(agent !== null && { agent }),
    project,
    ...(category !== null && { category }),
    ...(section !== null && { section }),
    ...(type !== null && { type }),
    ...(date !== null && { date }),
    text,
  })
}

/** Returns the agents of some categories, or the first of all, so that a model can find knowledge that is missing from every agent. */
export function agentLines(
  agents: readonly CoachedAgent[],
  categories: ReadonlySet<string | null> | null,
  showing?: PromptRedactor,
): string[] {
  const shown = (label: string) => showing?.label(label) ?? label
  return agents
    .filter(({ optedOut, category }) => !optedOut && (categories === null || categories.has(category)))
    .slice(0, MOST_AGENTS)
    .map(({ name, project, category, entries, changedOn }) =>
      dataLine({
        agent: shown(name),
        project: shown(project),
        ...(category !== null && { category: shown(category) }),
        entries,
        ...(changedOn !== null && { changed: changedOn }),
      }),
    )
}
