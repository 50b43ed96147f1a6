import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { readersOfFiles } from "@/lib/db/conflicts/sides"
import type { Actor } from "@/lib/memory/teams/actor"
import { done } from "@/lib/memory/inputs/outcome"
import { chooseNextSteps } from "@/lib/memory/health/health-parts"
import { readSetupFacts } from "@/lib/db/teams/teams"
import { listAlerts } from "../alerts/alerts"
import { alertView } from "../alerts/alert-outputs"
import { listConflicts } from "../conflicts/conflicts"
import { conflictSummary } from "../conflicts/conflict-outputs"
import { operation } from "../operation"
import { showProposalFlow } from "../proposals/flow"
import { listAgentsWithoutMemory } from "../seed/agents-without-memory"
import { coldAgent } from "../seed/seed-outputs"
import { inTeam } from "../teams/team-and-project"

const MOST = 3
/** Alerts to consider. The worst of each kind come first. */
const ALERTS = 60
const CONFLICTS = 200

/** Weight of each kind of step, by how much the agent needs it. */
const WEIGHT = {
  contradiction: 3,
  "file conflict": 3,
  error: 3,
  cold: 2,
  warning: 1,
  duplicate: 0.5,
  /** For each waiting proposal. */
  proposal: 0.5,
} as const

/** Alerts that another step covers. */
const ELSEWHERE = new Set(["cold-agent", "duplicate"])

const effect = z.number().describe("The number of affected agents, multiplied by severity")
const agents = z.number().describe("Number of affected agents")

const step = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("conflict"), effect, agents, conflict: conflictSummary }),
  z.object({ kind: z.literal("alert"), effect, agents, alert: alertView }),
  z.object({ kind: z.literal("seed"), effect, agents, agent: coldAgent }),
  z.object({
    kind: z.literal("proposals"),
    effect,
    waiting: z.number(),
    oldestDays: z.number().describe("Age of the oldest pending item in days"),
  }),
])
type NextStep = z.output<typeof step>

export const listNextSteps = operation({
  name: "home.next",
  summary: "List the three next steps with the greatest effect on what agents load.",
  method: "GET",
  path: "/home/next",
  right: "read",
  example: { team: "platform" },
  input: z.object({ team: z.string(), project: z.string().optional() }),
  output: z.object({ steps: z.array(step) }),
  run: (actor, { team: slug, project }) =>
    inTeam(actor, "read", slug, async (team) => {
      const place = { team: slug, ...(project === undefined ? {} : { project }) }
      const steps = await Promise.all([
        conflictSteps(actor, place),
        alertSteps(actor, place, team.id),
        seedSteps(actor, place),
        proposalSteps(actor, place),
      ])
      const ranked = steps.flat().map((one) => ({
        effect: one.effect,
        kind: one.kind === "alert" ? `alert ${one.alert.kind}` : one.kind,
        step: one,
      }))
      return done({ steps: chooseNextSteps(ranked, MOST).map((one) => one.step) })
    }),
})

interface Place {
  team: string
  project?: string
}

async function conflictSteps(actor: Actor, place: Place): Promise<NextStep[]> {
  const found = await listConflicts.run(actor, { ...place, state: "open", limit: CONFLICTS })
  if (!found.ok) return []
  const lowered = new Set(found.value.dismissals.map(({ finding }) => finding))
  return found.value.conflicts
    .filter(({ finding }) => finding === "file" || !lowered.has(finding))
    .map((conflict) => {
      const concerned = Math.max(1, conflict.agents.length)
      const weight = WEIGHT[conflict.finding === "file" ? "file conflict" : conflict.finding]
      return { kind: "conflict", effect: concerned * weight, agents: concerned, conflict }
    })
}

async function alertSteps(actor: Actor, place: Place, teamId: string): Promise<NextStep[]> {
  const found = await listAlerts.run(actor, {
    ...place,
    state: "open",
    severity: ["error", "warning"],
    limit: ALERTS,
  })
  if (!found.ok) return []
  const alerts = found.value.alerts.filter(({ kind }) => !ELSEWHERE.has(kind))
  const files = alerts.flatMap(({ file }) => file ?? [])
  const readers = await readersOfFiles(visibilityOf(actor, teamId), files)
  return alerts.map((alert) => {
    const concerned = Math.max(1, alert.file === null ? 1 : (readers.get(alert.file)?.length ?? 0))
    return {
      kind: "alert",
      effect: concerned * WEIGHT[alert.severity === "error" ? "error" : "warning"],
      agents: concerned,
      alert,
    }
  })
}

/** Returns seeding steps for agents with a predecessor, the largest predecessor first. */
async function seedSteps(actor: Actor, place: Place): Promise<NextStep[]> {
  const found = await listAgentsWithoutMemory.run(actor, place)
  if (!found.ok) return []
  return found.value.agents
    .filter(({ plan, predecessors }) => plan === null && predecessors.length > 0)
    .toSorted((a, b) => (b.predecessors[0]?.entries ?? 0) - (a.predecessors[0]?.entries ?? 0))
    .slice(0, MOST)
    .map((agent) => ({ kind: "seed", effect: WEIGHT.cold, agents: 1, agent }))
}

async function proposalSteps(actor: Actor, place: Place): Promise<NextStep[]> {
  const flow = await showProposalFlow.run(actor, { ...place, weeks: 1 })
  if (!flow.ok || flow.value.waiting === 0) return []
  const { waiting, oldestDays } = flow.value
  return [{ kind: "proposals", effect: waiting * WEIGHT.proposal, waiting, oldestDays: oldestDays ?? 0 }]
}

export const showSetup = operation({
  name: "home.setup",
  summary: "Show which of the five setup steps for a team are done.",
  method: "GET",
  path: "/home/setup",
  right: "read",
  example: { team: "platform" },
  input: z.object({ team: z.string() }),
  output: z.object({
    source: z.boolean().describe("A source is connected"),
    files: z.boolean().describe("Memory files were imported"),
    decided: z.boolean().describe("A proposal or conflict was decided"),
    invited: z.boolean().describe("The team has a second member or an invitation"),
    delivered: z.boolean().describe("A harness reported that it loaded memory"),
  }),
  run: (actor, { team: slug }) =>
    inTeam(actor, "read", slug, async (team) => done(await readSetupFacts(visibilityOf(actor, team.id)))),
})
