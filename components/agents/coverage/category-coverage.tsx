import type { OutputOf } from "@/lib/http/contract"
import { Table, Td, Th } from "@/components/data/table"
import { Link } from "@/components/ui/link"
import { count } from "@/components/data/count"
import { agentPath } from "@/components/data/addresses"
import { StateTag } from "../agent-state-tag"

export type CoverageRow = OutputOf<"category.show">["coverage"][number]

/** Sections by agents with the number of entries. An empty cell is a gap. */
export function Coverage({ rows }: { rows: readonly CoverageRow[] }) {
  const agents = [...new Set(rows.flatMap((row) => row.agents.map((agent) => agent.name)))].toSorted(
    (a, b) => Number(b === "shared") - Number(a === "shared") || a.localeCompare(b),
  )
  return (
    <Table label="Coverage by section">
      <thead>
        <tr>
          <Th>Section</Th>
          {agents.map((agent) => (
            <Th key={agent} numeric>
              {agent}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.section}>
            <th scope="row" className="border-t border-line px-3 text-left font-normal whitespace-nowrap">
              {row.section}
            </th>
            {agents.map((agent) => (
              <Cell key={agent} entries={row.agents.find((one) => one.name === agent)?.entries ?? 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Minimum number of entries of a colored cell. */
const FEW = 4

function Cell({ entries }: { entries: number }) {
  if (entries === 0)
    return (
      <Td numeric className="text-ink-3">
        –
      </Td>
    )
  return (
    <Td numeric className={entries < FEW ? "" : "heat-1"}>
      {entries}
    </Td>
  )
}

export type Sibling = OutputOf<"agent.show">["siblings"][number]

interface SiblingsProps {
  team: string
  /** Slug of the current project. Agents of other projects are shown with their project. */
  project: string
  siblings: readonly Sibling[]
}

/** The other agents of a category, in a narrow column. */
export function Siblings({ team, project, siblings }: SiblingsProps) {
  return (
    <ul className="grid grid-cols-1 gap-1.5">
      {siblings.map((sibling) => (
        <li key={`${sibling.project}/${sibling.name}`} className="flex items-center gap-2">
          <Link
            href={agentPath(team, sibling.project, sibling.name)}
            title={`${sibling.name} in ${sibling.project}`}
            className="min-w-0 truncate text-link"
          >
            {sibling.name}
            {sibling.project === project ? null : ` (${sibling.project})`}
          </Link>
          <span className="text-sm whitespace-nowrap text-ink-3">
            {count(sibling.entries, "entry", "entries")}
          </span>
          <span className="ml-auto shrink-0">
            <StateTag state={sibling.state} />
          </span>
        </li>
      ))}
    </ul>
  )
}
