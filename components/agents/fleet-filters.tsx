"use client"

import { useEffect, useRef, useState } from "react"
import { Input, Select } from "@/components/ui/field"
import { count } from "@/components/data/count"
import { useQuery } from "@/components/data/use-query"
import { AGENT_STATES } from "@/lib/memory/agents/agent-state"
import type { FleetAgent, FleetCategory } from "./fleet"
import { AGENT_STATE_NAMES } from "./state-tag"
import { NO_CATEGORY } from "./view"

const PAUSE_MS = 120

interface FleetFiltersProps {
  agents: readonly FleetAgent[]
  categories: readonly FleetCategory[]
  shown: number
}

/** The filters of the fleet. Without JavaScript, Enter submits the form. */
export function FleetFilters({ agents, categories, shown }: FleetFiltersProps) {
  const [query, change] = useQuery()
  const [words, setWords] = useState(query.get("q") ?? "")
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const states = AGENT_STATES.filter((state) => agents.some((agent) => agent.state === state))
  const loose = agents.some((agent) => agent.category === null)
  return (
    <search>
      <form className="mb-2.5 flex flex-wrap items-center gap-2" onSubmit={(event) => event.preventDefault()}>
        {["project", "sort"].map((name) =>
          query.has(name) ? (
            <input key={name} type="hidden" name={name} value={query.get(name) ?? ""} />
          ) : null,
        )}
        <div className="w-full sm:max-w-52 sm:flex-1">
          <Input
            type="search"
            name="q"
            aria-label="Filter agents by name"
            placeholder="Filter agents…"
            value={words}
            onChange={(event) => {
              const { value } = event.target
              setWords(value)
              clearTimeout(timer.current)
              timer.current = setTimeout(() => change({ q: value.trim() }), PAUSE_MS)
            }}
          />
        </div>
        <Select
          name="category"
          aria-label="Category"
          value={query.get("category") ?? ""}
          onChange={(event) => change({ category: event.target.value })}
          className="max-w-36 text-ink-2 sm:max-w-44"
        >
          <option value="">All categories</option>
          {categories.map((category) => (
            <option key={category.slug} value={category.slug}>
              {category.name}
            </option>
          ))}
          {loose ? <option value={NO_CATEGORY}>No category</option> : null}
        </Select>
        <Select
          name="state"
          aria-label="State"
          value={query.get("state") ?? ""}
          onChange={(event) => change({ state: event.target.value })}
          className="max-w-36 text-ink-2"
        >
          <option value="">All states</option>
          {states.map((state) => (
            <option key={state} value={state}>
              {AGENT_STATE_NAMES[state]}
            </option>
          ))}
        </Select>
        <output className="ml-auto text-sm text-ink-3 tabular-nums">
          {shown === agents.length ? count(shown, "agent") : `${shown} of ${count(agents.length, "agent")}`}
        </output>
      </form>
    </search>
  )
}
