import type { FormAction } from "@/components/data/form-state"
import { Box } from "@/components/data/table"
import type { EffectivePolicy, PolicySetting } from "@/lib/memory/policies/policy"
import type { ListedFormat } from "./format-limits"
import { GROUPS, settingsOf } from "./groups"
import { RuleRow } from "./rule-row"
import { SettingRow } from "./setting-row"
import { type NamedPlace, originWords } from "./policy-text"

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
          <Box className="divide-y divide-line">{settingsOf(group).map(row)}</Box>
        </section>
      ))}
    </div>
  )
}
