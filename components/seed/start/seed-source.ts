import type { OtherMemory, Predecessor } from "../seed-types"

/** The form value of a source: "agent:PROJECT/NAME" or "file:ID". */
export type SourceName = string

export const predecessorName = ({ project, agent }: Pick<Predecessor, "project" | "agent">): SourceName =>
  `agent:${project}/${agent}`
export const memoryName = ({ file }: Pick<OtherMemory, "file">): SourceName => `file:${file}`

export type SeedSource = { readonly agent: string; readonly project: string } | { readonly file: string }

/** Returns the source of a form value; null if it is invalid. */
export function sourceOf(name: SourceName): SeedSource | null {
  const [, kind, rest = ""] = /^(agent|file):(.+)$/.exec(name) ?? []
  if (kind === "file") return { file: rest }
  const slash = rest.indexOf("/")
  return kind === "agent" && slash > 0
    ? { project: rest.slice(0, slash), agent: rest.slice(slash + 1) }
    : null
}

/** The number of memories shown without a search. */
const SHOWN = 8

/**
 * Returns the memories that match by agent, path, category or project: at most `SHOWN`, and all selected
 * ones. `more`: number of other matches.
 */
export function foundMemories(
  files: readonly OtherMemory[],
  words: string,
  ticked: ReadonlySet<SourceName>,
): { readonly shown: readonly OtherMemory[]; readonly more: number } {
  const asked = words.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (one: OtherMemory) =>
    asked.every((word) =>
      `${one.agent ?? ""} ${one.path} ${one.category ?? ""} ${one.project}`.toLowerCase().includes(word),
    )
  const found = files.filter(fits)
  const first = new Set(found.slice(0, SHOWN))
  const shown = files.filter((one) => first.has(one) || ticked.has(memoryName(one)))
  return { shown, more: found.filter((one) => !first.has(one) && !ticked.has(memoryName(one))).length }
}
