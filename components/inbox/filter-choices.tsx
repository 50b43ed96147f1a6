import { kindLabel, SEVERITY_WORDS, ALERT_STATE_NAMES } from "@/components/alerts/alert-text"
import { CONFLICT_KINDS } from "@/components/conflicts/conflict-types"
import type { ProposalSummary } from "@/components/proposals/proposal-types"
import { FOUND, STANDING } from "@/components/proposals/proposal-text"
import { Select } from "@/components/ui/field"
import { ALERT_KINDS } from "@/lib/memory/alerts/kinds"
import { PROPOSAL_KINDS } from "@/lib/memory/proposals/requested-change"
import { SYNTHESIS_KINDS } from "@/lib/memory/coach/kinds"
import { type Filters, SEED_KIND } from "./filters"
import { type InboxItem, subjectOf } from "./item"
import { capitalize } from "@/lib/memory/text/sentence"

const KIND_WORDS = {
  add: "Additions",
  edit: "Changes",
  retire: "Retirements",
  restore: "Restorations",
  remove: "Removals",
  move: "Moves",
  several: "Multiple changes",
} as const
const CONFLICT_WORDS = {
  "same-scope": "Within one scope",
  "cross-scope": "Across scopes",
  file: "In a file",
} as const
const SYNTHESIS_WORDS = { brief: "Coach briefs", orientation: "Coach orientations" } as const
const ORDER_WORDS = {
  harm: "Highest impact first",
  file: "By file",
  newest: "Newest first",
  oldest: "Oldest first",
} as const

interface FilterChoicesProps {
  filters: Filters
  items: readonly InboxItem[]
  onChange: (name: string, value: string) => void
}

/** Filter menus. Their options depend on the listed items. */
export function FilterChoices({ filters, items, onChange }: FilterChoicesProps) {
  return (
    <div className="grid grid-cols-2 gap-1.5">
      {menusOf(filters, items).map(({ name, all, options }) => (
        <Select
          key={name}
          aria-label={capitalize(name)}
          value={filters[name] ?? ""}
          onChange={(event) => onChange(name, event.target.value)}
          className="h-7! text-ink-2"
        >
          <option value="">{all}</option>
          {options.map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </Select>
      ))}
      <Select
        aria-label="Sort order"
        value={filters.order}
        onChange={(event) => onChange("order", event.target.value)}
        className="h-7! text-ink-2"
      >
        {Object.entries(ORDER_WORDS).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </Select>
    </div>
  )
}

/** A value of a filter and its label. */
type Option = readonly [value: string, words: string]

interface FilterMenu {
  readonly name: keyof Filters
  /** The label of the option that matches any value. */
  readonly all: string
  readonly options: readonly Option[]
}

/** Returns the menus of the current tab. */
function menusOf(filters: Filters, items: readonly InboxItem[]): readonly FilterMenu[] {
  const agents: FilterMenu = {
    name: "agent",
    all: "Any agent",
    options: optionsFor(items.flatMap(agentsOf), filters.agent),
  }
  switch (filters.tab) {
    case "alerts":
      return [ALERT_STATE_MENU, kindMenu(ALERT_OPTIONS), SEVERITY_MENU, agents, assigneeMenu(filters)]
    case "coach":
      return [kindMenu(SYNTHESIS_OPTIONS), agents]
    case "seed":
      return [agents, seedCategoryMenu(filters, items)]
    case "conflicts":
      return [kindMenu(CONFLICT_OPTIONS), agents, CONFLICT_FINDING_MENU]
    default:
      return proposalMenus(filters, items, agents)
  }
}

const ALERT_OPTIONS = ALERT_KINDS.map((kind): Option => [kind, kindLabel(kind)])
const CONFLICT_OPTIONS = CONFLICT_KINDS.map((kind): Option => [kind, CONFLICT_WORDS[kind]])
const SYNTHESIS_OPTIONS = SYNTHESIS_KINDS.map((kind): Option => [kind, SYNTHESIS_WORDS[kind]])
const PROPOSAL_OPTIONS = PROPOSAL_KINDS.map((kind): Option => [kind, KIND_WORDS[kind]])

const ALERT_STATE_MENU: FilterMenu = {
  name: "state",
  all: ALERT_STATE_NAMES.open,
  options: Object.entries(ALERT_STATE_NAMES).filter(([state]) => state !== "open"),
}
const SEVERITY_MENU: FilterMenu = {
  name: "severity",
  all: "Any severity",
  options: Object.entries(SEVERITY_WORDS),
}
const CONFLICT_FINDING_MENU: FilterMenu = {
  name: "found",
  all: "Any finding",
  options: [
    ["contradiction", "Contradictions"],
    ["duplicate", "Duplicates"],
  ],
}
const FINDING_MENU: FilterMenu = {
  name: "found",
  all: "Any finding",
  options: [
    ["flagged", "Flagged"],
    ...Object.entries(FOUND).map(([kind, { words }]): Option => [kind, capitalize(words)]),
  ],
}
const STATUS_MENU: FilterMenu = {
  name: "standing",
  all: "Any status",
  options: [
    ["applies", "Applies"],
    ...Object.entries(STANDING).map(([kind, { words }]): Option => [kind, capitalize(words)]),
  ],
}

const kindMenu = (options: readonly Option[]): FilterMenu => ({ name: "kind", all: "Any kind", options })

function assigneeMenu({ assignee }: Filters): FilterMenu {
  const options: Option[] = [
    ["me", "Assigned to me"],
    ["none", "Unassigned"],
  ]
  const isListed = assignee === null || options.some(([value]) => value === assignee)
  return {
    name: "assignee",
    all: "Any assignee",
    options: isListed ? options : [...options, [assignee, "Another person"]],
  }
}

const seedCategoryMenu = ({ category }: Filters, items: readonly InboxItem[]): FilterMenu => ({
  name: "category",
  all: "Any category",
  options: optionsFor(
    items.map((item) => (item.kind === "seed" ? item.plan.category : null)),
    category,
  ),
})

/** Returns the menus of tabs that list proposals, alone or with other kinds. */
function proposalMenus(filters: Filters, items: readonly InboxItem[], agents: FilterMenu): FilterMenu[] {
  const { tab } = filters
  const proposals = items.flatMap((item) => (item.kind === "proposal" ? [item.proposal] : []))
  const hasAlerts = tab === "waiting" || tab === "snoozed"
  const otherKinds: Option[] = [
    ...CONFLICT_OPTIONS.map(([kind, words]): Option => [kind, `Conflicts ${words.toLowerCase()}`]),
    ...SYNTHESIS_OPTIONS,
    [SEED_KIND, "Seed plans"],
  ]
  const authors = proposals.map(({ author }) => author.agent ?? author.name)
  return [
    kindMenu([
      ...PROPOSAL_OPTIONS,
      ...(tab === "proposals" ? [] : otherKinds),
      ...(hasAlerts ? ALERT_OPTIONS : []),
    ]),
    agents,
    { name: "author", all: "Any author", options: optionsFor(authors, filters.author) },
    { name: "category", all: "Any category", options: categoryOptions(proposals, filters.category) },
    FINDING_MENU,
    ...(tab === "decided" ? [] : [STATUS_MENU]),
    assigneeMenu(filters),
    ...(hasAlerts ? [SEVERITY_MENU] : []),
  ]
}

/** Returns the categories of the proposals and the selected one, by name. */
function categoryOptions(proposals: readonly ProposalSummary[], selected: string | null): readonly Option[] {
  const categories = new Map(
    proposals.flatMap(({ category }) => (category ? [[category.slug, category.name] as const] : [])),
  )
  if (selected !== null && !categories.has(selected)) categories.set(selected, selected)
  return [...categories].toSorted((a, b) => a[1].localeCompare(b[1]))
}

/** Returns the agents of an item. For a conflict: all agents that load a side. */
function agentsOf(item: InboxItem): readonly (string | null)[] {
  if (item.kind === "conflict") return item.conflict.agents
  const subject = subjectOf(item)
  return ["agent" in subject ? subject.agent : null]
}

/** Returns the values and the selected one in order, each as its own label. */
const optionsFor = (values: readonly (string | null)[], set: string | null): readonly Option[] =>
  [...new Set([...values, set].filter((value) => value !== null))].toSorted().map((value) => [value, value])
