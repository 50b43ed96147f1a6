import { formatById } from "@/lib/formats/identify"
import type { FormatId, MemoryFormat } from "@/lib/memory/memory-files/format"
import { type KnownEntry, matchEntries } from "@/lib/memory/history/identity"
import {
  gather,
  type Gathered,
  type GatheredSource,
  type Gathering,
} from "@/lib/memory/migration/agents-to-category"
import {
  spread,
  type Spread,
  type SpreadAgent,
  type Spreading,
} from "@/lib/memory/migration/category-to-agents"
import type { Analysis } from "../isolated/analysis"

/** A value whose format is replaced by its id, for a child process. */
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

export interface CategoryToGather extends Pick<Gathering, "name" | "agents"> {
  readonly sources: readonly (Omit<GatheredSource, "memory"> & {
    readonly memory: ById<GatheredSource["memory"]>
  })[]
  /** The current file of the category, or null if it is created. */
  readonly into: ById<NonNullable<Gathering["into"]>> | null
  readonly target: ById<Gathering["target"]>
  /** Entries of the category's removed file, or null if it never existed. */
  readonly before: readonly KnownEntry[] | null
}

/** Merges the files of one category. `ids`: entry ids of the merged text, null for new entries. */
export const gatherCategory: Analysis<
  CategoryToGather,
  Gathered & { readonly ids: readonly (string | null)[] }
> = {
  name: "gather-category",
  run(category) {
    const { sources, into, target, before } = category
    const made = gather({
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
 * Returns the ids of the merged entries. Entries of the category's current or removed file keep their ids.
 */
function idsOf(
  { text, entries }: Gathered,
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

export interface CategoryToSpread extends Omit<Spreading, "from" | "agents"> {
  readonly from: ById<Spreading["from"]>
  readonly agents: readonly (Omit<SpreadAgent, "files"> & {
    readonly files: readonly ById<SpreadAgent["files"][number]>[]
  })[]
}

/** Distributes the file of one category to those of its agents. */
export const spreadCategory: Analysis<CategoryToSpread, Spread> = {
  name: "spread-category",
  run: ({ from, agents, ...category }) =>
    spread({
      ...category,
      from: withFormat(from),
      agents: agents.map((agent) => ({ ...agent, files: agent.files.map(withFormat) })),
    }),
}
