import type { CoachRunView } from "@/lib/operations/coach/runs/views"
import { COACH_METHODS, COACH_RUN_STATES } from "@/lib/memory/coach/kinds"
import { beginAndFollow } from "./coach/follow"
import { progressOf } from "./coach/words"
import { type Answer, type Command, type Given, numberIn } from "./command"
import { count, table } from "./table"
import { AGENT, oneOf, PROJECT, TEAM, wholeNumber } from "./taken"
import { visible } from "./visible"

type Started = CoachRunView & { readonly already: boolean }

const MOST_TOKENS = 100_000_000

const RUN_OPTIONS = {
  project: {
    value: "P",
    about: "only of this project; all projects of the team unless given",
    takes: PROJECT,
  },
  team: {
    value: "T",
    about: "the team; may be left out where the project's name says it, or where there is only one",
    takes: TEAM,
  },
  method: {
    value: "M",
    about:
      "extractive: compares statements word by word, no language model; model: the one that is configured; that one where there is one unless given",
    takes: oneOf(COACH_METHODS),
  },
  tokens: {
    value: "N",
    about: "of a model: at most so many tokens, in and out together",
    takes: wholeNumber(1_000, MOST_TOKENS),
  },
  "no-wait": { about: "begin it and end at once; coach runs shows how far it is" },
} as const

const RUN_NOTES =
  "How far it is goes to standard error. Ctrl-C cancels the run. What comes of it waits for a person: nothing enters a memory before\nsomebody has gone through its claims."

export const coachBriefCommand: Command = {
  name: "coach brief",
  form: "coach brief [--project P] [--team T] [--method extractive|model] [--tokens N] [--no-wait] [--json]",
  about: "has the coach write a brief across agents: patterns, risks, contradictions, gaps",
  purpose: "agents",
  words: [0, 0],
  options: RUN_OPTIONS,
  notes: RUN_NOTES,
  examples: ["coach brief --project ledger", "coach brief --project ledger --method extractive --json"],
  run: (given) => begin(given, { kind: "brief" }),
}

export const coachOrientCommand: Command = {
  name: "coach orient",
  form: "coach orient AGENT [--project P] [--team T] [--method extractive|model] [--tokens N] [--no-wait] [--json]",
  about: "has the coach write what an agent should know before it begins",
  purpose: "agents",
  words: [1, 1],
  takes: [AGENT],
  options: RUN_OPTIONS,
  notes: RUN_NOTES,
  examples: ["coach orient unit-tester --project ledger"],
  run: (given) => begin(given, { kind: "orientation", agent: given.words[0] as string }),
}

async function begin(
  given: Given,
  asked: { kind: "brief" } | { kind: "orientation"; agent: string },
): Promise<Answer> {
  const { values, on, server } = given
  const { tokens, ...place } = values
  const start = () =>
    server.sendOnce<Started>("POST", "/coach/runs", {
      ...place,
      ...asked,
      tokens: numberIn(coachBriefCommand, "tokens", tokens, MOST_TOKENS),
    })
  if (!on.has("no-wait")) return beginAndFollow(given, start)
  const started = await start()
  const text = `${started.already ? "The same is under way already" : "Begun"}: run ${started.id}. quarterdeck coach runs shows how far it is`
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

export const coachRunsCommand: Command = {
  name: "coach runs",
  form: "coach runs [--state S] [--project P] [--team T] [--limit N] [--json]",
  about: "lists what the built-in coach was asked for, the newest first, and how far it is",
  purpose: "agents",
  words: [0, 0],
  options: {
    state: { value: "S", about: COACH_RUN_STATES.join(", "), takes: oneOf(COACH_RUN_STATES) },
    project: { value: "P", about: "only of this project", takes: PROJECT },
    team: { value: "T", about: "only of this team", takes: TEAM },
    limit: { value: "N", about: "at most so many; 20 unless given", takes: wholeNumber(1, 200) },
  },
  examples: ["coach runs", "coach runs --state running --json"],
  async run({ values, server }) {
    const { runs } = await server.get<{ runs: CoachRunView[] }>("/coach/runs", values)
    if (runs.length === 0)
      return {
        json: { runs },
        text: "The built-in coach was asked for nothing yet: quarterdeck coach brief asks it.",
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
    return { json: { runs }, text: `${table(rows)}\n\n${count(runs.length, "run")}` }
  },
}

function wordsOf(run: CoachRunView): string {
  if (run.state === "queued" || run.state === "running") return visible(progressOf(run))
  return run.synthesis === null ? visible(run.message ?? "") : `synthesis ${run.synthesis}`
}

export const coachCancelCommand: Command = {
  name: "coach cancel",
  form: "coach cancel RUN [--json]",
  about: "cancels a run of the coach; nothing of it is written",
  purpose: "agents",
  words: [1, 1],
  options: {},
  examples: ["coach cancel 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10"],
  async run({ words, server }) {
    const run = await server.sendOnce<CoachRunView>(
      "POST",
      `/coach/runs/${encodeURIComponent(words[0] as string)}/cancel`,
    )
    return {
      json: { ...run, run: run.id },
      text:
        run.state === "cancelled"
          ? "Cancelled: nothing was written"
          : `It is ${run.state}${run.message === null ? "" : `: ${visible(run.message)}`}`,
    }
  },
}

export const coachRetryCommand: Command = {
  name: "coach retry",
  form: "coach retry RUN [--no-wait] [--json]",
  about: "begins a run of the coach again that failed or was cancelled, from where it came to",
  purpose: "agents",
  words: [1, 1],
  options: { "no-wait": RUN_OPTIONS["no-wait"] },
  notes: "What a language model has answered by then is kept, and not paid for twice.",
  examples: ["coach retry 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10"],
  async run(given) {
    const again = () =>
      given.server.sendOnce<CoachRunView>(
        "POST",
        `/coach/runs/${encodeURIComponent(given.words[0] as string)}/retry`,
      )
    if (!given.on.has("no-wait")) return beginAndFollow(given, again)
    const run = await again()
    return {
      json: { id: run.synthesis, state: run.state, claims: [], run: run.id },
      text: `Begun again: run ${run.id}. quarterdeck coach runs shows how far it is`,
    }
  },
}
