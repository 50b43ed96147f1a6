import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { categoryPath } from "@/components/data/addresses"
import { Button } from "@/components/ui/button"
import { Tag } from "@/components/ui/tag"
import type { Chip } from "./agent-chips"
import type { ListedCategory } from "./categories-types"
import type { DropHandlers } from "./use-chip-dragging"

interface CategoryRowProps {
  team: string
  category: ListedCategory
  chips: readonly Chip[]
  isOver: boolean
  may: boolean
  /** The edit form, shown in place of the details. */
  form: ReactNode
  drop: DropHandlers
  drawn: (chip: Chip) => ReactNode
  onEdit: () => void
}

/** A category with its settings and its agents. Agents can be dragged onto it. */
export function TaxonomyRow({
  team,
  category,
  chips,
  isOver,
  may,
  form,
  drop,
  drawn,
  onEdit,
}: CategoryRowProps) {
  const { slug, name } = category
  return (
    <section
      id={slug}
      aria-label={name}
      data-category={slug}
      {...drop}
      className={`scroll-mt-16 border-line px-3 py-2 not-first:border-t ${isOver ? "bg-accent-wash" : ""}`}
    >
      {form ?? (
        <div className="flex flex-col gap-x-4 gap-y-1.5 md:flex-row">
          <CategoryFacts {...{ team, category, chips, may, onEdit }} />
          {chips.length > 0 ? (
            <ul
              aria-label={`Agents in ${name}`}
              className="flex min-w-0 flex-1 flex-wrap content-start gap-1.5"
            >
              {chips.map((chip) => (
                <li key={chip.id} className="max-w-full">
                  {drawn(chip)}
                </li>
              ))}
            </ul>
          ) : (
            <p className="flex-1 text-sm leading-6 text-ink-3">
              {may ? "No agents yet. Drop an agent here, or add a rule." : "No agents yet"}
            </p>
          )}
        </div>
      )}
    </section>
  )
}

/** The name of a category with the number of its agents, its settings and its rules. */
function CategoryFacts({
  team,
  category: { slug, name, coordinator, sharing, writePolicy, rules, standing },
  chips,
  may,
  onEdit,
}: Pick<CategoryRowProps, "team" | "category" | "chips" | "may" | "onEdit">) {
  const there = chips.filter(({ projects }) => projects.length > 0).length
  return (
    <div className="md:w-60 md:shrink-0 lg:w-80">
      <div className="flex min-h-6 items-center gap-2">
        <h2 className="min-w-0 truncate">
          {standing ? (
            <Link href={categoryPath(team, slug)} draggable={false} className="hover:underline">
              {name}
            </Link>
          ) : (
            <span className="text-ink-2">{name}</span>
          )}
        </h2>
        <span className="text-sm whitespace-nowrap text-ink-3 tabular-nums">
          {there < chips.length ? `${there} of ${chips.length}` : there}
        </span>
        {standing ? null : <Tag>default</Tag>}
        {may ? (
          <Button
            size="sm"
            variant="quiet"
            onClick={onEdit}
            data-edit={slug}
            aria-label={`Edit ${name}`}
            className="ml-auto h-6!"
          >
            Edit
          </Button>
        ) : null}
      </div>
      <p className="text-sm text-ink-3">
        {sharing === "single agent" ? "single agent" : `${sharing} sharing`} · {writePolicy}
        {coordinator === null && writePolicy === "coordinated" ? (
          <span className="text-caution"> · no coordinator</span>
        ) : null}
      </p>
      {rules.length > 0 ? (
        <ul aria-label={`Rules for ${name}`} className="mt-1 flex flex-wrap gap-1">
          {rules.map((rule) => (
            <li key={rule} className="rounded-sm bg-raised px-1 font-mono text-xs leading-5 text-ink-2">
              {rule}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
