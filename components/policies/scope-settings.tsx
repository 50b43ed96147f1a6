import type { FormAction } from "@/components/data/form-state"
import { TableBox } from "@/components/data/table"
import type { EffectivePolicy, PolicySetting } from "@/lib/memory/policies/policy"
import { WRITE_POLICIES } from "@/lib/memory/agents/categories"
import type { ListedFormat } from "./format-limits"
import { RuleRow } from "./rule-row"
import { SettingRow } from "./setting-row"
import { originWords, type NamedPlace, WRITING_WORDS } from "./policy-text"
import { type WritableCategory, WritingForm } from "./write-policy-form"

/** Groups of settings, in the order of the page. */
const GROUPS = ["Review", "Budgets", "Age", "Sections", "Schedule", "Noise", "Alerts"] as const
type SettingGroup = (typeof GROUPS)[number]

const GROUP_OF: Record<PolicySetting, SettingGroup> = {
  approvals: "Review",
  decider: "Review",
  leastConfidence: "Review",
  waitingPerAgent: "Review",
  writesDuringWork: "Review",
  rule: "Review",
  budgetLines: "Budgets",
  limits: "Budgets",
  days: "Age",
  staleDays: "Age",
  staleDaysByType: "Age",
  staleFileDays: "Age",
  staleSessions: "Age",
  verification: "Age",
  sessionMemoryDays: "Age",
  sections: "Sections",
  compactionDays: "Schedule",
  coachDays: "Schedule",
  noisePhrases: "Noise",
  floodTimes: "Noise",
  dismissals: "Noise",
  secondOpinion: "Noise",
  quietKinds: "Alerts",
  tellFrom: "Alerts",
  alertOwner: "Alerts",
}

const IN_GROUPS = Object.keys(GROUP_OF) as readonly PolicySetting[]

const settingsOf = (group: SettingGroup): readonly PolicySetting[] =>
  IN_GROUPS.filter((setting) => GROUP_OF[setting] === group)

export interface PolicyActions {
  readonly set: FormAction
  readonly adopt: FormAction
  readonly setRule: FormAction
  readonly unset: FormAction
}

interface PlaceSettingsProps {
  team: string
  place: string
  places: readonly NamedPlace[]
  policy: EffectivePolicy
  /** The policy without the settings of this place. */
  inherited: EffectivePolicy
  formats: readonly ListedFormat[]
  manages: boolean
  actions: PolicyActions
}

/** All settings of one place, each with its origin and its controls. */
export function PlaceSettings({
  team,
  place,
  places,
  policy,
  inherited,
  formats,
  manages,
  actions,
}: PlaceSettingsProps) {
  const row = (setting: PolicySetting) => {
    const { value, from } = policy[setting]
    const common = {
      team,
      place,
      own: from === place,
      origin: originWords(from, places),
      otherwise: { value: inherited[setting].value, origin: originWords(inherited[setting].from, places) },
      manages,
    }
    return setting === "rule" ? (
      <RuleRow
        key={`${place} ${setting}`}
        {...common}
        rule={policy.rule.value}
        silent={policy.approvals.value > 1}
        set={actions.setRule}
        turnOff={actions.set}
        unset={actions.unset}
      />
    ) : (
      <SettingRow
        key={`${place} ${setting}`}
        {...common}
        setting={setting}
        value={value as typeof policy.days.value}
        formats={formats}
        set={actions.set}
        adopt={actions.adopt}
        unset={actions.unset}
      />
    )
  }
  return (
    <div className="grid gap-4">
      {GROUPS.map((group) => (
        <section key={group} className="grid gap-1.5">
          <h3>{group}</h3>
          <TableBox className="divide-y divide-line">{settingsOf(group).map(row)}</TableBox>
        </section>
      ))}
    </div>
  )
}

interface CategoryListProps {
  team: string
  categories: readonly WritableCategory[]
  /** Names of the team's agents, to choose a coordinator from. */
  agents: readonly string[]
  manages: boolean
  action: FormAction
}

/** The write policies of the categories. */
export function CategoryList({ team, categories, agents, manages, action }: CategoryListProps) {
  return (
    <div className="grid gap-2.5">
      <ul className="grid gap-1 text-ink-2">
        {WRITE_POLICIES.map((policy) => (
          <li key={policy}>
            <span className="font-medium text-ink">{policy}</span>: {WRITING_WORDS[policy]}
          </li>
        ))}
      </ul>
      <datalist id="agents-of-team">
        {agents.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <TableBox>
        <ul className="divide-y divide-line">
          {categories.map((category) => (
            <li
              key={category.slug}
              className="grid items-center gap-x-4 gap-y-1.5 px-4 py-1.5 sm:grid-cols-4"
            >
              <span className="font-medium">{category.name}</span>
              <div className="sm:col-span-3">
                {manages ? (
                  <WritingForm team={team} category={category} agents={agents} action={action} />
                ) : (
                  <>
                    {category.writePolicy}
                    {category.coordinator ? (
                      <span className="text-ink-2">, coordinated by {category.coordinator}</span>
                    ) : null}
                  </>
                )}
              </div>
            </li>
          ))}
        </ul>
      </TableBox>
    </div>
  )
}
