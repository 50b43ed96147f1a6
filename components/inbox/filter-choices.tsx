import { CONFLICT_KINDS } from "@/components/conflict/shapes"
import { FOUND, STANDING } from "@/components/proposal/words"
import { Select } from "@/components/ui/field"
import { PROPOSAL_KINDS } from "@/lib/memory/asked-change"
import type { Filters } from "./filters"
import { KIND_NAMES, KINDS } from "./finding"
import type { Item } from "./item"

const KIND_WORDS = { add: "Additions", edit: "Changes", retire: "Retirements", restore: "Restorations", remove: "Removals", move: "Moves", several: "Several at once" } as const
const CONFLICT_WORDS = { "same-scope": "Within one scope", "cross-scope": "Across scopes", file: "Of a file" } as const
const ORDER_WORDS = { file: "By file", newest: "Newest first", oldest: "Oldest first" } as const

interface FilterChoicesProps {
  filters: Filters
  items: readonly Item[]
  onChange: (name: string, value: string) => void
}

/** What can be chosen follows from what is listed. */
export function FilterChoices({ filters, items, onChange }: FilterChoicesProps) {
  const proposals = items.flatMap((item) => (item.kind === "proposal" ? [item.proposal] : []))
  const categories = new Map(proposals.flatMap(({ category }) => (category ? [[category.slug, category.name] as const] : [])))
  if (filters.category !== null && !categories.has(filters.category)) categories.set(filters.category, filters.category)
  const conflictKinds = CONFLICT_KINDS.map((kind): [string, string] => [kind, filters.tab === "conflicts" ? CONFLICT_WORDS[kind] : `Conflicts ${CONFLICT_WORDS[kind].toLowerCase()}`])
  const kinds: [string, string][] = [...PROPOSAL_KINDS.map((kind): [string, string] => [kind, KIND_WORDS[kind]]), ...(filters.tab === "proposals" ? [] : conflictKinds), ...(filters.tab === "waiting" ? KINDS.map((kind): [string, string] => [kind, KIND_NAMES[kind]]) : [])]
  const findingKinds = KINDS.map((kind): [string, string] => [kind, KIND_NAMES[kind]])
  const agents = { name: "agent", all: "Any agent", options: of(items.flatMap(agentsOf), filters.agent) }
  const selects: readonly { name: keyof Filters; all: string; options: readonly (readonly [string, string])[] }[] =
    filters.tab === "alerts"
      ? [{ name: "kind", all: "Any kind", options: findingKinds }, { ...agents, name: "agent" }]
      : filters.tab === "conflicts"
        ? [{ name: "kind", all: "Any kind", options: conflictKinds }, { ...agents, name: "agent" }, { name: "found", all: "Anything found", options: [["contradiction", "Contradictions"], ["duplicate", "Duplicates"]] }]
        : [
          { name: "kind", all: "Any kind", options: kinds },
          { ...agents, name: "agent" },
          { name: "author", all: "Any author", options: of(proposals.map(({ author }) => author.agent ?? author.name), filters.author) },
          { name: "category", all: "Any category", options: [...categories].toSorted((a, b) => a[1].localeCompare(b[1])) },
          { name: "found", all: "Anything found", options: [["flagged", "Flagged"], ...Object.entries(FOUND).map(([kind, { words }]): [string, string] => [kind, sentence(words)])] },
          ...(filters.tab === "decided" ? [] : [{ name: "standing", all: "Any standing", options: [["applies", "Applies"], ...Object.entries(STANDING).map(([kind, { words }]): [string, string] => [kind, sentence(words)])] } as const]),
          { name: "assignee", all: "Anyone’s", options: [["me", "Mine"], ["none", "Nobody’s"], ...(filters.assignee !== null && filters.assignee !== "me" && filters.assignee !== "none" ? [[filters.assignee, "One colleague’s"] as const] : [])] },
        ]
  return (
    <div className="grid grid-cols-2 gap-1.5">
      {selects.map(({ name, all, options }) => (
        <Select key={name} aria-label={sentence(name)} value={filters[name] ?? ""} onChange={(event) => onChange(name, event.target.value)} className="h-7! text-ink-2">
          <option value="">{all}</option>
          {options.map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </Select>
      ))}
      <Select aria-label="Order" value={filters.order} onChange={(event) => onChange("order", event.target.value)} className="h-7! text-ink-2">
        {Object.entries(ORDER_WORDS).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </Select>
    </div>
  )
}

/** Whose memory it is; of a conflict all who load a side. */
function agentsOf(item: Item): readonly (string | null)[] {
  if (item.kind === "conflict") return item.conflict.agents
  return [item.kind === "proposal" ? item.proposal.agent : item.finding.agent]
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

const of = (values: readonly (string | null)[], set: string | null) => [...new Set([...values, set].filter((value) => value !== null))].toSorted().map((value) => [value, value] as const)
