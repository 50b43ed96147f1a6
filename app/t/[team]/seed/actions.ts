"use server"

import { forwardForm } from "@/app/forward-form"
import { refresh } from "next/cache"
import { redirect } from "next/navigation"
import { seedPath, seedPlanPath } from "@/components/data/addresses"
import { sourceOf, likelyPredecessors } from "@/components/seed/seed-plans"
import { formatCount, asSentence } from "@/lib/memory/text/sentence"
import { type FormState, formText } from "@/components/data/form-state"
import { requireActor } from "@/lib/auth/actor"
import { runOperation } from "@/lib/operations/operation"
import { listAgentsWithoutMemory } from "@/lib/operations/seed/agents-without-memory"
import { startEmpty } from "@/lib/operations/seed/start-empty"
import { planSeeding } from "@/lib/operations/seed/plan-seeding"
import { undoSeed } from "@/lib/operations/seed/apply-and-undo"

/**
 * Creates plans for the named agents from their default predecessors. A single plan is opened at once.
 * Failures do not stop other agents.
 */
export async function seedAgents(
  { team, project }: { team: string; project: string | null },
  _: FormState,
  form: FormData,
): Promise<FormState> {
  const actor = await requireActor()
  const one = formText(form, "one")
  const wanted = new Set(one === "" ? form.getAll("agent") : [one])
  const listed = await runOperation(listAgentsWithoutMemory, actor, {
    team,
    ...(project === null ? {} : { project }),
  })
  if (!listed.ok) return { error: listed.message }
  const agents = listed.value.agents.filter((agent) => wanted.has(`${agent.project.slug}/${agent.name}`))
  if (agents.length === 0)
    return { error: "These agents now have memory or are set to start fresh. Reload the page." }
  const problems: string[] = []
  const plans: string[] = []
  for (const agent of agents) {
    const from = likelyPredecessors(agent.predecessors).map((source) => ({
      agent: source.agent,
      project: source.project,
    }))
    if (from.length === 0) {
      problems.push(`${agent.name}: choose a predecessor (none suggested)`)
      continue
    }
    const made = await runOperation(planSeeding, actor, {
      team,
      project: agent.project.slug,
      agents: [agent.name],
      from,
    })
    if (made.ok) {
      plans.push(...made.value.plans.map(({ id }) => id))
      problems.push(...made.value.settled.map(({ nothingLeft }) => `${agent.name}: ${nothingLeft}`))
    } else problems.push(`${agent.name}: ${made.message}`)
  }
  const [first] = plans
  if (first !== undefined && agents.length === 1) redirect(seedPlanPath(team, first))
  refresh()
  return {
    ...(plans.length > 0
      ? {
          done: `${formatCount(plans.length, "plan")} created and waiting for review.`,
        }
      : {}),
    ...(problems.length > 0 ? { error: problems.join("; ") } : {}),
  }
}

/**
 * Records that an agent starts with empty memory. `back`: true to redirect to the Seed page on success, where
 * the user can undo this. Returns the message or the error to show.
 */
export async function startEmptyMemory(
  { team, back = false }: { team: string; back?: boolean },
  _: FormState,
  form: FormData,
): Promise<FormState> {
  const [, project = "", agent = ""] = /^([^/]*)\/(.*)$/s.exec(formText(form, "one")) ?? []
  const recorded = await runOperation(startEmpty, await requireActor(), { team, project, agent })
  if (recorded.ok && back) redirect(seedPath(team))
  refresh()
  return recorded.ok
    ? { done: `${agent} is set to start fresh. You can undo this below.` }
    : { error: recorded.message }
}

export const undoSeedPlan = forwardForm(undoSeed)

/** Creates a plan from the form and opens it. */
export async function makePlan({ team }: { team: string }, _: FormState, form: FormData): Promise<FormState> {
  const category = formText(form, "category")
  const made = await runOperation(planSeeding, await requireActor(), {
    team,
    project: formText(form, "project"),
    agents: [formText(form, "agent").trim()],
    ...(category === "" ? {} : { category }),
    from: form.getAll("from").flatMap((name) => (typeof name === "string" ? (sourceOf(name) ?? []) : [])),
    into: formText(form, "into") === "category" ? "category" : "agent",
    budget: Number(formText(form, "budget")),
  })
  if (!made.ok) return { error: made.message }
  const {
    plans: [plan],
    settled: [settled],
  } = made.value
  if (plan === undefined) return { error: asSentence(settled?.nothingLeft ?? "no plan was created") }
  redirect(seedPlanPath(team, plan.id))
}
