import { RUN_OUTCOMES } from "@/lib/formats/json/run-summary"
import { command, type Command, wrongForm } from "../infra/command"
import { PLACE_OPTIONS } from "../infra/place-options"
import { oneOf } from "../infra/option-values"
import { count } from "../infra/table"
import { visible } from "../infra/terminal-text"

export const runAppendCommand: Command = command({
  name: "run append",
  form: "run append [--project P] --goal G --outcome success|partial|failed --lesson L [--ticket ID] [--team T] [--json]",
  about: "append a run to a project's run cache",
  purpose: "agents",
  words: [0, 0],
  options: {
    ...PLACE_OPTIONS,
    goal: { value: "G", about: "goal of the run, truncated at 100 characters" },
    outcome: { value: "O", about: RUN_OUTCOMES.join(", "), takes: oneOf(RUN_OUTCOMES) },
    lesson: { value: "L", about: "lesson for the next run" },
    ticket: { value: "ID", about: "the run's ticket" },
  },
  notes: "The file keeps the last 20 runs. Earlier runs stay in the file's history.",
  examples: [
    "run append --project ledger --goal 'Add retries' --outcome partial --lesson 'Tests flaky on CI, works locally' --ticket 09-memory",
  ],
  async run({ values, server }) {
    const { project, team, goal, outcome, lesson, ticket } = values
    if (goal === undefined) throw wrongForm(runAppendCommand, "--goal is missing")
    if (outcome === undefined) throw wrongForm(runAppendCommand, "--outcome is missing")
    if (lesson === undefined) throw wrongForm(runAppendCommand, "--lesson is missing")
    const appended = await server.callOnce("run.append", { project, team, goal, outcome, lesson, ticket })
    return { json: { ...appended }, text: `${visible(appended.path)}: ${count(appended.runs, "run")}` }
  },
})
