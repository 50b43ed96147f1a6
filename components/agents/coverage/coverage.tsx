import type { OutputOf } from "@/lib/http/contract"
import { TriangleAlert } from "lucide-react"
import { Link } from "@/components/ui/link"
import { formatCount } from "@/lib/memory/text/sentence"
import { Table, Th, TableBox, Td } from "@/components/data/table"
import { categoryPath, agentPath } from "@/components/data/addresses"
import { Bars } from "@/components/charts/inline-charts"
import type { NamedSlug } from "../fleet"
import { StateTag } from "../agent-state-tag"

export type CoverageCell = OutputOf<"fleet.coverage">["rows"][number]["cells"][number]

interface CoverageMatrixProps {
  team: string
  sections: readonly string[]
  rows: readonly { category: string | null; agents: number; cells: readonly CoverageCell[] }[]
  categories: readonly NamedSlug[]
  /** Returns the address of the details of a cell. */
  hrefFor: (category: string | null, section: string) => string
  /** The cell whose details are open; null: none. */
  open: { category: string | null; section: string } | null
}

/**
 * Categories by sections, each with its entries, the agents that have some, and the agents that lack them.
 * Darker cells have more agents.
 */
export function CoverageMatrix({ team, sections, rows, categories, hrefFor, open }: CoverageMatrixProps) {
  return (
    <Table label="Coverage of sections by category">
      <thead>
        <tr>
          <Th className="sticky left-0 z-10 bg-surface">Category</Th>
          {sections.map((section) => (
            <Th key={section} className="max-w-44 truncate" title={section}>
              {section}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const category = categories.find(({ slug }) => slug === row.category)
          return (
            <tr key={row.category ?? ""}>
              <th
                scope="row"
                className="sticky left-0 z-10 max-w-40 border-t border-line bg-surface px-3 py-1.5 text-left whitespace-nowrap max-sm:max-w-28"
              >
                {category ? (
                  <Link href={categoryPath(team, category.slug)} className="block truncate hover:text-accent">
                    {category.name}
                  </Link>
                ) : (
                  "No category"
                )}
                <span className="block text-sm font-normal text-ink-3">
                  {formatCount(row.agents, "agent")}
                </span>
              </th>
              {row.cells.map((cell, place) => {
                const section = sections[place] ?? ""
                const isOpen = open !== null && open.category === row.category && open.section === section
                return (
                  <td
                    key={section}
                    className={`border-t border-line p-0 align-top ${isOpen ? "bg-accent-wash" : lookOf(cell, row.agents)}`}
                  >
                    <MatrixCell
                      cell={cell}
                      of={row.agents}
                      href={hrefFor(row.category, section)}
                      isOpen={isOpen}
                      name={`${category?.name ?? "No category"}, ${section}`}
                    />
                  </td>
                )
              })}
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}

function lookOf({ agents }: CoverageCell, of: number): string {
  if (agents === 0) return ""
  return agents * 2 > of || of === 1 ? "heat-1" : "bg-raised"
}

function MatrixCell({
  cell,
  of,
  href,
  isOpen,
  name,
}: {
  cell: CoverageCell
  of: number
  href: string
  isOpen: boolean
  name: string
}) {
  if (cell.agents === 0)
    return (
      <span className="block px-3 py-1.5 text-ink-3">
        –<span className="sr-only"> none</span>
      </span>
    )
  return (
    <Link
      href={href}
      scroll={false}
      aria-current={isOpen ? "true" : undefined}
      className="block min-h-12 px-3 py-1.5 -outline-offset-2 hover:underline"
    >
      <span className="sr-only">{name}: </span>
      <span className="block whitespace-nowrap tabular-nums">{formatCount(cell.entries, "entry")}</span>
      <span className="flex items-center gap-1 text-sm whitespace-nowrap text-ink-2 tabular-nums">
        {cell.agents} of {formatCount(of, "agent")}
        {cell.gaps > 0 ? (
          <span className="flex items-center gap-0.5 font-medium text-caution">
            <TriangleAlert className="size-3" aria-hidden />
            {formatCount(cell.gaps, "gap")}
          </span>
        ) : null}
      </span>
    </Link>
  )
}

interface Knower {
  name: string
  project: string
  entries: number
}

interface WhoKnowsProps {
  team: string
  /** The heading: "Testing: What Worked". */
  title: string
  agents: readonly Knower[]
  total: number
  close: string
}

/** The agents that have entries in a section, and the agents that have none. */
export function WhoKnows({ team, title, agents, total, close }: WhoKnowsProps) {
  const [has, lacks] = [
    agents.filter(({ entries }) => entries > 0),
    agents.filter(({ entries }) => entries === 0),
  ]
  const showProject = new Set(agents.map(({ project }) => project)).size > 1
  const label = ({ name, project }: Knower) => (showProject ? `${name} (${project})` : name)
  return (
    <section aria-labelledby="who" className="mt-4">
      <h2 id="who" className="mb-1.5">
        {title}
        <Link href={close} scroll={false} className="ml-3 text-sm font-normal text-link">
          Close
        </Link>
      </h2>
      <TableBox className="grid gap-4 p-4 md:grid-cols-2">
        <div className="max-w-160 min-w-0">
          <Bars
            caption={`Entries in ${title}`}
            columns={["Agent", "Entries"]}
            rows={has.map((agent) => ({ label: label(agent), value: agent.entries }))}
          />
        </div>
        <div>
          <h3 className="mb-1 text-sm text-ink-2">
            {lacks.length === 0 ? "No gaps" : `${formatCount(lacks.length, "agent")} without entries`}
          </h3>
          <ul className="flex flex-wrap gap-x-3 gap-y-1">
            {lacks.map((agent) => (
              <li key={label(agent)}>
                <Link
                  href={agentPath(team, agent.project, agent.name)}
                  className="inline-flex min-h-6 items-center text-link"
                >
                  {label(agent)}
                </Link>
              </li>
            ))}
          </ul>
          {total > agents.length ? (
            <p className="mt-1 text-sm text-ink-3">and {formatCount(total - agents.length, "more agent")}</p>
          ) : null}
        </div>
      </TableBox>
    </section>
  )
}

export type CoverageRow = OutputOf<"category.show">["coverage"][number]

/** Sections by agents with the number of entries. An empty cell is a gap. */
export function CategoryCoverage({ rows }: { rows: readonly CoverageRow[] }) {
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
              <EntriesCell key={agent} entries={row.agents.find((one) => one.name === agent)?.entries ?? 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Minimum number of entries of a colored cell. */
const COLORED_FROM = 4

function EntriesCell({ entries }: { entries: number }) {
  if (entries === 0)
    return (
      <Td numeric className="text-ink-3">
        –
      </Td>
    )
  return (
    <Td numeric className={entries < COLORED_FROM ? "" : "heat-1"}>
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
            {formatCount(sibling.entries, sibling.shared ? "shared entry" : "entry")}
          </span>
          <span className="ml-auto shrink-0">
            <StateTag state={sibling.state} />
          </span>
        </li>
      ))}
    </ul>
  )
}
