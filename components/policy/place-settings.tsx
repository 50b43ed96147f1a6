import type { FormAction } from "@/components/ui/form-state"
import { Box } from "@/components/ui/table"
import { type ApprovalRule, type HeldPolicy, POLICY_SETTINGS } from "@/lib/memory/policy"
import { RuleRow } from "./rule-row"
import { SettingRow } from "./setting-row"
import { type NamedPlace, originWords } from "./words"

export interface PolicyActions {
  readonly set: FormAction
  readonly setRule: FormAction
  readonly unset: FormAction
}

interface PlaceSettingsProps {
  team: string
  place: string
  places: readonly NamedPlace[]
  policy: HeldPolicy
  /** What would hold if the place said nothing itself. */
  inherited: HeldPolicy
  manages: boolean
  actions: PolicyActions
}

/** Every setting of one place, each with where it comes from and what can be done about it. */
export function PlaceSettings({ team, place, places, policy, inherited, manages, actions }: PlaceSettingsProps) {
  return (
    <Box className="divide-y divide-line">
      {POLICY_SETTINGS.map((setting) => {
        const { value, from } = policy[setting]
        const common = { team, place, own: from === place, origin: originWords(from, places), otherwise: { value: inherited[setting].value, origin: originWords(inherited[setting].from, places) }, manages }
        return setting === "rule" ? (
          <RuleRow key={`${place} ${setting}`} {...common} rule={policy.rule.value} silent={policy.approvals.value > 1} set={actions.setRule} turnOff={actions.set} unset={actions.unset} />
        ) : (
          <SettingRow key={`${place} ${setting}`} {...common} setting={setting} value={value as Exclude<typeof value, null | ApprovalRule>} set={actions.set} unset={actions.unset} />
        )
      })}
    </Box>
  )
}
