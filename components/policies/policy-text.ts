import { ownValue } from "@/lib/memory/text/own-value"
import { formatCount, capitalize } from "@/lib/memory/text/sentence"
import type { ApprovalRule, PolicySetting, PolicySettings } from "@/lib/memory/policies/policy"
import { placeWords } from "@/lib/memory/policies/policy-place"
import type { ProposalKind } from "@/lib/memory/proposals/proposed-change"
import type { AlertSeverity } from "@/lib/memory/alerts/kinds"
import type { WritePolicy } from "@/lib/memory/agents/categories"
import type { VerificationDays } from "@/lib/memory/policies/effective-settings"

/** A policy place with its label, such as "team", "scope:global" or "agent:ledger/ann". */
export interface NamedPlace {
  readonly place: string
  readonly name: string
  readonly about: string
}

export const DEPLOYMENT: NamedPlace = {
  place: "deployment",
  name: "Deployment",
  about: "Defaults for all teams. Only the Quarterdeck owner can change them.",
}

/** Returns the places of a team that can have a policy, without its projects and agents. */
export function namedPlaces(
  team: string,
  categories: readonly { readonly slug: string; readonly name: string }[],
): NamedPlace[] {
  return [
    {
      place: "team",
      name: team,
      about: "Defaults for all of this team’s memory.",
    },
    {
      place: "scope:global",
      name: "Global memory",
      about:
        "Memory that every agent receives. By default, only proposals with high confidence are accepted.",
    },
    { place: "scope:team", name: "Team memory", about: "Memory shared by agents in all projects." },
    {
      place: "scope:project",
      name: "Project memory",
      about: "Memory of a project’s agents, both shared and individual.",
    },
    ...categories.map(({ slug, name }) => ({
      place: `category:${slug}`,
      name: `Category ${name}`,
      about: "Shared and individual memory of this category’s agents, in every project.",
    })),
  ]
}

export const projectPlace = ({
  slug,
  name,
}: {
  readonly slug: string
  readonly name: string
}): NamedPlace => ({
  place: `project:${slug}`,
  name: `Project ${name}`,
  about: "Memory of this project’s agents. Category and agent policies override it.",
})

export const agentPlace = ({
  name,
  project,
}: {
  readonly name: string
  readonly project: string
}): NamedPlace => ({
  place: `agent:${project}/${name}`,
  name: `Agent ${name} in ${project}`,
  about:
    "This agent’s own memory. This policy overrides all others. Files shared by its category follow the category’s policy.",
})

/** Returns the origin of a value: "default" or, for example, "inherited from Project memory". */
export function originWords(from: string, places: readonly NamedPlace[]): string {
  return from === "built-in"
    ? "default"
    : `inherited from ${places.find((one) => one.place === from)?.name ?? placeWords(from)}`
}

export const SETTING_WORDS: Record<
  PolicySetting,
  { readonly label: string; readonly short: string; readonly about: string }
> = {
  approvals: {
    label: "Required approvals",
    short: "Approvals",
    about: "Number of people who must approve a proposal.",
  },
  decider: { label: "Reviewers", short: "Reviewers", about: "Who can approve and reject proposals." },
  leastConfidence: {
    label: "Minimum confidence",
    short: "Confidence",
    about: "0–1. Proposals below this are rejected automatically. Missing confidence counts as 0.5.",
  },
  days: {
    label: "Proposal expiry",
    short: "Expiry",
    about: "Days until an undecided proposal expires. The author can resubmit it.",
  },
  waitingPerAgent: {
    label: "Waiting proposals per agent",
    short: "Waiting",
    about: "Agents at this limit can’t propose until the queue shrinks.",
  },
  writesDuringWork: {
    label: "Changes during a session",
    short: "In session",
    about:
      "Whether proposals can be approved while the session that made them is still running. Held proposals can be approved when the session ends or after one day.",
  },
  verification: {
    label: "Verification period",
    short: "Verified",
    about:
      "Number of days a verification stays valid, by entry type. Use “other” for all remaining types. Expiration dates vary by up to 15%, so that entries do not all expire at once.",
  },
  rule: {
    label: "Automatic approval",
    short: "Auto-approval",
    about: "Approves matching proposals without review.",
  },
  budgetLines: {
    label: "Line budget",
    short: "Budget",
    about:
      "Maximum number of lines that a memory file should have. Leave empty to use each format’s own budget.",
  },
  limits: {
    label: "Limits by format",
    short: "Limits",
    about: "Load limits and budget for each file format. Empty fields use the format’s default.",
  },
  staleDays: {
    label: "Stale entries",
    short: "Stale",
    about: "Days until a dated entry becomes stale. Leave empty to disable.",
  },
  staleDaysByType: {
    label: "Stale entries by type",
    short: "By type",
    about: "Exceptions for certain entry types, in days. Example: decision 365, project 60, user never.",
  },
  staleSessions: {
    label: "Stale files (sessions)",
    short: "Sessions",
    about:
      "Number of agent sessions without a change before a file becomes stale. Leave empty to ignore sessions.",
  },
  staleFileDays: {
    label: "Stale files",
    short: "Stale files",
    about: "Days without a change before a file becomes stale. Leave empty to disable.",
  },
  sections: {
    label: "Required sections",
    short: "Sections",
    about:
      "Sections that files of each format must have, separated by commas. Empty fields use the format’s default.",
  },
  compactionDays: {
    label: "Compaction interval",
    short: "Compaction",
    about: "Days between compactions of daily logs. Leave empty to disable.",
  },
  coachDays: {
    label: "Coach interval",
    short: "Coach",
    about: "Days between coach briefs. Leave empty to disable.",
  },
  sessionMemoryDays: {
    label: "Session memory retention",
    short: "Session memory",
    about: "Days to keep session memory after its last change if the session is never closed.",
  },
  noisePhrases: {
    label: "Noise phrases",
    short: "Noise",
    about:
      "One phrase per line. Entries that contain any of these phrases count as noise, in addition to typical session noise.",
  },
  floodTimes: {
    label: "Flood threshold",
    short: "Flood",
    about: "Alert when an agent’s weekly proposals exceed its usual rate by this factor.",
  },
  dismissals: {
    label: "Dismissed conflicts",
    short: "Dismissed",
    about:
      "When the team dismisses most conflicts of one kind, new conflicts of that kind are ranked lower. Applies to the whole team.",
  },
  secondOpinion: {
    label: "Second opinion",
    short: "Second opinion",
    about:
      "Sends uncertain conflicts and possibly poisoned entries to the coach’s language model for assessment. Applies to the whole team.",
  },
  quietKinds: {
    label: "Muted alerts",
    short: "Muted",
    about: "Alerts of these kinds are not raised.",
  },
  tellFrom: {
    label: "Notification level",
    short: "Notify from",
    about: "Minimum severity of alerts that are sent to notification channels.",
  },
  alertOwner: {
    label: "Default alert owner",
    short: "Owner",
    about: "Email address of the person who owns unassigned alerts. Leave empty for no owner.",
  },
}

type ValueWords = {
  readonly [Setting in PolicySetting]: (value: PolicySettings[Setting]) => string
}

const everyOrNever = (days: number | null): string => (days === null ? "never" : everyDays(days))
const afterOrNever = (days: number | null): string =>
  days === null ? "never" : `after ${formatCount(days, "day")}`
const customizedFormats = (formats: object): string => customized(formats, "format", "no format customized")

function customized(values: object, unit: string, none: string): string {
  const number = Object.keys(values).length
  return number === 0 ? none : `${formatCount(number, unit)} customized`
}

const countOrNone = (values: readonly unknown[], unit: string): string =>
  values.length === 0 ? "none" : formatCount(values.length, unit)

/** Values in words, by setting. */
const VALUE_WORDS: ValueWords = {
  approvals: (people) => formatCount(people, "person", "people"),
  decider: (role) => (role === "owner" ? "owners" : "leads and owners"),
  leastConfidence: (confidence) => (confidence === 0 ? "any" : `${String(confidence)} or more`),
  days: (days) => `after ${formatCount(days, "day")}`,
  waitingPerAgent: (number) => `${number.toLocaleString("en")} per agent`,
  writesDuringWork: (writes) => (writes === "hold" ? "held until the session ends" : "allowed"),
  secondOpinion: (opinion) => (opinion === "ask" ? "ask the coach’s model" : "off"),
  dismissals: (effect) => (effect === "ignore" ? "no effect" : "ranked lower"),
  verification: (days) => daysWords(days),
  rule: (rule) => (rule === null ? "off" : shortRule(rule)),
  budgetLines: (lines) => (lines === null ? "each format’s own budget" : formatCount(lines, "line")),
  limits: customizedFormats,
  sections: customizedFormats,
  staleDays: afterOrNever,
  staleFileDays: afterOrNever,
  staleDaysByType: (days) => customized(days, "type", "none"),
  staleSessions: (sessions) =>
    sessions === null ? "not counted" : `after ${formatCount(sessions, "session")}`,
  compactionDays: everyOrNever,
  coachDays: everyOrNever,
  sessionMemoryDays: (days) => formatCount(days, "day"),
  noisePhrases: (phrases) => countOrNone(phrases, "phrase"),
  floodTimes: (times) => `${times.toLocaleString("en")}× the usual rate`,
  quietKinds: (kinds) => countOrNone(kinds, "kind"),
  tellFrom: (severity) =>
    severity === null ? "nothing" : (ownValue(TOLD_FROM_WORDS, severity) ?? "nothing"),
  alertOwner: (owner) => owner ?? "no owner",
}

/** Returns a value in words, short enough for a table cell. */
export function valueWords(setting: PolicySetting, value: PolicySettings[PolicySetting]): string {
  const describe = VALUE_WORDS[setting] as (value: PolicySettings[PolicySetting]) => string
  return describe(value)
}

/** The alerts that are sent, by minimum severity. */
export const TOLD_FROM_WORDS: Record<AlertSeverity, string> = {
  error: "errors",
  warning: "errors and warnings",
  info: "everything",
}

const everyDays = (days: number): string =>
  days === 1 ? "every day" : `every ${days.toLocaleString("en")} days`

function daysWords(days: VerificationDays): string {
  const [least, most] = [Math.min(...Object.values(days)), Math.max(...Object.values(days))]
  return `after ${least === most ? formatCount(least, "day") : `${least}–${most} days`}`
}

export const RULE_KIND_NAMES: Record<ProposalKind, string> = {
  add: "additions",
  edit: "changes",
  retire: "retirements",
  restore: "restorations",
  remove: "removals",
  move: "moves",
  several: "multiple changes at once",
}

function shortRule({ kinds, leastConfidence }: ApprovalRule): string {
  return `${listed(kinds.map((kind) => RULE_KIND_NAMES[kind]))}${leastConfidence === 0 ? "" : ` (confidence ≥ ${leastConfidence})`}`
}

/** Describes a rule, as in "Additions with a confidence of 0.9 or more from any agent are approved automatically." */
export function ruleWords({ kinds, types, agents, leastConfidence }: ApprovalRule): string {
  if (kinds.length === 0) return "No proposals are approved automatically."
  const what = listed(kinds.map((kind) => RULE_KIND_NAMES[kind]))
  const type = types.length === 0 ? "" : ` of type ${listed(types, "or")}`
  const sure = leastConfidence === 0 ? "" : ` with a confidence of ${leastConfidence} or more`
  const by = agents.length === 0 ? "any agent" : listed(agents, "or")
  return `${capitalize(what)}${type}${sure} from ${by} are approved automatically. Each approval is marked and can be undone.`
}

export const RULE_LIMITS =
  "A person still reviews proposals that are flagged, that were made by people, or that resemble or contradict an existing entry or another proposal."

/** The write policies in a few words, for lists and menus. */
export const WRITING_SUMMARY: Record<WritePolicy, string> = {
  coordinated: "the coordinator writes anywhere; others write to their own and shared sections",
  direct: "every agent writes anywhere",
  "append-only": "agents add entries and people change them",
}

export const WRITING_WORDS: Record<WritePolicy, string> = {
  coordinated:
    "The coordinator can write anywhere. Other agents can write to shared sections and to their own section, but not to the coordinator’s notes.",
  direct: "Every agent can write anywhere.",
  "append-only":
    "The coordinator can write anywhere. Other agents can only add entries to shared sections or to their own section, and people change existing entries.",
}

/** Joins words as in "a", "a and b" or "a, b and c". */
function listed(words: readonly string[], last = "and"): string {
  const [end, ...rest] = words.toReversed()
  return rest.length === 0 ? (end ?? "") : `${rest.toReversed().join(", ")} ${last} ${end}`
}
