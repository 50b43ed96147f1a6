import { ownValue } from "@/lib/memory/text/own-value"
import { count } from "@/components/data/count"
import type { ApprovalRule, PolicySetting, PolicySettings } from "@/lib/memory/policies/policy"
import { placeWords } from "@/lib/memory/policies/policy-place"
import type { ProposalKind } from "@/lib/memory/proposals/proposed-change"
import type { AlertSeverity } from "@/lib/memory/alerts/kinds"
import type { WritePolicy } from "@/lib/memory/agents/taxonomy"
import type { VerificationDays } from "@/lib/memory/policies/verification"

/** Where something is set: "team", "scope:global", "category:testing", "agent:ledger/ann", as people call it. */
export interface NamedPlace {
  readonly place: string
  readonly name: string
  readonly about: string
}

export const DEPLOYMENT: NamedPlace = {
  place: "deployment",
  name: "Deployment",
  about: "Holds in all teams, wherever they set nothing themselves. Its owner changes it.",
}

/** The places of every team. Projects and agents are too many to name them all. */
export function namedPlaces(
  team: string,
  categories: readonly { readonly slug: string; readonly name: string }[],
): NamedPlace[] {
  return [
    {
      place: "team",
      name: team,
      about: "Holds for every memory of the team, wherever nothing more particular is set.",
    },
    {
      place: "scope:global",
      name: "Global memory",
      about: "What reaches every agent. Built in: only what is quite sure.",
    },
    { place: "scope:team", name: "Team memory", about: "What the agents of all projects of the team share." },
    {
      place: "scope:project",
      name: "Project memory",
      about: "What a project’s agents keep, each for itself or together.",
    },
    ...categories.map(({ slug, name }) => ({
      place: `category:${slug}`,
      name: `Category ${name}`,
      about: "What the agents of this category share, and what each of them keeps, in every project.",
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
  about: "What this project’s agents keep, before what its categories and agents say themselves.",
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
    "What this agent keeps for itself: nothing goes before it. A file that its category shares follows the category.",
})

/** "from Project memory" */
export function originWords(from: string, places: readonly NamedPlace[]): string {
  return from === "built-in"
    ? "built in"
    : `from ${places.find((one) => one.place === from)?.name ?? placeWords(from)}`
}

export const SETTING_WORDS: Record<
  PolicySetting,
  { readonly label: string; readonly short: string; readonly about: string }
> = {
  approvals: { label: "Approvals", short: "Approvals", about: "How many people have to approve a proposal." },
  decider: { label: "Who decides", short: "Decided by", about: "Who approves and rejects." },
  leastConfidence: {
    label: "Least confidence",
    short: "Confidence",
    about: "From 0 to 1. What is less sure is refused when it comes; what states none counts as 0.5.",
  },
  days: {
    label: "Days until a proposal expires",
    short: "Expires",
    about: "What nobody decides by then no longer waits; its author can propose it again.",
  },
  waitingPerAgent: {
    label: "Waiting proposals per agent",
    short: "Waiting",
    about: "An agent that has as many is refused until some are decided.",
  },
  writesDuringWork: {
    label: "Writes during a session",
    short: "During work",
    about:
      "Whether memory may change while the session that proposes it is at work. Held proposals can be approved when the session ends, or after a day.",
  },
  verification: {
    label: "Days until an entry is verified again",
    short: "Verified",
    about:
      "How long it holds when a person vouches for an entry: each type with its days, and other for the rest. Spread by up to 15 %.",
  },
  rule: {
    label: "Approval by rule",
    short: "By rule",
    about: "Approves what you describe without a person.",
  },
  budgetLines: {
    label: "Soft budget",
    short: "Budget",
    about:
      "Lines that a memory file should not pass: an agent’s and a category’s alike. Empty: each format’s own.",
  },
  limits: {
    label: "Limits by format",
    short: "Limits",
    about:
      "What a harness loads of a file, and the budget, where it is other than the format’s own. What stays empty is the format’s.",
  },
  staleDays: {
    label: "Stale entries",
    short: "Stale",
    about: "Days after which a dated entry is stale. Empty: never.",
  },
  staleDaysByType: {
    label: "Stale entries by type",
    short: "By type",
    about: "The same for types that age otherwise, each with its days: decision 365, project 60, user never.",
  },
  staleSessions: {
    label: "Stale by sessions",
    short: "Sessions",
    about:
      "Sessions of its agent without a change to the file after which it is stale. Empty: they are not counted.",
  },
  staleFileDays: {
    label: "Stale files",
    short: "Stale files",
    about: "Days without a change after which a file as a whole is stale. Empty: never.",
  },
  sections: {
    label: "Required sections",
    short: "Sections",
    about:
      "Sections that a file of a format has to have, with commas between them. What stays empty is the format’s own.",
  },
  compactionDays: {
    label: "Compaction",
    short: "Compaction",
    about: "Days between two compactions of daily logs into the memory. Empty: never due.",
  },
  coachDays: {
    label: "Coach",
    short: "Coach",
    about: "Days between two briefs of the coach. Empty: never due.",
  },
  sessionMemoryDays: {
    label: "Session memory is kept",
    short: "Session memory",
    about: "Days after its last change, where nobody closes the session.",
  },
  noisePhrases: {
    label: "Noise phrases",
    short: "Noise",
    about:
      "One a line. An entry that has one of them anywhere is noise, beside what every session leaves behind.",
  },
  floodTimes: {
    label: "Flood",
    short: "Flood",
    about: "An agent floods that proposes so many times as much in a week as it used to.",
  },
  dismissals: {
    label: "Dismissed conflicts",
    short: "Dismissed",
    about:
      "When the team dismisses most conflicts of one kind, the next of that kind are listed lower. Set for the team as a whole.",
  },
  secondOpinion: {
    label: "Second opinion",
    short: "Second opinion",
    about:
      "Asks the coach’s language model about unsure conflicts and possible poisoning. Sends these entries to the model. Set for the team as a whole.",
  },
  quietKinds: {
    label: "Kinds that stay quiet",
    short: "Quiet",
    about: "Alerts of these kinds are not raised.",
  },
  tellFrom: {
    label: "Who is told",
    short: "Told from",
    about: "The least severity of which people are told in their channels.",
  },
  alertOwner: {
    label: "Owner of alerts",
    short: "Owner",
    about: "The e-mail address of the person who owns what nobody took. Empty: nobody.",
  },
}

/** What a value means, in as many words as a cell takes. */
export function valueWords(setting: PolicySetting, value: PolicySettings[PolicySetting]): string {
  switch (setting) {
    case "approvals":
      return count(value as number, "person", "people")
    case "decider":
      return value === "owner" ? "owners" : "leads, owners"
    case "leastConfidence":
      return value === 0 ? "any" : `${String(value)} or more`
    case "days":
      return `after ${count(value as number, "day")}`
    case "waitingPerAgent":
      return `${(value as number).toLocaleString("en")} an agent`
    case "writesDuringWork":
      return value === "hold" ? "held until it ends" : "allowed"
    case "secondOpinion":
      return value === "ask" ? "ask the coach’s model" : "off"
    case "dismissals":
      return value === "ignore" ? "change nothing" : "lower their kind"
    case "verification":
      return daysWords(value as VerificationDays)
    case "rule":
      return value === null ? "off" : shortRule(value as ApprovalRule)
    case "budgetLines":
      return value === null ? "each format’s own" : count(value as number, "line")
    case "limits":
    case "sections":
      return isEmpty(value)
        ? "each format’s own"
        : `${count(Object.keys(value as object).length, "format")} set`
    case "staleDays":
    case "staleFileDays":
      return value === null ? "never" : `after ${count(value as number, "day")}`
    case "staleDaysByType":
      return isEmpty(value) ? "all alike" : `${count(Object.keys(value as object).length, "type")} set`
    case "staleSessions":
      return value === null ? "not counted" : `after ${count(value as number, "session")}`
    case "compactionDays":
    case "coachDays":
      return value === null ? "never due" : everyDays(value as number)
    case "sessionMemoryDays":
      return count(value as number, "day")
    case "noisePhrases":
      return isEmpty(value) ? "none" : count((value as readonly string[]).length, "phrase")
    case "floodTimes":
      return `${(value as number).toLocaleString("en")} times as much`
    case "quietKinds":
      return isEmpty(value) ? "none" : count((value as readonly string[]).length, "kind")
    case "tellFrom":
      return value === null ? "nobody" : (ownValue(TOLD_FROM_WORDS, value as string) ?? "nobody")
    case "alertOwner":
      return value === null ? "nobody" : (value as string)
  }
}

/** From this severity on. */
export const TOLD_FROM_WORDS: Record<AlertSeverity, string> = {
  error: "errors",
  warning: "errors and warnings",
  info: "everything",
}

const isEmpty = (value: unknown): boolean => Object.keys(value as object).length === 0

const everyDays = (days: number): string =>
  days === 1 ? "every day" : `every ${days.toLocaleString("en")} days`

function daysWords(days: VerificationDays): string {
  const [least, most] = [Math.min(...Object.values(days)), Math.max(...Object.values(days))]
  return `after ${least === most ? count(least, "day") : `${least}–${most} days`}`
}

export const KIND_WORDS: Record<ProposalKind, string> = {
  add: "additions",
  edit: "changes",
  retire: "retirements",
  restore: "restorations",
  remove: "removals",
  move: "moves",
  several: "several changes at once",
}

function shortRule({ kinds, leastConfidence }: ApprovalRule): string {
  return `${listed(kinds.map((kind) => KIND_WORDS[kind]))}${leastConfidence === 0 ? "" : ` from ${leastConfidence}`}`
}

/** What a rule will do, plainly: "Additions with a confidence of 0.9 or more by any agent are approved without a person." */
export function ruleWords({ kinds, types, agents, leastConfidence }: ApprovalRule): string {
  if (kinds.length === 0) return "Nothing is approved without a person."
  const what = listed(kinds.map((kind) => KIND_WORDS[kind]))
  const type = types.length === 0 ? "" : ` of type ${listed(types, "or")}`
  const sure = leastConfidence === 0 ? "" : ` with a confidence of ${leastConfidence} or more`
  const by = agents.length === 0 ? "any agent" : listed(agents, "or")
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}${type}${sure} by ${by} are approved without a person. Every one is marked and can be undone.`
}

export const RULE_LIMITS =
  "What is flagged, what is like something that stands or waits, what contradicts it and what people propose still waits for a person."

export const WRITING_WORDS: Record<WritePolicy, string> = {
  coordinated:
    "The coordinator writes anywhere. The others write to what everyone shares and to their own section; the coordinator’s notes are closed to them.",
  direct: "Every agent writes anywhere in it.",
  "append-only":
    "The coordinator writes anywhere. The others only add, to what everyone shares or to their own section; what stands is changed by people.",
}

/** "a", "a and b", "a, b and c" */
function listed(words: readonly string[], last = "and"): string {
  const [end, ...rest] = words.toReversed()
  return rest.length === 0 ? (end ?? "") : `${rest.toReversed().join(", ")} ${last} ${end}`
}
