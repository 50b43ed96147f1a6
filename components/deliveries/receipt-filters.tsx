"use client"

import { count } from "@/components/data/count"
import { Select } from "@/components/ui/field"
import { useQuery } from "@/components/data/use-query"
import { harnessWords, type Loader, UNNAMED } from "./delivery-types"
import { harnessesIn } from "./delivery-list-view"

interface ReceiptFiltersProps {
  loaders: readonly Loader[]
  /** Number of listed agents. `of`: number of all agents in the project and harness. */
  shown: number
  of: number
  /** Number of agents in the project and harness that have no memory files. */
  strangers: number
}

/** The filters by project and harness. */
export function ReceiptFilters({ loaders, shown, of, strangers }: ReceiptFiltersProps) {
  const [query, change] = useQuery()
  const projects = [...new Map(loaders.map(({ project }) => [project.slug, project.name]))].toSorted(
    ([, a], [, b]) => a.localeCompare(b),
  )
  const harnesses = harnessesIn(loaders)
  return (
    <search>
      <form className="mb-2.5 flex flex-wrap items-center gap-2" onSubmit={(event) => event.preventDefault()}>
        {projects.length > 1 || query.get("project") ? (
          <Select
            name="project"
            aria-label="Project"
            value={query.get("project") ?? ""}
            onChange={(event) => change({ project: event.target.value, open: null })}
            className="max-w-40 sm:max-w-44 text-ink-2"
          >
            <option value="">All projects</option>
            {projects.map(([slug, name]) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </Select>
        ) : null}
        <Select
          name="harness"
          aria-label="Harness"
          value={query.get("harness") ?? ""}
          onChange={(event) => change({ harness: event.target.value })}
          className="max-w-40 sm:max-w-44 text-ink-2"
        >
          <option value="">All harnesses</option>
          {harnesses.map((harness) => (
            <option key={harness ?? ""} value={harness ?? UNNAMED}>
              {harnessWords(harness)}
            </option>
          ))}
        </Select>
        <output className="ml-auto text-sm text-ink-3 tabular-nums">
          {shown === of ? count(shown, "agent") : `${shown} of ${count(of, "agent")}`}
          {strangers > 0 ? `, ${strangers.toLocaleString("en")} without memory files` : ""}
        </output>
      </form>
    </search>
  )
}
