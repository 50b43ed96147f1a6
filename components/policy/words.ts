import { count } from "@/components/ui/count"
import type { ApprovalRule, PolicySetting, PolicySettings } from "@/lib/memory/policy"
import type { ProposalKind } from "@/lib/memory/proposed-change"
import type { WritePolicy } from "@/lib/memory/taxonomy"
import type { VerificationDays } from "@/lib/memory/verification"

/** Where something is set: "team", "scope:global", "category:testing", as people call it. */
export interface NamedPlace {
  readonly place: string
  readonly name: string
  readonly about: string
}

export function namedPlaces(team: string, categories: readonly { readonly slug: string; readonly name: string }[]): NamedPlace[] {
  return [
    { place: "team", name: team, about: "Holds for every memory of the team, wherever nothing more particular is set." },
    { place: "scope:global", name: "Global memory", about: "What reaches every agent. Built in: only what is quite sure." },
    { place: "scope:team", name: "Team memory", about: "What the agents of all projects of the team share." },
    { place: "scope:project", name: "Project memory", about: "What a project’s agents keep, each for itself or together." },
    ...categories.map(({ slug, name }) => ({ place: `category:${slug}`, name: `Category ${name}`, about: "What the agents of this category share." })),
  ]
}

/** "from Project memory" */
export function originWords(from: string, places: readonly NamedPlace[]): string {
  return from === "built-in" ? "built in" : `from ${places.find((one) => one.place === from)?.name ?? from}`
}

export const SETTING_WORDS: Record<PolicySetting, { readonly label: string; readonly short: string; readonly about: string }> = {
  approvals: { label: "Approvals", short: "Approvals", about: "How many people have to approve a proposal." },
  decider: { label: "Who decides", short: "Decided by", about: "Who approves and rejects." },
  leastConfidence: { label: "Least confidence", short: "Confidence", about: "From 0 to 1. What is less sure is refused when it comes; what states none counts as 0.5." },
  days: { label: "Days until a proposal expires", short: "Expires", about: "What nobody decides by then no longer waits; its author can propose it again." },
  waitingPerAgent: { label: "Waiting proposals per agent", short: "Waiting", about: "An agent that has as many is refused until some are decided." },
  verification: { label: "Days until an entry is verified again", short: "Verified", about: "How long it holds when a person vouches for an entry: each type with its days, and other for the rest. Spread by up to 15 %." },
  rule: { label: "Approval by rule", short: "By rule", about: "Approves what you describe without a person." },
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
    case "verification":
      return daysWords(value as VerificationDays)
    case "rule":
      return value === null ? "off" : shortRule(value as ApprovalRule)
  }
}

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

export const RULE_LIMITS = "What is flagged, what is like something that stands or waits, what contradicts it and what people propose still waits for a person."

export const WRITING_WORDS: Record<WritePolicy, string> = {
  coordinated: "The coordinator writes anywhere. The others write to what everyone shares and to their own section; the coordinator’s notes are closed to them.",
  direct: "Every agent writes anywhere in it.",
  "append-only": "The coordinator writes anywhere. The others only add, to what everyone shares or to their own section; what stands is changed by people.",
}

/** "a", "a and b", "a, b and c" */
function listed(words: readonly string[], last = "and"): string {
  const [end, ...rest] = words.toReversed()
  return rest.length === 0 ? (end ?? "") : `${rest.toReversed().join(", ")} ${last} ${end}`
}
