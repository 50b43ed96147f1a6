import { type Visibility, visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import {
  lastReceipts,
  type LastReceipt,
  type LoadingAgent,
  loadingAgents,
} from "@/lib/db/deliveries/last-receipts"
import { listProjects } from "@/lib/db/agents/fleet"
import { type VisibleTeam } from "@/lib/db/teams/teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { groupBy } from "@/lib/memory/text/aggregates"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import {
  compareByUrgency,
  RECEIPT_STANDINGS,
  receiptStanding,
  overallReceiptStanding,
} from "@/lib/memory/deliveries/delivery-status"
import { operation } from "../operation"
import { nextOutput, pageInput, pageOf } from "../infra/paging"
import { proposalPlace } from "../proposals/proposal-place"
import { readableTeams } from "../teams/team-and-project"

/**
 * Maximum number of harnesses shown for each agent, the last seen ones. Their names come from outside, and a
 * table cannot hold hundreds.
 */
const MOST_HARNESSES = 12

/** The name under which receipts without a harness name are requested. */
export const UNNAMED = "unnamed"

const standing = z.enum(RECEIPT_STANDINGS)

const load = z.object({
  /** Null if the harness did not state its name. */
  harness: z.string().nullable(),
  standing,
  /** The number of files that have changed since then. */
  behind: z.number(),
  /**
   * Files that changed since the delivery. `revision`: null if the agent received nothing of the file.
   * `head`: null if the file was removed. `since`: time of the first change that the agent has not received.
   */
  files: z.array(
    z.object({
      file: z.string(),
      path: z.string(),
      revision: z.number().nullable(),
      head: z.number().nullable(),
      since: z.string(),
    }),
  ),
  /** The number of files on the harness's disk whose bytes match no known revision. */
  unknown: z.number(),
  last: z
    .object({
      receipt: z.string(),
      at: z.string(),
      session: z.string(),
      tokens: z.number(),
      sha256: z.string(),
    })
    .nullable(),
})
export type Load = z.output<typeof load>

const row = z.object({
  team: z.string(),
  project: z.object({ slug: z.string(), name: z.string() }),
  agent: z.string(),
  category: z.object({ slug: z.string(), name: z.string() }).nullable(),
  /** False if only receipts know the name of the agent and it keeps no memory. */
  known: z.boolean(),
  standing,
  /** Time at which the agent last loaded its memory, in any harness. Null if never. */
  at: z.string().nullable(),
  harnesses: z.array(load),
})
export type DeliveryStatusRow = z.output<typeof row>

export const showDeliveryStatus = operation({
  name: "receipt.standing",
  summary:
    "List the last delivery for each agent and harness, with the files that have changed since. Deliveries that need attention come first.",
  method: "GET",
  path: "/receipts/standing",
  right: "read",
  example: { team: "platform", project: "ledger", state: "old" },
  input: z.object({
    team: z.string().optional(),
    project: z.string().optional(),
    agent: z.string().optional(),
    harness: z
      .string()
      .max(200)
      .optional()
      .describe(`Only deliveries from this harness. ${UNNAMED}: deliveries without a harness name`),
    state: standing.optional(),
    ...pageInput,
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(5_000)
      .optional()
      .describe("Maximum number of agents (default: 1,000)"),
  }),
  output: z.object({
    agents: z.array(row),
    /**
     * All known harnesses, last seen first. Each agent lists the first few of them, and the few harnesses
     * that it used last.
     */
    harnesses: z.array(z.object({ harness: z.string().nullable(), agents: z.number(), at: z.string() })),
    /** Number of agents by state, without the filter by state. */
    totals: z.object({
      agents: z.number(),
      never: z.number(),
      old: z.number(),
      current: z.number(),
      "opted-out": z.number(),
    }),
    next: nextOutput,
  }),
  async run(actor, { team, project, agent, harness, state, ...page }) {
    const places = await placesOf(actor, team, project)
    if (!places.ok) return places
    const { seen, agents: all } = await readDeliveryStatus(
      places.value,
      agent ?? null,
      harness === UNNAMED ? null : harness,
    )
    const { rows, next } = pageOf(
      state === undefined ? all : all.filter((one) => one.standing === state),
      page,
    )
    const of = (wanted: string) => all.filter((one) => one.standing === wanted).length
    return done({
      agents: rows,
      harnesses: seen,
      totals: {
        agents: all.length,
        never: of("never"),
        old: of("old"),
        current: of("current"),
        "opted-out": of("opted-out"),
      },
      next,
    })
  },
})

interface TeamPart {
  readonly team: VisibleTeam
  readonly visible: Visibility
}

async function placesOf(
  actor: Actor,
  team: string | undefined,
  project: string | undefined,
): Promise<Outcome<TeamPart[]>> {
  const teams = await readableTeams(actor, team)
  if (!teams.ok) return teams
  if (project === undefined)
    return done(teams.value.map((one) => ({ team: one, visible: visibilityOf(actor, one.id) })))
  const named = await proposalPlace(actor, { team, project }, "read")
  if (!named.ok) return named
  return done([
    { team: named.value.team, visible: visibilityOf(actor, named.value.team.id, named.value.project.id) },
  ])
}

interface SeenHarness {
  readonly harness: string | null
  readonly agents: number
  readonly at: string
}

/**
 * Returns the harnesses and the delivery state of the agents of these teams. `agent`: null for all.
 * `harness`: null for receipts without a harness name; undefined for all.
 */
export async function readDeliveryStatus(
  places: readonly TeamPart[],
  agent: string | null,
  harness?: string | null,
): Promise<{ seen: SeenHarness[]; agents: DeliveryStatusRow[] }> {
  const read = await Promise.all(places.map((place) => readDeliveries(place, agent)))
  const seen = harnessesOf(read.flatMap((one) => one.receipts))
  const listed = harness === undefined ? seen.slice(0, MOST_HARNESSES).map((one) => one.harness) : [harness]
  const agents = read.flatMap((deliveries) => standingRows(deliveries, { harness, listed }))
  return {
    seen,
    agents: agents
      .map((one) => ({ ...one, name: one.agent }))
      .toSorted(compareByUrgency)
      .map(({ name: _, ...one }) => one),
  }
}

type Deliveries = Awaited<ReturnType<typeof readDeliveries>>

async function readDeliveries({ team, visible }: TeamPart, agent: string | null) {
  const [projects, agents, receipts] = await Promise.all([
    listProjects(wholeTeamUnchecked(team.id)),
    loadingAgents(visible, agent),
    lastReceipts(visible, agent),
  ])
  return {
    team,
    projects: new Map(projects.map(({ id, slug, name }) => [id, { slug, name }])),
    agents,
    receipts,
  }
}

interface HarnessChoice {
  /** Harness to show. Null: receipts without a harness name. Undefined: all harnesses. */
  readonly harness: string | null | undefined
  /** Harnesses to list for every agent. */
  readonly listed: readonly (string | null)[]
}

/** Returns the rows of known agents, and of unknown agents with deliveries. */
function standingRows(
  { team, projects, agents, receipts }: Deliveries,
  { harness, listed }: HarnessChoice,
): DeliveryStatusRow[] {
  const byAgent = groupBy(receipts, keyOf)
  const knownKeys = new Set(agents.map(keyOf))
  const unknown = [...byAgent].flatMap(([key, [first]]): LoadingAgent[] =>
    first === undefined || knownKeys.has(key)
      ? []
      : [{ projectId: first.projectId, agent: first.agent, category: null, optedOut: false }],
  )
  return [...agents, ...unknown].flatMap((one): DeliveryStatusRow[] => {
    const known = knownKeys.has(keyOf(one))
    const project = projects.get(one.projectId)
    const own = byAgent.get(keyOf(one)) ?? []
    const isListed = known || harness === undefined || own.some((each) => each.harness === harness)
    if (!project || !isListed) return []
    // An agent's own harnesses are always listed, so that invented harness names cannot hide a real delivery.
    const latest = harness === undefined ? latestHarnesses(own) : []
    const harnesses = [...new Set([...listed, ...latest])].map((name) =>
      loadOf(
        name,
        one.optedOut,
        own.find((each) => each.harness === name),
      ),
    )
    return [
      {
        team: team.slug,
        project,
        agent: one.agent,
        category: one.category,
        known,
        standing: overallReceiptStanding(one.optedOut, harnesses),
        at: lastLoad(harnesses),
        harnesses,
      },
    ]
  })
}

const latestHarnesses = (receipts: readonly LastReceipt[]): (string | null)[] =>
  receipts
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MOST_HARNESSES)
    .map(({ harness }) => harness)

const lastLoad = (loads: readonly Load[]): string | null =>
  loads
    .flatMap(({ last }) => last?.at ?? [])
    .toSorted()
    .at(-1) ?? null

const keyOf = ({ projectId, agent }: { projectId: string; agent: string }): string => `${projectId}\0${agent}`

function loadOf(harness: string | null, optedOut: boolean, receipt: LastReceipt | undefined): Load {
  const files = receipt?.behind ?? []
  const behind = receipt === undefined ? null : new Set(files.map((one) => one.file)).size
  return {
    harness,
    standing: receiptStanding({ optedOut, behind }),
    behind: behind ?? 0,
    files: [...files],
    unknown: receipt?.unknown ?? 0,
    last:
      receipt === undefined
        ? null
        : {
            receipt: receipt.id,
            at: new Date(receipt.at).toISOString(),
            session: receipt.session,
            tokens: receipt.tokens,
            sha256: receipt.sha256,
          },
  }
}

/** Returns each harness once, last seen first. */
function harnessesOf(receipts: readonly LastReceipt[]): SeenHarness[] {
  return [...groupBy(receipts, (one) => one.harness)]
    .map(([harness, own]) => ({
      harness,
      agents: own.length,
      at: new Date(own.reduce((latest, one) => Math.max(latest, one.at), 0)).toISOString(),
    }))
    .toSorted((a, b) => b.at.localeCompare(a.at))
}
