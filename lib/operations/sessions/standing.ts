import { z } from "zod"
import {
  lastReceipts,
  type LastReceipt,
  type LoadingAgent,
  loadingAgents,
} from "@/lib/db/deliveries/last-receipts"
import { listProjects } from "@/lib/db/agents/fleet"
import { projectBound, type VisibleTeam } from "@/lib/db/teams/visible-teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { groupBy } from "@/lib/memory/text/group"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import {
  byNeed,
  RECEIPT_STANDINGS,
  receiptStanding,
  standingOverall,
} from "@/lib/memory/deliveries/receipt-standing"
import { operation } from "../operation"
import { nextOutput, pageInput, pageOf } from "../infra/paging"
import { proposalPlace } from "../proposals/place"
import { readableTeams } from "../teams/team-of"

/** Harnesses that stand beside each agent, those seen last: names come from outside, and no table holds hundreds. */
const MOST_HARNESSES = 12

/** What receipts without the name of a harness go by where one asks for them. */
export const UNNAMED = "unnamed"

const standing = z.enum(RECEIPT_STANDINGS)

const load = z.object({
  /** Null: it did not say its name. */
  harness: z.string().nullable(),
  standing,
  /** Files that changed since. */
  behind: z.number(),
  /** Revision null: the agent was given nothing of the file; head null: the file is gone. Since when there is something that it has not heard of. */
  files: z.array(
    z.object({
      file: z.string(),
      path: z.string(),
      revision: z.number().nullable(),
      head: z.number().nullable(),
      since: z.string(),
    }),
  ),
  /** Files on the harness's disk with bytes that nobody knows. */
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
  /** False: only receipts know its name, it keeps no memory. */
  known: z.boolean(),
  standing,
  /** When it last loaded its memory, in any harness. */
  at: z.string().nullable(),
  harnesses: z.array(load),
})
export type StandingRow = z.output<typeof row>

export const showStanding = operation({
  name: "receipt.standing",
  summary:
    "List the last delivery of each agent and harness, with the files changed since. Those that need attention come first.",
  method: "GET",
  path: "/receipts/standing",
  right: "read",
  example: { team: "platform", project: "ledger", state: "old" },
  input: z.object({
    team: z.string().optional(),
    project: z.string().optional(),
    agent: z.string().optional(),
    harness: z.string().max(200).optional().describe(`Only this harness. ${UNNAMED}: deliveries without one`),
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
    /** All harnesses that were seen, the one seen last first; at most ${MOST_HARNESSES} of them stand beside all agents, and as many of its own beside each. */
    harnesses: z.array(z.object({ harness: z.string().nullable(), agents: z.number(), at: z.string() })),
    /** Agents by their standing, whatever state is asked for. */
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
    const { seen, agents: all } = await standingIn(
      places.value,
      agent ?? null,
      harness === undefined ? undefined : harness === UNNAMED ? null : harness,
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

interface Place {
  readonly team: VisibleTeam
  readonly projectId: string | null
}

async function placesOf(
  actor: Actor,
  team: string | undefined,
  project: string | undefined,
): Promise<Outcome<Place[]>> {
  const teams = await readableTeams(actor, team)
  if (!teams.ok) return teams
  if (project === undefined)
    return done(teams.value.map((one) => ({ team: one, projectId: projectBound(actor) })))
  const named = await proposalPlace(actor, { team, project }, "read")
  return named.ok ? done([{ team: named.value.team, projectId: named.value.project.id }]) : named
}

interface Seen {
  readonly harness: string | null
  readonly agents: number
  readonly at: string
}

/** Of all agents of these places. `harness` undefined: all of them. */
export async function standingIn(
  places: readonly Place[],
  agent: string | null,
  harness?: string | null,
): Promise<{ seen: Seen[]; agents: StandingRow[] }> {
  const read = await Promise.all(
    places.map(async ({ team, projectId }) => {
      const [projects, known, receipts] = await Promise.all([
        listProjects(team.id),
        loadingAgents(team.id, { projectId, agent }),
        lastReceipts(team.id, { projectId, agent }),
      ])
      return {
        team,
        projects: new Map(projects.map(({ id, slug, name }) => [id, { slug, name }])),
        agents: known,
        receipts,
      }
    }),
  )
  const seen = harnessesOf(read.flatMap((one) => one.receipts))
  const beside = harness === undefined ? seen.slice(0, MOST_HARNESSES).map((one) => one.harness) : [harness]
  const agents = read.flatMap(({ team, projects, agents: known, receipts }) => {
    const byAgent = groupBy(receipts, keyOf)
    const knownKeys = new Set(known.map(keyOf))
    const strangers = [...byAgent].flatMap(([key, [first]]): LoadingAgent[] =>
      first === undefined || knownKeys.has(key)
        ? []
        : [{ projectId: first.projectId, agent: first.agent, category: null, optedOut: false }],
    )
    return [
      ...known.map((one) => ({ one, isKnown: true })),
      ...strangers.map((one) => ({ one, isKnown: false })),
    ].flatMap(({ one, isKnown }): StandingRow[] => {
      const project = projects.get(one.projectId)
      const own = byAgent.get(keyOf(one)) ?? []
      if (!project || (!isKnown && harness !== undefined && !own.some((each) => each.harness === harness)))
        return []
      // An agent's own are always there: a dozen names that somebody made up must not hide that its memory reached it.
      const latest =
        harness === undefined
          ? own
              .toSorted((a, b) => b.at - a.at)
              .slice(0, MOST_HARNESSES)
              .map((each) => each.harness)
          : []
      const harnesses = [...new Set([...beside, ...latest])].map((name) =>
        loadOf(
          name,
          one.optedOut,
          own.find((each) => each.harness === name),
        ),
      )
      const at = harnesses.reduce<string | null>(
        (latest, { last }) => (last !== null && (latest === null || last.at > latest) ? last.at : latest),
        null,
      )
      return [
        {
          team: team.slug,
          project,
          agent: one.agent,
          category: one.category,
          known: isKnown,
          standing: standingOverall(one.optedOut, harnesses),
          at,
          harnesses,
        },
      ]
    })
  })
  return {
    seen,
    agents: agents
      .map((one) => ({ ...one, name: one.agent }))
      .toSorted(byNeed)
      .map(({ name: _, ...one }) => one),
  }
}

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

/** Each harness once, the one seen last first. */
function harnessesOf(receipts: readonly LastReceipt[]): Seen[] {
  return [...groupBy(receipts, (one) => one.harness)]
    .map(([harness, own]) => ({
      harness,
      agents: own.length,
      at: new Date(own.reduce((latest, one) => Math.max(latest, one.at), 0)).toISOString(),
    }))
    .toSorted((a, b) => b.at.localeCompare(a.at))
}
