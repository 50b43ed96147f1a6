import { formatCount } from "@/lib/memory/text/sentence"
import { readFileSync } from "node:fs"
import { z } from "zod"
import type { InputOf, OutputOf } from "@/lib/http/contract"
import { RUN_OUTCOMES } from "@/lib/formats/json/run-cache-changes"
import { command, type Command, type ParsedArguments, textIn, wrongForm } from "./infra/command"
import { CONTEXT_OPTIONS, PLACE_OPTIONS } from "./infra/team-and-project"
import { refuse } from "./infra/exit-codes"
import { AGENT, FILE, oneOf } from "./infra/option-values"
import { oneLine, visible, visibleLines } from "./infra/terminal"

type Closed = OutputOf<"session.close">

const PLACE = {
  ...PLACE_OPTIONS,
  session: {
    value: "ID",
    about: "the harness's session ID (use the same one for start and close)",
  },
  harness: { value: "H", about: "the program that runs the agent, such as claude-code or codex" },
}

export const sessionStartCommand: Command = command({
  name: "session start",
  form: "session start [AGENT] [--project P] --session ID [--harness H] [--task T] [--budget N] [--limit N] [--format F] [--team T] [--json]",
  about: "start a session: print the agent's context and record a delivery",
  purpose: "agents",
  words: [0, 1],
  takes: [AGENT],
  options: {
    ...PLACE,
    ...CONTEXT_OPTIONS,
  },
  notes: "Without AGENT, the command uses the access token's agent.",
  examples: ["session start unit-tester --project ledger --session s-12 --task 'make webhooks retry'"],
  async run({ words, values, server }) {
    const { session, ...given } = values
    if (session === undefined) throw wrongForm(sessionStartCommand, "--session is missing")
    const started = await server.callOnce("session.start", { ...given, agent: words[0], session })
    return { json: { ...started }, text: started.message ?? visibleLines(started.text) }
  },
})

export const sessionCloseCommand: Command = command({
  name: "session close",
  form: "session close [AGENT] [--project P] --session ID [--summary S] [--outcome O] [--learning TEXT]... [--learnings FILE] [--harness H] [--team T] [--json]",
  about: "close a session: write its log line and propose its learnings",
  purpose: "agents",
  words: [0, 1],
  takes: [AGENT],
  options: {
    ...PLACE,
    summary: { value: "S", about: "one-line summary (use - to read it from standard input)" },
    outcome: { value: "O", about: "outcome of the session" },
    learning: {
      value: "TEXT",
      about: "a learning to propose; repeatable",
      repeated: true,
    },
    learnings: {
      value: "FILE",
      about: "a file with a JSON list of learnings: strings, or {content, section, type, confidence, reason}",
      takes: FILE,
    },
  },
  notes:
    "Without AGENT, the command uses the access token's agent. Closing a session again returns the same result and writes nothing. If the summary or the learnings differ, the command fails and says when the session was closed. Rejected learnings are listed with the reason, and everything else is still recorded.",
  examples: [
    "session close unit-tester --project ledger --session s-12 --summary 'Webhooks retry' --outcome done --learning 'Retries need the signature header'",
  ],
  async run({ words, values, lists, server, screen }) {
    const { session, project, team, outcome, harness } = values
    if (session === undefined) throw wrongForm(sessionCloseCommand, "--session is missing")
    const summary = await textIn(values.summary ?? `Session ${session}`)
    const body = {
      project,
      team,
      outcome,
      harness,
      agent: words[0],
      summary,
      learnings: learningsOf({ values, lists }),
    }
    const closed = await server.callOnce("session.close", { session, ...body })
    if (closed.message) screen.say(closed.message)
    return { json: { ...closed }, text: wordsOf(closed) }
  },
})

type Learning = NonNullable<InputOf<"session.close">["learnings"]>[number]

const Learnings = z.array(
  z.union([z.string().transform((content) => ({ content })), z.looseObject({ content: z.string() })]),
)

function learningsOf({ values, lists }: Pick<ParsedArguments, "values" | "lists">): readonly Learning[] {
  const texts = (lists.learning ?? []).map((content) => ({ content }))
  return values.learnings === undefined ? texts : [...texts, ...learningsIn(values.learnings)]
}

function learningsIn(file: string): readonly Learning[] {
  try {
    return Learnings.parse(JSON.parse(readFileSync(file, "utf8"))) as readonly Learning[]
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw refuse(
      "invalid",
      code
        ? `${file} cannot be read (${code}): choose a file with --learnings`
        : `${file} is not a JSON list of learnings: use strings, or objects with "content"`,
    )
  }
}

function wordsOf({ revision, path, proposals, refused }: Closed): string {
  const recorded =
    path === null
      ? "Session closed. The agent's memory has no session log"
      : `Recorded in ${visible(path)}, revision ${revision}`
  return [
    recorded,
    ...(proposals.length > 0 ? [`Proposed ${formatCount(proposals.length, "learning")}`] : []),
    ...refused.map((one) => `Not proposed: ${oneLine(one.content)} (${visible(one.message)})`),
  ].join("\n")
}

export const flushCommand: Command = command({
  name: "flush",
  form: "flush [AGENT] [--project P] --content TEXT [--session ID] [--team T] [--json]",
  about: "write a note to an agent's log for today, without approval",
  purpose: "agents",
  words: [0, 1],
  takes: [AGENT],
  options: {
    ...PLACE_OPTIONS,
    content: { value: "TEXT", about: "text to save as one log item (use - to read it from standard input)" },
    session: { value: "ID", about: "the session that the note belongs to" },
  },
  notes:
    "Without AGENT, the command uses the access token's agent. No approval is needed. The date is the server's date in UTC.",
  examples: ["flush unit-tester --project ledger --content 'Retries half done; test the signatures next'"],
  async run({ words, values, server, screen }) {
    if (values.content === undefined) throw wrongForm(flushCommand, "--content is missing")
    const { project, team, session } = values
    const written = await server.callOnce("flush", {
      project,
      team,
      session,
      agent: words[0],
      content: await textIn(values.content),
    })
    if (written.message) screen.say(written.message)
    return { json: { ...written }, text: `${visible(written.path)}:${written.line}` }
  },
})

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
    return { json: { ...appended }, text: `${visible(appended.path)}: ${formatCount(appended.runs, "run")}` }
  },
})
