import { formatById } from "@/lib/formats/format-detection"
import type { FormatId, MemoryFormat } from "@/lib/memory/memory-files/format"
import { type KnownEntry, matchEntries } from "@/lib/memory/history/entry-identity"
import {
  mergeAgentsIntoCategory,
  type MergedCategory,
  type MergeSource,
  type MergeInput,
} from "@/lib/memory/migration/agents-to-category"
import {
  splitCategoryIntoAgents,
  type SplitCategory,
  type SplitAgent,
  type SplitInput,
} from "@/lib/memory/migration/category-to-agents"
import type { Analysis } from "../isolated/analysis"

/** A value with the id of its format instead of the format. A child process can receive it. */
export type ById<Value extends { readonly format: MemoryFormat }> = Omit<Value, "format"> & {
  readonly format: FormatId
}

export const byId = <Value extends { readonly format: MemoryFormat }>(value: Value): ById<Value> => ({
  ...value,
  format: value.format.id,
})

const withFormat = <Value extends { readonly format: FormatId }>(value: Value) => ({
  ...value,
  format: formatById(value.format),
})

export interface CategoryToGather extends Pick<MergeInput, "name" | "agents"> {
  readonly sources: readonly (Omit<MergeSource, "memory"> & {
    readonly memory: ById<MergeSource["memory"]>
  })[]
  /** Current file of the category, or null if the migration creates it. */
  readonly into: ById<NonNullable<MergeInput["into"]>> | null
  readonly target: ById<MergeInput["target"]>
  /** Entries of the category's removed file, or null if it never existed. */
  readonly before: readonly KnownEntry[] | null
}

/** Merges the files of one category. `ids`: entry ids of the merged text, null for new entries. */
export const gatherCategory: Analysis<
  CategoryToGather,
  MergedCategory & { readonly ids: readonly (string | null)[] }
> = {
  name: "gather-category",
  run(category) {
    const { sources, into, target, before } = category
    const made = mergeAgentsIntoCategory({
      ...category,
      sources: sources.map((source) => ({ ...source, memory: withFormat(source.memory) })),
      into: into && withFormat(into),
      target: withFormat(target),
    })
    return {
      ...made,
      ids: made.problems.length > 0 ? [] : idsOf(made, { target, isThere: into !== null, before }),
    }
  },
}

/**
 * Returns the ids of the merged entries, null for new ones. Entries of the category's current or removed file
 * keep their ids.
 */
function idsOf(
  { text, entries }: MergedCategory,
  { target, isThere, before }: Pick<CategoryToGather, "target" | "before"> & { readonly isThere: boolean },
): (string | null)[] {
  const parsed = formatById(target.format).parse(text, target.readAs)
  const named = parsed.entries.map((entry) => ({
    key: null,
    text: entry.text,
    section: entry.section === null ? null : (parsed.sections[entry.section]?.name ?? null),
  }))
  if (!isThere) return before === null ? named.map(() => null) : matchEntries(before, named)
  const ids: (string | null)[] = named.map(() => null)
  for (const { from, to, how } of entries)
    if (from.path === target.path && how === "same") ids[to.at] = from.id
  return ids
}

export interface CategoryToSpread extends Omit<SplitInput, "from" | "agents"> {
  readonly from: ById<SplitInput["from"]>
  readonly agents: readonly (Omit<SplitAgent, "files"> & {
    readonly files: readonly ById<SplitAgent["files"][number]>[]
  })[]
}

/** Splits the file of one category into the files of its agents. */
export const spreadCategory: Analysis<CategoryToSpread, SplitCategory> = {
  name: "spread-category",
  run: ({ from, agents, ...category }) =>
    splitCategoryIntoAgents({
      ...category,
      from: withFormat(from),
      agents: agents.map((agent) => ({ ...agent, files: agent.files.map(withFormat) })),
    }),
}
