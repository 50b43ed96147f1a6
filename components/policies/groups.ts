import type { PolicySetting } from "@/lib/memory/policies/policy"

/** Groups of settings, in the order of the page. */
export const GROUPS = ["Review", "Budgets", "Age", "Sections", "Schedule", "Noise", "Alerts"] as const
export type SettingGroup = (typeof GROUPS)[number]

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

export const settingsOf = (group: SettingGroup): readonly PolicySetting[] =>
  IN_GROUPS.filter((setting) => GROUP_OF[setting] === group)
