import { Link } from "@/components/ui/link"
import { type ReactNode, memo } from "react"
import { Check, Hand, Network } from "lucide-react"
import { categoryPath } from "@/components/data/addresses"
import { Button } from "@/components/ui/button"
import { Tag } from "@/components/ui/tag"
import { formatCount } from "@/lib/memory/text/sentence"
import { type Chip, type ListedCategory, suggestionsOf } from "./categories"
import type { DropHandlers } from "./use-categories"

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

interface UnassignedAgentsProps {
  chips: readonly Chip[]
  may: boolean
  isOver: boolean
  drop: DropHandlers
  /** Returns the name of a category. */
  nameOf: (slug: string) => string
  drawn: (chip: Chip) => ReactNode
  /** Assigns all agents that a rule suggests a category for. */
  onAssign: () => void
}

/**
 * Maximum number of agents in a list that does not scroll. Longer lists scroll in place, so that categories
 * stay visible while dragging.
 */
const MANY = 40

const SCROLLING = {
  tabIndex: 0,
  role: "group",
  "aria-label": "Unassigned agents",
  className: "max-h-96 overflow-y-auto",
} as const

/** Agents without a category, grouped by the suggested one. */
export function UnassignedAgents(props: UnassignedAgentsProps) {
  const { chips, may, isOver, drop, nameOf, drawn, onAssign } = props
  const byRule = chips
    .filter(({ suggestion, byHand }) => suggestion !== null && !byHand)
    .reduce((sum, { projects }) => sum + projects.length, 0)
  if (chips.length === 0) return null
  return (
    <section
      aria-label="Unassigned"
      {...drop}
      className={`rounded-lg border border-line ${isOver ? "bg-accent-wash" : "bg-surface"}`}
    >
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
        <h2>Unassigned</h2>
        <span className="text-sm text-ink-3 tabular-nums">{chips.length}</span>
        {may && byRule > 0 ? (
          <Button size="sm" variant="primary" onClick={onAssign} className="ml-auto">
            Assign all by rule ({byRule})
          </Button>
        ) : null}
      </div>
      <div {...(chips.length > MANY ? SCROLLING : {})}>
        {suggestionsOf(chips).map(({ category, why, chips: suggested }) => (
          <div
            key={`${category} ${why}`}
            className="flex flex-col gap-x-4 gap-y-1.5 border-line px-3 py-2 not-first:border-t md:flex-row"
          >
            <p className="text-sm leading-6 text-ink-2 md:w-60 md:shrink-0 lg:w-80">
              {category === null ? (
                why
              ) : (
                <>
                  Suggested: <b>{nameOf(category)}</b> ({why})
                </>
              )}
            </p>
            <ul
              aria-label={category === null ? why : `Suggested: ${nameOf(category)}`}
              className="flex min-w-0 flex-1 flex-wrap gap-1.5"
            >
              {suggested.map((chip) => (
                <li key={chip.id} className="max-w-full">
                  {drawn(chip)}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

interface AgentChipProps {
  chip: Chip
  isCurrent: boolean
  isChosen: boolean
  mayMove: boolean
  onGo: (id: string) => void
  onChoose: (id: string) => void
  onDrag: (event: React.DragEvent, id: string) => void
  onDragEnd: () => void
}

/** An agent name in a category: solid if the agent exists, outlined if not yet. */
export const AgentChip = memo(function AgentChip({
  chip,
  isCurrent,
  isChosen,
  mayMove,
  onGo,
  onChoose,
  onDrag,
  onDragEnd,
}: AgentChipProps) {
  const { id, name, entries, projects, byHand, coordinates } = chip
  const there = projects.length > 0
  const entriesWords = `${formatCount(entries, "entry")} of its own`
  const facts = factsOf(chip, entriesWords)
  return (
    <button
      type="button"
      data-chip={id}
      tabIndex={isCurrent ? 0 : -1}
      aria-pressed={mayMove ? isChosen : undefined}
      title={[...facts, ...(projects.length > 0 ? [projects.join(", ")] : [])].join(" · ")}
      draggable={mayMove}
      onFocus={() => onGo(id)}
      onClick={() => onChoose(id)}
      onDragStart={(event) => onDrag(event, id)}
      onDragEnd={onDragEnd}
      className={`inline-flex h-6 max-w-full items-center gap-1.5 rounded-md border px-1.75 text-sm ${mayMove ? "cursor-grab" : "cursor-default"} ${isChosen ? CHIP_LOOK.chosen : CHIP_LOOK[there ? "seen" : "unseen"]}`}
    >
      <ChipIcon isChosen={isChosen} coordinates={coordinates} />
      <span className="truncate">{name}</span>
      {there ? (
        <span className="text-ink-3 tabular-nums">
          <span className="sr-only">, </span>
          {entries.toLocaleString("en")}
          <span className="sr-only">{entries === 1 ? " entry" : " entries"} of its own</span>
        </span>
      ) : null}
      {projects.length > 1 ? (
        <span className="text-ink-3 tabular-nums" aria-hidden>
          ×{projects.length}
        </span>
      ) : null}
      <span className="sr-only">
        {facts.filter((fact) => fact !== entriesWords).map((fact) => `, ${fact}`)}
      </span>
      {byHand ? <Hand className="icon text-ink-3" aria-hidden /> : null}
    </button>
  )
})

const CHIP_LOOK = {
  chosen: "border-accent bg-accent-wash text-ink",
  seen: "border-line-strong bg-surface text-ink hover:border-ink-3",
  unseen: "border-dashed border-line-strong text-ink-3 hover:border-ink-3",
} as const

function ChipIcon({ isChosen, coordinates }: { isChosen: boolean; coordinates: boolean }) {
  if (isChosen) return <Check className="icon text-accent" aria-hidden />
  return coordinates ? <Network className="icon text-ink-3" aria-hidden /> : null
}

function factsOf({ coordinates, projects, byHand }: Chip, entriesWords: string): readonly string[] {
  return [
    ...(coordinates ? ["coordinator"] : []),
    projects.length > 0 ? entriesWords : "not seen yet",
    ...(projects.length > 1 ? [`in ${projects.length} projects`] : []),
    ...(byHand ? ["assigned manually"] : []),
  ]
}
