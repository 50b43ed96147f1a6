import { Table, Td, Th } from "@/components/ui/table"

export interface CoverageRow {
  section: string
  agents: readonly { name: string; entries: number }[]
}

const STRENGTH = ["text-ink-3", "heat-1", "heat-2", "heat-2"] as const

/** Sections by agents: who has how many entries where. Empty cells are what an agent does not know. */
export function Coverage({ rows }: { rows: readonly CoverageRow[] }) {
  const agents = [...new Set(rows.flatMap((row) => row.agents.map((agent) => agent.name)))].toSorted((a, b) => Number(b === "shared") - Number(a === "shared") || a.localeCompare(b))
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
            <Th scope="row" className="border-t border-line text-base font-normal text-ink">
              {row.section}
            </Th>
            {agents.map((agent) => (
              <Cell key={agent} entries={row.agents.find((one) => one.name === agent)?.entries ?? 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Cell({ entries }: { entries: number }) {
  return (
    <Td numeric className={STRENGTH[entries === 0 ? 0 : entries < 4 ? 1 : 2]}>
      {entries === 0 ? "–" : entries}
    </Td>
  )
}
