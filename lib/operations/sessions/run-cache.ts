import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { findCurrentFiles } from "@/lib/db/memory-files/current-revisions"
import { appendRun as appendTo, pruneRuns, runCache, type RunSummary } from "@/lib/formats/json/run-cache"
import { GOAL_LENGTH, KEPT_RUNS, RUN_OUTCOMES } from "@/lib/formats/json/run-summary"
import { boundAgent } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { type ProposalPlace, proposalPlace } from "../proposals/team-and-project"
import { type AppendContext, type AppendResult, appendText, lockForAppending } from "./append"
import { onOneLine, extraOutput, sessionPlace } from "./inputs"
import type { FilePlace } from "./log-place"

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
