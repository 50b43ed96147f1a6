import type { OutputOf } from "@/lib/http/contract"
import { ownValue } from "@/lib/memory/text/own-value"
import type { PlanBody, PlanView } from "@/lib/operations/seed/seed-outputs"
import { count } from "../infra/table"
import { visible } from "../infra/terminal-text"

/** The result of applying a plan. */
export type AppliedSeed = OutputOf<"seed.apply">

type Placement = PlanBody["placements"][number]
const isPlan = (plan: PlanBody | PlanView): plan is PlanView => "id" in plan

/** Returns the JSON output. Placed entries that were not written count as left out. */
export function seedJson(plan: PlanBody | PlanView, applied: AppliedSeed | null) {
  const left = new Map(applied?.left.map((one) => [one.entry, one.why]))
  const placed = plan.placements.filter(({ place, entry }) => place !== "left-out" && !left.has(entry))
  const out = plan.placements.filter((one) => !placed.includes(one))
  return {
    lines: plan.lines,
    placed: placed.map((one) => ({
      text: one.text,
      section: headingOf(plan, one),
      reason: one.reason,
      confidence: one.confidence,
      from: one.from,
    })),
    leftOut: out.map((one) => ({
      text: one.text,
      why: left.get(one.entry) ?? `${one.why ?? "person"}: ${one.reason}`,
      from: one.from,
    })),
    agent: plan.agent,
    category: plan.category,
    path: plan.path,
    plan: isPlan(plan) ? plan.id : null,
    state: applied?.state ?? stateOf(plan),
    revision: applied?.revision ?? null,
    proposals: applied?.proposals ?? [],
  }
}

function stateOf(plan: PlanBody | PlanView) {
  if (isPlan(plan)) return plan.state
  return plan.nothingLeft === null ? "preview" : "nothing-left"
}

const headingOf = (plan: PlanBody, { place }: Placement): string =>
  plan.sections.find((one) => one.place === place)?.heading ?? place

/** Returns the state of a plan as part of a sentence: "was written as revision 3:". */
function statusOf(plan: PlanBody | PlanView, applied: AppliedSeed | null): string {
  const { state } = seedJson(plan, applied)
  const known: Readonly<Record<string, string>> = {
    preview: "would be seeded:",
    waiting: `is pending as plan ${isPlan(plan) ? plan.id : ""}:`,
    applied: `was written as revision ${applied?.revision ?? ""}:`,
    proposed: `was proposed in ${count(applied?.proposals.length ?? 0, "proposal")}:`,
  }
  return ownValue(known, state) ?? `is ${state}:`
}

/**
 * Returns a plan as text: its state, the entries of each section, then the entries that are left out, with
 * reasons.
 */
export function describeSeed(plan: PlanBody | PlanView, applied: AppliedSeed | null): string {
  if (isPlan(plan) && plan.state === "fresh")
    return `${visible(plan.agent ?? "")} starts with an empty memory`
  const { placed, leftOut, state } = seedJson(plan, applied)
  if (plan.nothingLeft !== null) return [visible(plan.nothingLeft), ...leftOutWords(leftOut)].join("\n")
  const head = `${visible(plan.path)} ${statusOf(plan, applied)} ${plan.lines} of ${count(plan.budget, "line")}, ${count(placed.length, "entry")}, ${leftOut.length} left out`
  const sections = [...new Set(placed.map(({ section }) => section))].map((section) =>
    [
      `\n${visible(section)}`,
      ...placed
        .filter((one) => one.section === section)
        .map(
          (one) =>
            `  ${visible(firstLine(one.text))}  (${one.from}; ${visible(one.reason)}; ${Math.round(one.confidence * 100)}%)`,
        ),
    ].join("\n"),
  )
  const byHand =
    placed.length === 0 && state === "waiting"
      ? ["No entry was placed automatically. Place the entries on the plan's board, or discard the plan"]
      : []
  return [head, ...byHand, ...sections, ...leftOutWords(leftOut)].join("\n")
}

const leftOutWords = (leftOut: ReturnType<typeof seedJson>["leftOut"]): string[] =>
  leftOut.length === 0
    ? []
    : [
        [
          "\nLeft out",
          ...leftOut.map((one) => `  ${visible(firstLine(one.text))}  (${one.from}; ${visible(one.why)})`),
        ].join("\n"),
      ]

const firstLine = (text: string): string =>
  text.includes("\n") ? `${text.slice(0, text.indexOf("\n"))} …` : text
