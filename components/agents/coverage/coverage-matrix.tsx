import type { OutputOf } from "@/lib/http/contract"
import { TriangleAlert } from "lucide-react"
import { Link } from "@/components/ui/link"
import { count } from "@/components/data/count"
import { Table, Th } from "@/components/data/table"
import { categoryPath } from "@/components/data/addresses"
import type { NamedSlug } from "../fleet"

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
                <span className="block text-sm font-normal text-ink-3">{count(row.agents, "agent")}</span>
              </th>
              {row.cells.map((cell, place) => {
                const section = sections[place] ?? ""
                const isOpen = open !== null && open.category === row.category && open.section === section
                return (
                  <td
                    key={section}
                    className={`border-t border-line p-0 align-top ${isOpen ? "bg-accent-wash" : lookOf(cell, row.agents)}`}
                  >
                    <Cell
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

function Cell({
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
      <span className="block whitespace-nowrap tabular-nums">{count(cell.entries, "entry", "entries")}</span>
      <span className="flex items-center gap-1 text-sm whitespace-nowrap text-ink-2 tabular-nums">
        {cell.agents} of {count(of, "agent")}
        {cell.gaps > 0 ? (
          <span className="flex items-center gap-0.5 font-medium text-caution">
            <TriangleAlert className="size-3" aria-hidden />
            {count(cell.gaps, "gap")}
          </span>
        ) : null}
      </span>
    </Link>
  )
}
