import type { AlertSummary } from "@/components/alerts/alert-types"
import type { SynthesisSummary } from "@/components/coach/waiting/waiting-synthesis-types"
import type { ConflictSummary } from "@/components/conflicts/conflict-types"
import type { ProposalSummary } from "@/components/proposals/proposal-types"
import type { SeedPlanSummary } from "@/components/seed/waiting/waiting-seed-types"
import { count } from "@/components/data/count"
import { headlineIn } from "./bulk-report"
import type { Told } from "./action"
import { groupsOf, type Item } from "../item"

/** "approve" acknowledges alerts; "reject" says of conflicts that they are none. */
export type BulkVerdict = "approve" | "reject" | "snooze"

/** What a decision on all that is selected would do. */
export interface BulkPlan {
  readonly proposals: readonly ProposalSummary[]
  readonly conflicts: readonly ConflictSummary[]
  readonly alerts: readonly AlertSummary[]
  readonly syntheses: readonly SynthesisSummary[]
  readonly seedPlans: readonly SeedPlanSummary[]
  readonly leftOut: readonly Told[]
  /** "Approve 37: 5 files. 2 flagged are left out" */
  readonly words: string
}

/**
 * Flagged proposals and those that do not apply are never approved among others, nor is a side kept where nothing speaks for it: each
 * of them has to be looked at. A reason is given to proposals alone, so conflicts and alerts among them are left out of a rejection. A
 * synthesis is only ever put off among others: it is gone through claim by claim. So is a seed plan: whoever applies it has looked at it.
 */
export function planBulk(chosen: readonly Item[], verdict: BulkVerdict): BulkPlan {
  const isMixed = kindsOf(chosen).size > 1
  const why = (one: Item): LeftOut | null => {
    if (one.kind === "alert") return whyNoAlert(one.alert, verdict)
    if (one.kind === "synthesis") return whyNoSynthesis(verdict)
    if (one.kind === "seed") return whyNoSeedPlan(verdict)
    return one.kind === "proposal"
      ? verdict === "approve"
        ? whyNotAmongOthers(one.proposal)
        : null
      : whyNoConflict(one.conflict, verdict, isMixed)
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
    words: `${consequence(taken, verdict, isMixed, kindsOf(chosen))}${told.length > 0 ? `. ${told.join(", ")} ${left.length === 1 ? "is" : "are"} left out` : ""}`,
  }
}

const kindsOf = (chosen: readonly Item[]) => new Set(chosen.map((one) => one.kind))

function consequence(
  taken: readonly Item[],
  verdict: BulkVerdict,
  isMixed: boolean,
  kinds: ReadonlySet<Item["kind"]>,
): string {
  const files = count(
    new Set(taken.flatMap((one) => (one.kind === "synthesis" ? [] : groupsOf(one)))).size,
    "file",
  )
  const number = taken.length.toLocaleString("en")
  const of = (kind: Item["kind"]) => taken.filter((one) => one.kind === kind).length
  const areAlerts = kinds.has("alert") && !isMixed
  if (kinds.has("synthesis") && !isMixed)
    return verdict === "snooze"
      ? `Snooze ${number}: you do not see them until then`
      : "What the coach wrote is gone through claim by claim"
  if (kinds.has("seed") && !isMixed)
    return verdict === "snooze"
      ? `Snooze ${number}: you do not see them until then`
      : "A seed plan is decided by itself"
  if (verdict === "snooze")
    return `Snooze ${number}: ${areAlerts ? "for everybody" : `${files}${kinds.has("synthesis") ? `, ${count(of("synthesis"), "synthesis", "syntheses")}` : ""}${kinds.has("alert") ? `, the ${count(of("alert"), "alert")} for everybody` : ""}`}`
  if (verdict === "approve" && isMixed) {
    const parts = [
      ...(kinds.has("proposal") ? [`approve ${count(of("proposal"), "proposal")}`] : []),
      ...(kinds.has("conflict") ? [`keep what is suggested of ${count(of("conflict"), "conflict")}`] : []),
      ...(kinds.has("alert") ? [`acknowledge ${count(of("alert"), "alert")}`] : []),
    ]
    return `${capital(parts.length > 2 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join(" and "))}: ${files}`
  }
  if (verdict === "approve" && areAlerts)
    return `Acknowledge ${number}: they stay until their cause is gone, nobody is told again`
  if (verdict === "approve")
    return kinds.has("conflict")
      ? `Keep what is suggested of ${count(taken.length, "conflict")}: ${files}`
      : `Approve ${number}: ${files}`
  return kinds.has("conflict") && !isMixed
    ? `Not a conflict, ${number} of them: nothing is written, and they never come back`
    : `Reject ${number}: ${files}`
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

interface LeftOut {
  readonly short: string
  readonly words: string
}

function whyNotAmongOthers(one: ProposalSummary): LeftOut | null {
  if (one.flagged) return { short: "flagged", words: "Left out: it is flagged, so it is decided by itself" }
  if (one.standing === "needs-rebase") return { short: "to be rebased", words: "Left out: it needs a rebase" }
  if (one.standing !== null && one.standing !== "applies" && one.standing !== "already")
    return { short: "without a place to go", words: "Left out: its entry or its file is gone" }
  if (one.approvals.mine)
    return {
      short: "approved by you already",
      words: "Left out: you have approved it, a second curator has to",
    }
  return null
}

function whyNoAlert({ state }: AlertSummary, verdict: BulkVerdict): LeftOut | null {
  if (verdict === "reject")
    return {
      short: "to be ignored by a rule",
      words: "Left out: an alert is not rejected. Look at it and press R to ignore it by a rule",
    }
  if (verdict === "approve" && state === "acknowledged")
    return { short: "acknowledged already", words: "Left out: it is acknowledged already" }
  if (state === "resolved" || state === "ignored")
    return { short: "settled already", words: "Left out: nothing is to be decided on it any more" }
  return null
}

function whyNoSynthesis(verdict: BulkVerdict): LeftOut | null {
  if (verdict === "snooze") return null
  return {
    short: "to be gone through claim by claim",
    words:
      "Left out: what the coach wrote is gone through claim by claim. Look at it and press Enter, or R to reject the whole of it",
  }
}

function whyNoSeedPlan(verdict: BulkVerdict): LeftOut | null {
  if (verdict === "snooze") return null
  return {
    short: "to be decided as seed plans",
    words: "Left out: a seed plan is decided by itself. Look at it and press A to apply it, or R to drop it",
  }
}

function whyNoConflict(one: ConflictSummary, verdict: BulkVerdict, isMixed: boolean): LeftOut | null {
  if (verdict === "snooze") return null
  if (verdict === "reject" && isMixed)
    return {
      short: "to be decided as conflicts",
      words: "Left out: a conflict is not rejected. Select conflicts alone to say that they are none",
    }
  if (one.kind === "file")
    return {
      short: "changed in two places",
      words: "Left out: the texts of a file are decided by themselves",
    }
  if (verdict === "approve" && one.suggested === null)
    return {
      short: "without a suggestion",
      words: "Left out: nothing speaks for either side, so it is decided by itself",
    }
  return null
}
