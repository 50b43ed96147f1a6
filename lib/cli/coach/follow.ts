import type { CoachRunView } from "@/lib/operations/coach/runs/coach-run-outputs"
import type { Answer, ParsedArguments } from "../infra/command"
import { follow } from "../infra/follow"
import { cancelOnInterrupt } from "../infra/cancel-on-interrupt"
import { refuse } from "../infra/exit-codes"
import { count } from "../infra/table"
import { visible } from "../infra/terminal-text"
import { claimLines, claimOf, costOf, headOf, progressOf } from "./coach-text"

type At = Pick<ParsedArguments, "server" | "screen">

type Begun = CoachRunView & { readonly already?: boolean }

/**
 * Starts a run of the coach, waits for its end and returns the result. Ctrl-C cancels a run that this command
 * started. A run that was already in progress continues.
 */
export async function beginAndFollow(at: At, begin: () => Promise<Begun>): Promise<Answer> {
  const { server, screen } = at
  let run: Promise<Begun> | null = null
  let isOthers = false
  const stop = async () => {
    const begun = await run
    isOthers = begun?.already === true
    if (begun && !isOthers) await server.call("coach-run.cancel", { run: begun.id })
  }
  const work = async () => {
    const begun = await (run = begin())
    if (begun.already) screen.say("Already running. Following the existing run")
    return answerOf(at, await ended(at, begun))
  }
  return cancelOnInterrupt(stop, work, () =>
    isOthers
      ? "stopped following the run, which continues. To see its progress, run quarterdeck coach runs"
      : "canceled. Nothing was written, but the model's responses are kept. To continue, run quarterdeck coach retry",
  )
}

function ended({ server, screen }: At, begun: CoachRunView): Promise<CoachRunView> {
  let estimated = false
  return follow<CoachRunView>(screen, {
    begun,
    read: () => server.call("coach-run.show", { run: begun.id }),
    isRunning: ({ state }) => state === "queued" || state === "running",
    progress(run) {
      const expected = costOf(run.estimate)
      if (!estimated && expected !== "")
        screen.say(
          `Reading ${count(run.estimate.entries, "entry")} from ${count(run.estimate.agents, "agent")} with ${run.model ?? "a model"}: about ${expected}`,
        )
      estimated ||= expected !== ""
      return progressOf(run)
    },
  })
}

async function answerOf({ server }: At, run: CoachRunView): Promise<Answer> {
  if (run.state !== "done")
    throw refuse(run.state, run.message ?? `the coach run is ${run.state}`, { run: run.id })
  const spent = costOf(run.progress)
  const took = spent === "" ? "" : `\nUsed ${spent}.`
  if (run.synthesis === null) {
    const why = run.message ?? "No claims found."
    return {
      json: { id: null, state: run.state, claims: [], run: run.id, message: why },
      text: `${visible(why)}${took}`,
    }
  }
  const whole = await server.call("synthesis.show", { synthesis: run.synthesis })
  const { id, state, title, notes, statements } = whole
  const text = [
    `${headOf(whole)}\n\n${claimLines(statements)}`,
    ...(notes.length > 0 ? [notes.map(visible).join("\n")] : []),
    `Waiting for review. To review the claims, use quarterdeck coach show ${id} and quarterdeck coach review ${id} CLAIM, or the Inbox.${took}`,
  ]
  return {
    json: { id, state, title, claims: statements.map(claimOf), notes, run: run.id },
    text: text.join("\n\n"),
  }
}
