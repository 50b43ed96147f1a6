import type { CoachedAgent, CoachEntry } from "@/lib/memory/coach/synthesis"
import { findPoisoning } from "@/lib/memory/poisoning/find"
import { hasInvisible } from "@/lib/memory/characters/hidden-characters"
import { hideSecrets } from "@/lib/memory/secrets/secrets"

/** An entry as shown to a model: without secrets, and without instructions in its labels. */
export type ShownEntry = Pick<
  CoachEntry,
  "text" | "agent" | "project" | "category" | "section" | "type" | "date"
>

/** Maximum number of characters of an entry that are shown to a model. */
export const LONGEST_SHOWN = 4_000
const LONGEST_LABEL = 120
/** Maximum number of agents that are listed in a prompt. */
const MOST_AGENTS = 60

/**
 * Redacts entries and labels for prompts, and records which entries were redacted. `plainly`: nothing is
 * redacted, to measure text that is not sent.
 */
export class PromptRedactor {
  /** IDs of the entries in which a secret was hidden. */
  readonly covered = new Set<string>()
  /** IDs of the entries of which only the beginning is shown. */
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
    // Secrets are hidden before the text is truncated, because a truncated secret would not be recognized.
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

  /**
   * Returns a name or heading for a prompt, without secrets and at most `LONGEST_LABEL` characters long.
   * "(not shown)" if it reads like an instruction or has hidden characters. Labels are not checked elsewhere.
   */
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

/**
 * Returns a value as a JSON line for the data block of a prompt. The value cannot end the line, the string or
 * the block.
 */
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

/**
 * Returns lines about the agents of some categories, or of all, at most `MOST_AGENTS`. With the list, a model
 * can find knowledge that agents without entries in the prompt lack.
 */
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
