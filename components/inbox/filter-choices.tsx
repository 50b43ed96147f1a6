import { kindLabel, SEVERITY_WORDS, ALERT_STATE_NAMES } from "@/components/alerts/alert-text"
import { CONFLICT_KINDS } from "@/components/conflicts/conflict-types"
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
  const proposals = items.flatMap((item) => (item.kind === "proposal" ? [item.proposal] : []))
  const categories = new Map(
    proposals.flatMap(({ category }) => (category ? [[category.slug, category.name] as const] : [])),
  )
  if (filters.category !== null && !categories.has(filters.category))
    categories.set(filters.category, filters.category)
  const conflictKinds = CONFLICT_KINDS.map((kind): [string, string] => [
    kind,
    filters.tab === "conflicts" ? CONFLICT_WORDS[kind] : `Conflicts ${CONFLICT_WORDS[kind].toLowerCase()}`,
  ])
  const synthesisKinds = SYNTHESIS_KINDS.map((kind): [string, string] => [kind, SYNTHESIS_WORDS[kind]])
  const alertKinds = ALERT_KINDS.map((kind): [string, string] => [kind, kindLabel(kind)])
  const severities = {
    name: "severity",
    all: "Any severity",
    options: Object.entries(SEVERITY_WORDS),
  } as const
  const assignees = {
    name: "assignee",
    all: "Any assignee",
    options: [
      ["me", "Assigned to me"],
      ["none", "Unassigned"],
      ...(filters.assignee !== null && filters.assignee !== "me" && filters.assignee !== "none"
        ? [[filters.assignee, "Another person"] as const]
        : []),
    ],
  } as const
  const kinds: [string, string][] = [
    ...PROPOSAL_KINDS.map((kind): [string, string] => [kind, KIND_WORDS[kind]]),
    ...(filters.tab === "proposals"
      ? []
      : [...conflictKinds, ...synthesisKinds, [SEED_KIND, "Seed plans"] as [string, string]]),
    ...(filters.tab === "waiting" || filters.tab === "snoozed" ? alertKinds : []),
  ]
  const agents = { name: "agent", all: "Any agent", options: of(items.flatMap(agentsOf), filters.agent) }
  const selects: readonly {
    name: keyof Filters
    all: string
    options: readonly (readonly [string, string])[]
  }[] =
    filters.tab === "alerts"
      ? [
          {
            name: "state",
            all: ALERT_STATE_NAMES.open,
            options: Object.entries(ALERT_STATE_NAMES).filter(([state]) => state !== "open"),
          },
          { name: "kind", all: "Any kind", options: alertKinds },
          severities,
          { ...agents, name: "agent" },
          assignees,
        ]
      : filters.tab === "coach"
        ? [
            { name: "kind", all: "Any kind", options: synthesisKinds },
            { ...agents, name: "agent" },
          ]
        : filters.tab === "seed"
          ? [
              { ...agents, name: "agent" },
              {
                name: "category",
                all: "Any category",
                options: of(
                  items.map((item) => (item.kind === "seed" ? item.plan.category : null)),
                  filters.category,
                ),
              },
            ]
          : filters.tab === "conflicts"
            ? [
                { name: "kind", all: "Any kind", options: conflictKinds },
                { ...agents, name: "agent" },
                {
                  name: "found",
                  all: "Any finding",
                  options: [
                    ["contradiction", "Contradictions"],
                    ["duplicate", "Duplicates"],
                  ],
                },
              ]
            : [
                { name: "kind", all: "Any kind", options: kinds },
                { ...agents, name: "agent" },
                {
                  name: "author",
                  all: "Any author",
                  options: of(
                    proposals.map(({ author }) => author.agent ?? author.name),
                    filters.author,
                  ),
                },
                {
                  name: "category",
                  all: "Any category",
                  options: [...categories].toSorted((a, b) => a[1].localeCompare(b[1])),
                },
                {
                  name: "found",
                  all: "Any finding",
                  options: [
                    ["flagged", "Flagged"],
                    ...Object.entries(FOUND).map(([kind, { words }]): [string, string] => [
                      kind,
                      capitalize(words),
                    ]),
                  ],
                },
                ...(filters.tab === "decided"
                  ? []
                  : [
                      {
                        name: "standing",
                        all: "Any status",
                        options: [
                          ["applies", "Applies"],
                          ...Object.entries(STANDING).map(([kind, { words }]): [string, string] => [
                            kind,
                            capitalize(words),
                          ]),
                        ],
                      } as const,
                    ]),
                assignees,
                ...(filters.tab === "waiting" || filters.tab === "snoozed" ? [severities] : []),
              ]
  return (
    <div className="grid grid-cols-2 gap-1.5">
      {selects.map(({ name, all, options }) => (
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

/** Returns the agents of an item. For a conflict: all agents that load a side. */
function agentsOf(item: InboxItem): readonly (string | null)[] {
  if (item.kind === "conflict") return item.conflict.agents
  const subject = subjectOf(item)
  return ["agent" in subject ? subject.agent : null]
}

const of = (values: readonly (string | null)[], set: string | null) =>
  [...new Set([...values, set].filter((value) => value !== null))]
    .toSorted()
    .map((value) => [value, value] as const)
