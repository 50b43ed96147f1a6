import { visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { isOptedOut } from "@/lib/db/agents/agent-names"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { done, refused, type Outcome } from "@/lib/memory/inputs/outcome"
import { findCurrentFiles } from "@/lib/db/memory-files/current-revisions"
import { appendRun as appendTo, pruneRuns, runCache, type RunSummary } from "@/lib/formats/json/run-cache"
import { GOAL_LENGTH, KEPT_RUNS, RUN_OUTCOMES } from "@/lib/formats/json/run-cache-changes"
import { boundAgent } from "@/lib/memory/teams/actor"
import { operation } from "../operation"
import { proposalPlace, type ProposalPlace } from "../proposals/proposal-place"
import { appendToLog, lockForAppending, type AppendContext, type AppendResult, appendText } from "./append"
import {
  dayOfWriting,
  HOOK_INPUTS,
  extraOutput,
  sessionName,
  sessionPlace,
  whyNotOn,
  ownAgent,
  newAgent,
  optedOutMessage,
  dailyLogOf,
  type FilePlace,
} from "./session-place"
import { onOneLine } from "@/lib/memory/text/sentence"

const LONGEST = 20_000

export const flush = operation({
  name: "flush",
  summary:
    "Write a note to an agent's log for today, for example before its context is compacted. The note is written immediately, without approval.",
  method: "POST",
  path: "/flush",
  right: "propose",
  tool: {
    name: "memory_flush",
    title: "Write to today's log",
    without: HOOK_INPUTS,
    about:
      "Call this tool before your context is compacted, or when something must outlive this session and is not yet a finding: what you are working on, what you tried, what comes next. The note is appended to today's log as one item. Propose durable findings with memory_propose.",
  },
  input: z.object({
    ...sessionPlace,
    content: z
      .string()
      .max(LONGEST, `enter at most ${LONGEST.toLocaleString("en")} characters`)
      .refine((text) => text.trim() !== "", "enter the text to save"),
    session: sessionName.optional(),
    date: dayOfWriting,
  }),
  output: z.object({ path: z.string(), line: z.number(), revision: z.number(), ...extraOutput }),
  async run(actor, input) {
    const place = await proposalPlace(actor, input)
    if (!place.ok) return place
    const agent = ownAgent(actor, input)
    if (!agent.ok) return agent
    const { team, project } = place.value
    const now = new Date()
    const day = input.date ?? now.toISOString().slice(0, 10)
    const hindrance = whyNotOn(day, now)
    if (hindrance) return refused("invalid", hindrance)
    if (await isOptedOut(visibilityOf(actor, team.id), project.id, agent.value))
      return refused("forbidden", optedOutMessage(agent.value))
    const log = await dailyLogOf(place.value, agent.value, day)
    if (!log.ok) return log
    const session = input.session ?? null
    const unknown = await newAgent(place.value, agent.value)
    return commit(
      actor,
      {
        kind: "flush",
        teamId: team.id,
        subject: log.value.path,
        detail: { author: `agent:${agent.value}`, session, project: project.name },
      },
      async (tx) => {
        const standing = await lockForAppending(tx, place.value, log.value)
        const written = await appendToLog(tx, place.value, standing, {
          actor,
          agent: agent.value,
          session,
          done: "Flushed",
          now,
          words: input.content,
          day,
        })
        return written.ok
          ? done({
              path: written.value.path,
              line: written.value.line,
              revision: written.value.revision,
              made: standing.head.revision === 0 ? written.value.path : null,
              message: unknown?.(written.value.path) ?? null,
            })
          : written
      },
    )
  },
})

const line = (what: string) =>
  z.string().max(10_000).transform(onOneLine).pipe(z.string().min(1, "enter text")).describe(what)

export const appendRun = operation({
  name: "run.append",
  summary: `Append a run to a project's run cache: goal, outcome and lesson. The last ${KEPT_RUNS} runs are kept.`,
  method: "POST",
  path: "/runs",
  right: "propose",
  input: z.object({
    team: sessionPlace.team,
    project: sessionPlace.project,
    goal: line(`Goal of the run, truncated at ${GOAL_LENGTH} characters`),
    outcome: z.enum(RUN_OUTCOMES),
    lesson: line("The lesson for the next run, in one line"),
    ticket: z.string().trim().min(1).max(200).optional().describe("The run's ticket"),
  }),
  output: z.object({
    path: z.string(),
    runs: z.number().describe("Number of runs in the file"),
    revision: z.number(),
    made: extraOutput.made,
  }),
  async run(actor, { goal, outcome, lesson, ticket, ...named }) {
    const place = await proposalPlace(actor, named)
    if (!place.ok) return place
    const { team, project } = place.value
    const now = new Date()
    const file = await runCacheOf(place.value)
    const agent = boundAgent(actor)
    const run: RunSummary = {
      timestamp: now.toISOString(),
      ...(ticket === undefined ? {} : { ticketId: ticket }),
      goal,
      outcome,
      lesson,
    }
    return commit(
      actor,
      {
        kind: "run.append",
        teamId: team.id,
        subject: file.path,
        detail: { project: project.name, outcome, ...(agent === null ? {} : { author: `agent:${agent}` }) },
      },
      async (tx) => {
        const appended = await writeRun(tx, place.value, file, {
          run,
          actor,
          agent,
          session: null,
          done:
            ticket === undefined
              ? `Appended a run (${outcome})`
              : `Appended a run for ${onOneLine(ticket)} (${outcome})`,
          now,
        })
        return appended.ok
          ? done({
              path: appended.value.path,
              runs: appended.value.runs,
              revision: appended.value.revision,
              made: appended.value.revision === 1 ? appended.value.path : null,
            })
          : appended
      },
    )
  },
})

async function writeRun(
  tx: Tx,
  place: ProposalPlace,
  file: FilePlace,
  { run, ...append }: AppendContext & { readonly run: RunSummary },
): Promise<Outcome<AppendResult & { runs: number }>> {
  const standing = await lockForAppending(tx, place, file)
  const text = withRun(standing.head.text, run, standing.head.limits.runs ?? KEPT_RUNS)
  if (text === null)
    return refused("conflict", `${file.path} is not a valid run cache. Fix its JSON, or import it again`)
  const appended = await appendText(tx, place, standing, { ...append, text })
  return appended.ok
    ? done({ ...appended.value, runs: runCache.parse(text, file.path).sessions.length })
    : appended
}

/**
 * Returns the text with a new run and without the oldest runs above the limit. Null if the text is not a
 * valid run cache.
 */
function withRun(text: string, run: RunSummary, most: number): string | null {
  try {
    return pruneRuns(appendTo(text, run), most)
  } catch (cause) {
    if (cause instanceof RangeError) return null
    throw cause
  }
}

/** Returns the project's run cache with the shortest path, or a new one. */
async function runCacheOf({ team, project }: ProposalPlace): Promise<FilePlace> {
  const caches = (await findCurrentFiles(wholeTeamUnchecked(team.id), { projectId: project.id })).filter(
    (one) => one.format === "run-cache",
  )
  const path =
    caches.toSorted((a, b) => a.path.length - b.path.length)[0]?.path ?? ".sdd/cache/project_memory.json"
  return {
    path,
    format: "run-cache",
    scope: "project",
    role: "runs",
    agent: null,
    text: runCache.scaffold({ agent: null, project: project.name, category: null, roles: [], date: "" }),
  }
}
