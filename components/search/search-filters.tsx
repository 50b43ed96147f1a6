import { changedQuery } from "@/components/ui/changed-query"
import { SCOPES } from "@/lib/memory/scope"
import { type Chip, Chips } from "./chips"
import { countValues, type Hit } from "./hit"

interface SearchFiltersProps {
  query: URLSearchParams
  hits: readonly Hit[]
}

const SHOWN = 8

/** Scope, agent and type as chips: what occurs among the hits, and what is set. */
export function SearchFilters({ query, hits }: SearchFiltersProps) {
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-2">
      <Chips label="Scope" chips={SCOPES.map((scope) => chipOf(query, "scope", scope))} />
      <Chips label="Agent" chips={chipsOf(query, "agent", hits)} />
      <Chips label="Type" chips={chipsOf(query, "type", hits)} />
    </div>
  )
}

function chipsOf(query: URLSearchParams, name: "agent" | "type", hits: readonly Hit[]): Chip[] {
  const counted = countValues(hits, name)
  const set = query.get(name)
  const rest = counted.filter(([value]) => value !== set).slice(0, SHOWN)
  return [...(set ? [chipOf(query, name, set)] : []), ...(set ? [] : rest.map(([value, many]) => chipOf(query, name, value, many)))]
}

/** A chip that is set leads to the search without it. */
function chipOf(query: URLSearchParams, name: string, value: string, hits?: number): Chip {
  const current = query.get(name) === value
  return { label: value, href: changedQuery(query, { [name]: current ? null : value, n: null }), hits, current }
}
