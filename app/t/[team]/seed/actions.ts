"use server"

import { forwardForm } from "@/app/forward-form"
import { refresh } from "next/cache"
import { redirect } from "next/navigation"
import { seedPath, seedPlanPath } from "@/components/data/addresses"
import { sourceOf } from "@/components/seed/start/seed-source"
import { likelyPredecessors } from "@/components/seed/seed-text"
import { count } from "@/components/data/count"
import { type FormState, textOf } from "@/components/data/form-state"
import { requireActor } from "@/lib/auth/actor"
import { ask } from "@/lib/operations/operation"
import { listColdAgents } from "@/lib/operations/seed/cold"
import { beginFresh } from "@/lib/operations/seed/start-empty"
import { planSeeding } from "@/lib/operations/seed/plan"
import { undoSeed } from "@/lib/operations/seed/undo"
import { asSentence } from "@/lib/memory/text/sentence"

/**
 * Creates plans for the named agents from their default predecessors. A single plan is opened at once.
 * Failures do not stop other agents.
 */
export async function seedCold(
  { team, project }: { team: string; project: string | null },
  _: FormState,
  form: FormData,
): Promise<FormState> {
  const actor = await requireActor()
  const one = textOf(form, "one")
  const wanted = new Set(one === "" ? form.getAll("agent") : [one])
  const listed = await ask(listColdAgents, actor, { team, ...(project === null ? {} : { project }) })
  if (!listed.ok) return { error: listed.message }
  const agents = listed.value.agents.filter((agent) => wanted.has(`${agent.project.slug}/${agent.name}`))
  if (agents.length === 0)
    return { error: "These agents are no longer cold. They were seeded in the meantime." }
  const problems: string[] = []
  const plans: string[] = []
  for (const agent of agents) {
    const from = likelyPredecessors(agent.predecessors).map((source) => ({
      agent: source.agent,
      project: source.project,
    }))
    if (from.length === 0) {
      problems.push(`${agent.name}: no suggested predecessor, choose one`)
      continue
    }
    const made = await ask(planSeeding, actor, {
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
          done: `${count(plans.length, "plan")} created, waiting for review`,
        }
      : {}),
    ...(problems.length > 0 ? { error: problems.join("; ") } : {}),
  }
}

/** Records that an agent starts with empty memory. `back`: redirects to the list, which can undo it. */
export async function freshStart(
  { team, back = false }: { team: string; back?: boolean },
  _: FormState,
  form: FormData,
): Promise<FormState> {
  const [, project = "", agent = ""] = /^([^/]*)\/(.*)$/s.exec(textOf(form, "one")) ?? []
  const recorded = await ask(beginFresh, await requireActor(), { team, project, agent })
  if (recorded.ok && back) redirect(seedPath(team))
  refresh()
  return recorded.ok
    ? { done: `${agent} starts fresh. You can undo this below.` }
    : { error: recorded.message }
}

export const takeBack = forwardForm(undoSeed)

/** Creates a plan from the form and opens it. */
export async function makePlan({ team }: { team: string }, _: FormState, form: FormData): Promise<FormState> {
  const category = textOf(form, "category")
  const made = await ask(planSeeding, await requireActor(), {
    team,
    project: textOf(form, "project"),
    agents: [textOf(form, "agent").trim()],
    ...(category === "" ? {} : { category }),
    from: form.getAll("from").flatMap((name) => (typeof name === "string" ? (sourceOf(name) ?? []) : [])),
    into: textOf(form, "into") === "category" ? "category" : "agent",
    budget: Number(textOf(form, "budget")),
  })
  if (!made.ok) return { error: made.message }
  const {
    plans: [plan],
    settled: [settled],
  } = made.value
  if (plan === undefined) return { error: asSentence(settled?.nothingLeft ?? "no plan was created") }
  redirect(seedPlanPath(team, plan.id))
}
