import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import type { z } from "zod"
import type { startSession } from "@/lib/operations/sessions/start"
import { ask } from "./ask"
import type { Command } from "./command"
import { eventNamed, HOOK_EVENTS, type HookCall, readCall } from "./hook/call"
import { deliver, sendAtOnce } from "./hook/deliver"
import { enqueue, type Queued, queueFolder } from "./hook/queue"
import { writeOf } from "./hook/writes"
import { Stop } from "./refusal"
import type { Server } from "./server"
import { AGENT, PROJECT, TEAM, wholeNumber } from "./taken"

type Started = z.output<(typeof startSession)["output"]>

/** A harness waits for its hooks: after so long since the process began, this one is gone. */
const SECONDS = 2
/** Of that, what ending itself takes. */
const MARGIN_MS = 150
/** However late it is: so long for reading what is to be written and keeping it. */
const LEAST_MS = 250
/** Of what is left when a session begins, the share for what waited. */
const SHARE_FOR_QUEUE = 0.4

export const hookCommand: Command = {
  name: "hook",
  form: "hook EVENT [--project P] [--agent A] [--team T] [--session ID] [--harness H] [--task T] [--budget N] [--within SECONDS]",
  about: "serves a harness when a session begins, compacts its context or ends",
  purpose: "agents",
  words: [1, 1],
  takes: [{ values: HOOK_EVENTS, problem: () => null }],
  options: {
    project: { value: "P", about: "QUARTERDECK_PROJECT unless given, else the name of the folder that the harness works in", takes: PROJECT },
    agent: { value: "A", about: "QUARTERDECK_AGENT unless given, else the harness's name", takes: AGENT },
    team: { value: "T", about: "QUARTERDECK_TEAM unless given; may be left out where the project's name says it", takes: TEAM },
    session: { value: "ID", about: "QUARTERDECK_SESSION unless given, else as the harness says on standard input" },
    harness: { value: "H", about: "QUARTERDECK_HARNESS unless given, else by what the harness sets: claude-code, gemini-cli" },
    task: { value: "T", about: "what the session is about" },
    budget: { value: "TOKENS", about: "at most so many tokens of context; 2,000 unless given", takes: wholeNumber(1, 200_000) },
    within: { value: "SECONDS", about: `steps aside after so long; ${SECONDS} unless given`, takes: wholeNumber(1, 600) },
  },
  notes:
    "EVENT is session-start, pre-compact or session-end, or the harness's own name for it (SessionStart, PreCompact, SessionEnd, PreCompress). Reads the\nharness's JSON on standard input and answers in it: context at session-start. pre-compact flushes what was asked and said last, session-end closes the\nsession. It never fails a session: whatever goes wrong, it ends with 0 and says nothing on standard output; called wrongly, it ends with 1. What cannot be written waits in\n${XDG_STATE_HOME:-~/.local/state}/quarterdeck/queue, and the next hook delivers it, once.",
  examples: ["hook session-start --project ledger --agent unit-tester"],
  async run({ words, values, server }) {
    const left = Math.max(LEAST_MS, Number(values.within ?? SECONDS) * 1_000 - MARGIN_MS - (Date.now() - performance.timeOrigin))
    const end = Date.now() + left
    const event = eventNamed(words[0] as string)
    if (event === null) return say(`${JSON.stringify(words[0])} is no event that is listened to: ${HOOK_EVENTS.join(", ")}`)
    setTimeout(() => process.exit(0), left) // whatever is under way: what was to be written is in the queue by then
    try {
      const text = await standardInput(left / 2)
      const call = readCall({ event, values, env: process.env, text, cwd: process.cwd(), newSession: () => `hook-${randomUUID()}` })
      await answer(call, server, end)
    } catch (cause) {
      say(cause instanceof Error ? cause.message : String(cause))
    }
    return process.exit(0)
  },
}

async function answer(call: HookCall, server: Server, end: number): Promise<void> {
  const now = new Date()
  const folder = queueFolder(process.env)
  const write = writeOf(call, now)
  const queued = write && { id: randomUUID(), url: server.url, at: now.toISOString(), ...write }
  const delivered = (queued === null || keep(folder, queued) ? deliver(folder, server, now) : sendAtOnce(server, queued)).then((refused) => refused.forEach(say), sayWhy)
  if (call.event !== "session-start") return void (await delivered)
  await Promise.race([delivered, pause((end - Date.now()) * SHARE_FOR_QUEUE)]) // what another session left comes first, if it comes soon
  const { session, project, team, agent, harness, task, budget } = call
  const started = await ask<Started>({ url: server.url, ...server.key(), method: "POST", path: "/sessions", body: { session, project, team, agent, harness, task, budget }, key: randomUUID() }).catch(sayWhy)
  if (started && started.text !== "") await print({ hookSpecificOutput: { hookEventName: call.called, additionalContext: started.text } })
  await Promise.race([delivered, pause(Math.max(0, end - Date.now()))])
}

/** Whether what is to be written waits safely in the queue. */
function keep(folder: string, queued: Queued): boolean {
  try {
    enqueue(folder, queued)
    return true
  } catch (cause) {
    say(`${folder} cannot be written to (${(cause as Error).message}), so that nothing waits there; XDG_STATE_HOME names another place`)
    return false
  }
}

/** All of it, or nothing where a harness never ends it. A terminal says nothing. */
async function standardInput(ms: number): Promise<string> {
  if (process.stdin.isTTY) return ""
  const parts: Buffer[] = []
  const all = (async () => {
    for await (const part of process.stdin) parts.push(part as Buffer)
  })()
  await Promise.race([all, pause(ms)])
  return Buffer.concat(parts).toString("utf8")
}

const print = (value: object) => new Promise<void>((resolve) => process.stdout.write(`${JSON.stringify(value)}\n`, () => resolve()))

/** On standard error, which harnesses show to whoever looks for it. */
function say(message: string): { json: Record<string, never>; text: string } {
  console.error(`quarterdeck: ${message}`)
  return { json: {}, text: "" }
}

/** A server that is away is no news to a session. */
function sayWhy(cause: unknown): null {
  if (!(cause instanceof Stop && cause.reason === "unavailable")) say(cause instanceof Error ? cause.message : String(cause))
  return null
}
