import { type Visibility, visibilityOf, wholeTeamUnchecked, inProject } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import {
  type ComparedStatement,
  statementsOfAgent,
  waitingForAgent,
  entryAges,
} from "@/lib/db/agents/agent-contents"
import { fleetRows } from "@/lib/db/agents/fleet"
import { lastReceipts } from "@/lib/db/deliveries/last-receipts"
import { readPolicies } from "@/lib/db/policies"
import { type VisibleTeam } from "@/lib/db/teams/teams"
import { openAlertsOfAgents } from "@/lib/db/alerts/alerts"
import { pairStatements } from "@/lib/memory/agents/agent-comparison"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { type FleetAgent, fleetAgent, toAgents } from "./fleet"
import { operation } from "../operation"
import { projectOf, type VisibleProject, teamOf } from "../teams/team-and-project"
import { stalenessByPlace } from "../policies/places"

/** Maximum number of entries compared per agent, newest first. */
const MOST = 500

const statement = z.object({
  entry: z.string(),
  text: z.string(),
  title: z.string().nullable().describe("The label above the entry"),
  section: z.string().nullable(),
  type: z.string().nullable(),
  confidence: z.number().nullable(),
  date: z.string().nullable(),
  file: z.string(),
  path: z.string(),
  line: z.number(),
})
/**
 * An entry that the other agent lacks. `waiting`: a proposal that would add the entry to the other agent, or
 * null.
 */
const alone = statement.extend({ waiting: z.object({ id: z.string(), path: z.string() }).nullable() })

const side = z.object({
  agent: fleetAgent,
  /** Number of entries by age. */
  ages: z.array(z.object({ label: z.string(), entries: z.number() })),
  /** True if the agent has no memory of its own and uses the memory of its category in its project. */
  shared: z.boolean(),
  /** Number of all entries. `compared`: number of the newest entries that were compared. */
  entries: z.number(),
  compared: z.number(),
  /** Entries that the other agent does not have, by file and line. */
  only: z.array(alone),
})

const name = z
  .string()
  .max(400)
  .regex(/^[^/]+\/.+$/, "must be in the form project/agent")

export const compareAgents = operation({
  name: "agent.compare",
  summary:
    "Compare two agents: entries that both have (identical or similar), entries that only one has, and each agent's size, age, sessions and deliveries.",
  method: "GET",
  path: "/fleet/compare",
  right: "read",
  example: { team: "platform", a: "ledger/unit-tester", b: "ledger/contract-tester" },
  input: z.object({ team: z.string(), a: name.describe("project/agent"), b: name.describe("project/agent") }),
  output: z.object({
    a: side,
    b: side,
    both: z.array(
      z.object({
        kind: z.enum(["same", "nearly"]),
        score: z.number(),
        why: z.string(),
        a: statement,
        b: statement,
      }),
    ),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const [left, right] = await Promise.all([
      placeOf(actor, team.value, input.a),
      placeOf(actor, team.value, input.b),
    ])
    if (!left.ok) return left
    if (!right.ok) return right
    const inOne = left.value.project.id === right.value.project.id ? left.value.project.id : null
    const agents = await agentsOf(visibilityOf(actor, team.value.id, inOne))
    const [a, b] = [left.value, right.value].map((place) =>
      agents.find((one) => one.name === place.name && one.project.slug === place.project.slug),
    )
    if (!a) return refused("not-found", `agent not found in this team: ${input.a}`)
    if (!b) return refused("not-found", `agent not found in this team: ${input.b}`)
    const [ofA, ofB] = await Promise.all([
      heldBy(visibilityOf(actor, team.value.id), a),
      heldBy(visibilityOf(actor, team.value.id), b),
    ])
    const oneMemory = a.id === b.id || (ofA.shared && ofB.shared && sameFiles(ofA.files, ofB.files))
    const pairs = oneMemory
      ? pairWithItself(ofA.statements)
      : pairStatements(
          ofA.statements.map(({ text }) => text),
          ofB.statements.map(({ text }) => text),
        )
    const [inA, inB] = [new Set(pairs.map((pair) => pair.left)), new Set(pairs.map((pair) => pair.right))]
    const [onlyA, onlyB] = [
      ofA.statements.filter((_, at) => !inA.has(at)),
      ofB.statements.filter((_, at) => !inB.has(at)),
    ]
    const [toA, toB] = await Promise.all([
      waitingFor(visibilityOf(actor, team.value.id), left.value, onlyB),
      waitingFor(visibilityOf(actor, team.value.id), right.value, onlyA),
    ])
    return done({
      a: sideOf(a, ofA, toB),
      b: sideOf(b, ofB, toA),
      both: pairs.map(({ left: at, right: other, ...pair }) => ({
        ...pair,
        a: ofA.statements[at] as ComparedStatement,
        b: ofB.statements[other] as ComparedStatement,
      })),
    })
  },
})

const pairWithItself = (statements: readonly ComparedStatement[]) =>
  statements.map((_, at) => ({
    left: at,
    right: at,
    kind: "same" as const,
    score: 1,
    why: "same entry",
  }))

const sideOf = (
  agent: FleetAgent,
  { ages, shared, total, statements }: Awaited<ReturnType<typeof heldBy>>,
  only: z.input<typeof alone>[],
): z.input<typeof side> => ({
  agent,
  ages: [...ages],
  shared,
  entries: total,
  compared: statements.length,
  only,
})

interface AgentInProject {
  readonly project: VisibleProject
  readonly name: string
}

async function placeOf(actor: Actor, team: VisibleTeam, reference: string): Promise<Outcome<AgentInProject>> {
  const slash = reference.indexOf("/")
  const project = await projectOf(actor, team.id, reference.slice(0, slash))
  if (!project.ok) return project
  return project.value === null
    ? refused("not-found", `project not found in this team: ${reference.slice(0, slash)}`)
    : done({ project: project.value, name: reference.slice(slash + 1) })
}

async function agentsOf(visible: Visibility): Promise<FleetAgent[]> {
  const { teamId, projectId } = visible
  const now = new Date()
  const [rows, receipts, alerts] = await Promise.all([
    readPolicies(wholeTeamUnchecked(teamId)).then((policies) =>
      fleetRows(inProject(wholeTeamUnchecked(teamId), projectId), {
        staleness: stalenessByPlace(policies, now),
        now,
      }),
    ),
    lastReceipts(visible),
    openAlertsOfAgents(visible),
  ])
  return toAgents({ rows, receipts, alerts })
}

async function heldBy(visible: Visibility, agent: FleetAgent) {
  const held = await statementsOfAgent(visible, agent.id, MOST)
  return { ...held, ages: await entryAges(visible, held.files, new Date()) }
}

/** Returns each entry with the waiting proposal that would add it to the agent, or null. */
async function waitingFor(
  visible: Visibility,
  { project, name: agent }: AgentInProject,
  statements: readonly ComparedStatement[],
) {
  const waiting = await waitingForAgent(
    visible,
    { projectId: project.id, agent },
    statements.map(({ text }) => text),
  )
  return statements.map((one) => ({ ...one, waiting: waiting.get(one.text) ?? null }))
}

const sameFiles = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join()
