import { formatCount } from "@/lib/memory/text/sentence"
import type { CoachRunView } from "@/lib/operations/coach/runs/coach-run-outputs"
import { COACH_METHODS, COACH_RUN_STATES } from "@/lib/memory/coach/synthesis"
import { progressOf, claimLines, claimOf, costOf, headOf } from "./coach-text"
import { type Answer, command, type Command, type ParsedArguments, numberIn } from "../infra/command"
import { table, visible } from "../infra/terminal"
import { AGENT, oneOf, PROJECT, TEAM, wholeNumber } from "../infra/option-values"
import { follow, cancelOnInterrupt } from "../infra/follow"
import { refuse } from "../infra/exit-codes"

const MOST_TOKENS = 100_000_000

const RUN_OPTIONS = {
  project: {
    value: "P",
    about: "only this project (default: all projects in the team)",
    takes: PROJECT,
  },
  team: {
    value: "T",
    about: "the team. Required if the project does not identify it",
    takes: TEAM,
  },
  method: {
    value: "M",
    about:
      "extractive: text matching, no language model. model: the configured language model (default: model if configured)",
    takes: oneOf(COACH_METHODS),
  },
  tokens: {
    value: "N",
    about: "token budget for the language model, input and output combined",
    takes: wholeNumber(1_000, MOST_TOKENS),
  },
  "no-wait": { about: "start the run without waiting for the result. To see its progress, use coach runs" },
} as const

const RUN_NOTES =
  "Progress goes to standard error. Ctrl-C cancels the run. The result is pending review: nothing is added to a memory file until a person accepts its claims."

export const coachBriefCommand: Command = command({
  name: "coach brief",
  form: "coach brief [--project P] [--team T] [--method extractive|model] [--tokens N] [--no-wait] [--json]",
  about: "write a cross-agent brief: patterns, risks, contradictions and gaps",
  purpose: "agents",
  words: [0, 0],
  options: RUN_OPTIONS,
  notes: RUN_NOTES,
  examples: ["coach brief --project ledger", "coach brief --project ledger --method extractive --json"],
  run: (given) => begin(given, { kind: "brief" }),
})

export const coachOrientCommand: Command = command({
  name: "coach orient",
  form: "coach orient AGENT [--project P] [--team T] [--method extractive|model] [--tokens N] [--no-wait] [--json]",
  about: "write an orientation: what an agent should know before it starts",
  purpose: "agents",
  words: [1, 1],
  takes: [AGENT],
  options: RUN_OPTIONS,
  notes: RUN_NOTES,
  examples: ["coach orient unit-tester --project ledger"],
  run: (given) => begin(given, { kind: "orientation", agent: given.words[0] as string }),
})

async function begin(
  given: ParsedArguments,
  asked: { kind: "brief" } | { kind: "orientation"; agent: string },
): Promise<Answer> {
  const { values, on, server } = given
  const { tokens, ...place } = values
  const start = () =>
    server.callOnce("coach.start", {
      ...place,
      ...asked,
      tokens: numberIn(coachBriefCommand, "tokens", tokens, MOST_TOKENS),
    })
  if (!on.has("no-wait")) return beginAndFollow(given, start)
  const started = await start()
  const text = `${started.already ? "Already running" : "Started"}: run ${started.id}. To see its progress, run quarterdeck coach runs`
  return {
    json: {
      id: started.synthesis,
      state: started.state,
      claims: [],
      run: started.id,
      already: started.already,
    },
    text,
  }
}

export const coachRunsCommand: Command = command({
  name: "coach runs",
  form: "coach runs [--state S] [--project P] [--team T] [--limit N] [--json]",
  about: "list runs of the built-in coach and their progress, newest first",
  purpose: "agents",
  words: [0, 0],
  options: {
    state: { value: "S", about: COACH_RUN_STATES.join(", "), takes: oneOf(COACH_RUN_STATES) },
    project: { value: "P", about: "only this project", takes: PROJECT },
    team: { value: "T", about: "only this team", takes: TEAM },
    limit: { value: "N", about: "maximum number of runs (default: 20)", takes: wholeNumber(1, 200) },
  },
  examples: ["coach runs", "coach runs --state running --json"],
  async run({ values, server }) {
    const { runs } = await server.call("coach-run.list", { ...values })
    if (runs.length === 0)
      return {
        json: { runs },
        text: "No coach runs found. To start one, run quarterdeck coach brief.",
      }
    const rows = runs.map((run) => [
      run.id,
      run.state,
      run.agent === null ? run.kind : `${run.kind} for ${visible(run.agent)}`,
      run.project ?? "all projects",
      run.model ?? run.method,
      run.createdAt.slice(0, 16).replace("T", " "),
      wordsOf(run),
    ])
    return { json: { runs }, text: `${table(rows)}\n\n${formatCount(runs.length, "run")}` }
  },
})

function wordsOf(run: CoachRunView): string {
  if (run.state === "queued" || run.state === "running") return visible(progressOf(run))
  return run.synthesis === null ? visible(run.message ?? "") : `synthesis ${run.synthesis}`
}

export const coachCancelCommand: Command = command({
  name: "coach cancel",
  form: "coach cancel RUN [--json]",
  about: "cancel a coach run without writing anything",
  purpose: "agents",
  words: [1, 1],
  options: {},
  examples: ["coach cancel 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10"],
  async run({ words, server }) {
    const run = await server.callOnce("coach-run.cancel", { run: words[0] as string })
    return {
      json: { ...run, run: run.id },
      text:
        run.state === "cancelled"
          ? "Canceled. Nothing was written"
          : `State: ${run.state}${run.message === null ? "" : `: ${visible(run.message)}`}`,
    }
  },
})

export const coachRetryCommand: Command = command({
  name: "coach retry",
  form: "coach retry RUN [--no-wait] [--json]",
  about: "retry a failed or canceled coach run from where it stopped",
  purpose: "agents",
  words: [1, 1],
  options: { "no-wait": RUN_OPTIONS["no-wait"] },
  notes: "Responses from the language model are kept, so you do not pay for them twice.",
  examples: ["coach retry 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10"],
  async run(given) {
    const again = () => given.server.callOnce("coach-run.retry", { run: given.words[0] as string })
    if (!given.on.has("no-wait")) return beginAndFollow(given, again)
    const run = await again()
    return {
      json: { id: run.synthesis, state: run.state, claims: [], run: run.id },
      text: `Restarted: run ${run.id}. To see its progress, run quarterdeck coach runs`,
    }
  },
})

type At = Pick<ParsedArguments, "server" | "screen">

type Begun = CoachRunView & { readonly already?: boolean }

/**
 * Starts a run of the coach, waits for its end and returns the result. Ctrl-C cancels a run that this command
 * started. A run that was already in progress continues.
 */
async function beginAndFollow(at: At, begin: () => Promise<Begun>): Promise<Answer> {
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
      : "canceled. Nothing was written, but the model's responses are kept. To continue, run quarterdeck coach retry RUN with the run's ID from quarterdeck coach runs",
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
          `Reading ${formatCount(run.estimate.entries, "entry")} from ${formatCount(run.estimate.agents, "agent")} with ${run.model ?? "a model"}: about ${expected}`,
        )
      estimated ||= expected !== ""
      return progressOf(run)
    },
  })
}

async function answerOf({ server }: At, run: CoachRunView): Promise<Answer> {
  if (run.state !== "done")
    throw refuse(run.state, run.message ?? `the coach run ended with state ${run.state}`, { run: run.id })
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
