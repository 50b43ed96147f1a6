import type { AlertSummary } from "@/components/alerts/alert-types"
import type { SynthesisSummary } from "@/components/coach/waiting/waiting-synthesis-types"
import type { ConflictSummary } from "@/components/conflicts/conflict-types"
import type { ProposalSummary } from "@/components/proposals/proposal-types"
import type { SeedPlanSummary } from "@/components/seed/waiting/waiting-seed-types"
import { count } from "@/components/data/count"
import { headlineIn } from "./bulk-report"
import type { ItemOutcome } from "./action"
import { lanesOf, type InboxItem } from "../item"
import { capitalize } from "@/lib/memory/text/sentence"

/** "approve" also acknowledges alerts; "reject" also marks conflicts as not a conflict. */
export type BulkVerdict = "approve" | "reject" | "snooze"

/** The effect of a decision on all selected items. */
export interface BulkPlan {
  readonly proposals: readonly ProposalSummary[]
  readonly conflicts: readonly ConflictSummary[]
  readonly alerts: readonly AlertSummary[]
  readonly syntheses: readonly SynthesisSummary[]
  readonly seedPlans: readonly SeedPlanSummary[]
  readonly leftOut: readonly ItemOutcome[]
  /** "Approve 37 in 5 files. Left out: 2 flagged" */
  readonly words: string
}

/**
 * Plans a bulk decision. Some items need to be decided one by one and are left out: flagged proposals,
 * proposals that do not apply, and conflicts without a suggestion. Only proposals take a reason, so a
 * rejection leaves out conflicts and alerts. Syntheses and seed plans can only be snoozed in bulk.
 */
export function planBulk(chosen: readonly InboxItem[], verdict: BulkVerdict): BulkPlan {
  const isMixed = kindsOf(chosen).size > 1
  const why = (one: InboxItem): LeftOut | null => {
    switch (one.kind) {
      case "alert":
        return whyNoAlert(one.alert, verdict)
      case "synthesis":
        return whyNoSynthesis(verdict)
      case "seed":
        return whyNoSeedPlan(verdict)
      case "conflict":
        return whyNoConflict(one.conflict, verdict, isMixed)
      case "proposal":
        return verdict === "approve" ? whyNotAmongOthers(one.proposal) : null
    }
  }
  const taken = chosen.filter((one) => why(one) === null)
  const left = chosen.filter((one) => why(one) !== null)
  const proposals = taken.flatMap((one) => (one.kind === "proposal" ? [one.proposal] : []))
  const conflicts = taken.flatMap((one) => (one.kind === "conflict" ? [one.conflict] : []))
  const alerts = taken.flatMap((one) => (one.kind === "alert" ? [one.alert] : []))
  const syntheses = taken.flatMap((one) => (one.kind === "synthesis" ? [one.synthesis] : []))
  const seedPlans = taken.flatMap((one) => (one.kind === "seed" ? [one.plan] : []))
  const reasons = new Map<string, number>()
  for (const one of left) reasons.set(why(one)?.short ?? "", (reasons.get(why(one)?.short ?? "") ?? 0) + 1)
  const told = [...reasons].map(([short, number]) => `${number.toLocaleString("en")} ${short}`)
  return {
    proposals,
    conflicts,
    alerts,
    syntheses,
    seedPlans,
    leftOut: left.map((one) => ({
      id: one.id,
      headline: headlineIn(one),
      ok: false,
      words: why(one)?.words ?? "",
    })),
    words: `${consequence(taken, verdict, kindsOf(chosen))}${told.length > 0 ? `. Left out: ${told.join(", ")}` : ""}`,
  }
}

const kindsOf = (chosen: readonly InboxItem[]) => new Set(chosen.map((one) => one.kind))

/** Returns what the decision does, for selected items of these kinds: "Approve 37: 5 files". */
function consequence(
  taken: readonly InboxItem[],
  verdict: BulkVerdict,
  kinds: ReadonlySet<InboxItem["kind"]>,
): string {
  const number = taken.length.toLocaleString("en")
  const files = filesOf(taken)
  const only = kinds.size === 1 ? [...kinds][0] : undefined
  if (verdict === "snooze") return `Snooze ${number}: ${snoozeEffect(taken, kinds)}`
  if (only === "synthesis") return "Coach output is reviewed claim by claim"
  if (only === "seed") return "Seed plans are decided one by one"
  if (verdict === "approve") return approveConsequence(taken, kinds)
  return only === "conflict"
    ? `Mark ${number} as not a conflict: files stay unchanged, and the conflicts are not raised again`
    : `Reject ${number}: ${files}`
}

/** Returns the number of files that the items belong to: "5 files". */
const filesOf = (items: readonly InboxItem[]): string =>
  count(new Set(items.flatMap((one) => (one.kind === "synthesis" ? [] : lanesOf(one)))).size, "file")

const countOf = (items: readonly InboxItem[], kind: InboxItem["kind"]): number =>
  items.filter((one) => one.kind === kind).length

function snoozeEffect(taken: readonly InboxItem[], kinds: ReadonlySet<InboxItem["kind"]>): string {
  const isOneKind = kinds.size === 1
  if (isOneKind && (kinds.has("synthesis") || kinds.has("seed"))) return "hidden from your inbox until then"
  if (isOneKind && kinds.has("alert")) return "for everyone"
  return [
    filesOf(taken),
    ...(kinds.has("synthesis") ? [count(countOf(taken, "synthesis"), "synthesis", "syntheses")] : []),
    ...(kinds.has("alert") ? [`${count(countOf(taken, "alert"), "alert")} for everyone`] : []),
  ].join(", ")
}

function approveConsequence(taken: readonly InboxItem[], kinds: ReadonlySet<InboxItem["kind"]>): string {
  const files = filesOf(taken)
  const number = taken.length.toLocaleString("en")
  if (kinds.size > 1) return `${capitalize(inASentence(approvalParts(taken, kinds)))}: ${files}`
  if (kinds.has("alert"))
    return `Acknowledge ${number}: alerts stay until their cause is fixed, with no more notifications`
  if (kinds.has("conflict")) return `Keep the suggested side of ${count(taken.length, "conflict")}: ${files}`
  return `Approve ${number}: ${files}`
}

const approvalParts = (taken: readonly InboxItem[], kinds: ReadonlySet<InboxItem["kind"]>): string[] => [
  ...(kinds.has("proposal") ? [`approve ${count(countOf(taken, "proposal"), "proposal")}`] : []),
  ...(kinds.has("conflict")
    ? [`keep the suggested side of ${count(countOf(taken, "conflict"), "conflict")}`]
    : []),
  ...(kinds.has("alert") ? [`acknowledge ${count(countOf(taken, "alert"), "alert")}`] : []),
]

/** Joins parts: "a and b", "a, b and c". */
const inASentence = (parts: readonly string[]): string =>
  parts.length > 2 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join(" and ")

interface LeftOut {
  readonly short: string
  readonly words: string
}

function whyNotAmongOthers(one: ProposalSummary): LeftOut | null {
  if (one.flagged) return { short: "flagged", words: "Left out: flagged proposals are decided one by one" }
  if (one.standing === "needs-rebase") return { short: "to rebase", words: "Left out: needs a rebase" }
  if (one.standing !== null && one.standing !== "applies" && one.standing !== "already")
    return { short: "without a target", words: "Left out: the entry or file was removed" }
  if (one.approvals.mine)
    return {
      short: "already approved by you",
      words: "Left out: you already approved this proposal. Another curator must approve too",
    }
  return null
}

function whyNoAlert({ state }: AlertSummary, verdict: BulkVerdict): LeftOut | null {
  if (verdict === "reject")
    return {
      short: "to ignore by rule",
      words: "Left out: alerts cannot be rejected. Open the alert and press R to ignore it by rule",
    }
  if (verdict === "approve" && state === "acknowledged")
    return { short: "already acknowledged", words: "Left out: already acknowledged" }
  if (state === "resolved" || state === "ignored")
    return { short: "already settled", words: "Left out: already resolved or ignored" }
  return null
}

function whyNoSynthesis(verdict: BulkVerdict): LeftOut | null {
  if (verdict === "snooze") return null
  return {
    short: "to review claim by claim",
    words:
      "Left out: coach output is reviewed claim by claim. Open it and press Enter to review, or R to reject all claims",
  }
}

function whyNoSeedPlan(verdict: BulkVerdict): LeftOut | null {
  if (verdict === "snooze") return null
  return {
    short: "to decide separately",
    words: "Left out: seed plans are decided one by one. Open the plan and press A to apply, or R to drop it",
  }
}

function whyNoConflict(one: ConflictSummary, verdict: BulkVerdict, isMixed: boolean): LeftOut | null {
  if (verdict === "snooze") return null
  if (verdict === "reject" && isMixed)
    return {
      short: "to decide separately",
      words: "Left out: conflicts cannot be rejected. Select only conflicts to mark them as not a conflict",
    }
  if (one.kind === "file")
    return {
      short: "to decide separately",
      words: "Left out: file conflicts are decided one by one",
    }
  if (verdict === "approve" && one.suggested === null)
    return {
      short: "without a suggestion",
      words: "Left out: conflicts without a suggested side are decided one by one",
    }
  return null
}
