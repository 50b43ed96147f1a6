import { ownValue } from "@/lib/memory/text/own-value"
import { basename } from "node:path"
import { setImmediate as turn, setTimeout as pause } from "node:timers/promises"
import { harnessIn, protocolOfHarness, payloadIn, storable } from "./harnesses"
import type { HookEvent } from "../infra/hook-events"

/** A hook call: the harness's payload with flags and environment. */
export interface HookCall {
  readonly event: HookEvent
  /** The harness's name for the event, which its answer repeats. */
  readonly called: string
  /** The working directory of the harness. */
  readonly folder: string
  readonly project: string
  readonly team: string | undefined
  readonly agent: string
  /** True if the call does not name the agent. The access token may name another one. */
  readonly agentIsAssumed: boolean
  readonly session: string
  /** True if the call does not name the session. `session` is then generated. */
  readonly nameless: boolean
  readonly harness: string | undefined
  readonly task: string | undefined
  readonly budget: number | undefined
  /** File of the conversation, one JSON object a line. */
  readonly transcript: string | undefined
  /** The reason for the event: startup, auto, clear … */
  readonly because: string | undefined
  /** Texts that a custom harness sends instead of a conversation. */
  readonly said: {
    readonly content?: string
    readonly summary?: string
    readonly outcome?: string
    readonly learnings?: readonly unknown[]
  }
}

interface Told {
  readonly event: HookEvent
  readonly values: Readonly<Record<string, string | undefined>>
  readonly env: Readonly<Record<string, string | undefined>>
  /** Standard input. */
  readonly text: string
  readonly cwd: string
  readonly newSession: () => string
}

/**
 * Parses a call in the format of its harness. Flags override environment variables, which override the
 * harness's payload. The default project is the name of the folder.
 */
export function readCall({ event, values, env, text, cwd, newSession }: Told): HookCall {
  const payload = payloadIn(text)
  const { word, members } = payload
  const named = (name: "harness" | "project" | "team" | "agent" | "session") =>
    values[name] ?? nonEmpty(ownValue(env, `QUARTERDECK_${name.toUpperCase()}`))
  const harness = named("harness") ?? harnessIn(env)?.id
  const heard = protocolOfHarness(harness).hear(payload, env)
  const folder = heard.folder ?? cwd
  const session = sessionIn(named("session") ?? heard.session)
  const agent = named("agent") ?? heard.agent
  return {
    event,
    called: heard.called ?? called(event),
    folder,
    project: named("project") ?? basename(folder.replaceAll("\\", "/")),
    team: named("team"),
    agent: agent ?? harness ?? "main",
    agentIsAssumed: agent === undefined,
    session: session ?? newSession(),
    nameless: session === undefined,
    harness,
    task: values.task ?? word("task"),
    budget: numberIn(values.budget),
    transcript: heard.transcript,
    because: heard.because,
    said: saidIn({ word, members }),
  }
}

const numberIn = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text)

const nonEmpty = (text: string | undefined): string | undefined => text?.trim() || undefined

/** Returns the texts that a custom harness sends. Missing members stay missing. */
function saidIn({ word, members }: Pick<ReturnType<typeof payloadIn>, "word" | "members">): HookCall["said"] {
  const said = [
    ...["content", "summary", "outcome"].map((key) => [key, word(key)]),
    ["learnings", Array.isArray(members.learnings) ? members.learnings : undefined],
  ]
  return Object.fromEntries(said.filter(([, value]) => value !== undefined)) as HookCall["said"]
}

/** Returns the agent for a request. An assumed agent only applies if the access token names none. */
export const agentFor = ({ agent, agentIsAssumed }: Pick<HookCall, "agent" | "agentIsAssumed">) =>
  agentIsAssumed ? { defaultAgent: agent } : { agent }

/** Returns a session name that the server accepts, undefined if it cannot be part of a path. */
function sessionIn(name: string | undefined): string | undefined {
  const session = storable((name ?? "").trim().slice(0, LONGEST_SESSION))
  return ["", ".", ".."].includes(session) ? undefined : session
}

const LONGEST_SESSION = 200

/** Returns the context of a new session in the harness's format. */
export const answerTo = (call: Pick<HookCall, "harness" | "called">, text: string): string =>
  protocolOfHarness(call.harness).tell(text, call.called)

const called = (event: HookEvent): string =>
  event.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/**
 * Maximum size of the input in bytes. A harness sends a few hundred bytes; a custom one may send a
 * conversation.
 */
const MOST = 64 * 1024 * 1024

/** Maximum size in bytes of input that is parsed to detect the end of the JSON. */
const MOST_TO_LOOK_AT = 1024 * 1024

/**
 * Returns standard input as text, or the part that arrived within `ms` milliseconds. Returns "" for a
 * terminal, and if the input exceeds 64 MB or cannot be read.
 */
export async function standardInput(ms: number, say: (message: string) => void): Promise<string> {
  try {
    if (process.stdin.isTTY) return ""
    const parts: Buffer[] = []
    await Promise.race([read(parts), pause(ms).then(() => quiet(parts))])
    return Buffer.concat(parts).toString("utf8")
  } catch (cause) {
    say(`standard input cannot be read (${(cause as Error).message})`)
    return ""
  }
}

async function read(parts: Buffer[]): Promise<void> {
  let size = 0
  for await (const part of process.stdin) {
    size += (part as Buffer).length
    if (size > MOST) {
      parts.length = 0
      throw new Error(`it exceeds ${MOST / 1024 / 1024} MB`)
    }
    parts.push(part as Buffer)
    if (size <= MOST_TO_LOOK_AT && isWhole(parts)) return
  }
}

/**
 * Waits until all input that has arrived is read. On a busy machine, the time may be over before the first
 * read.
 */
async function quiet(parts: readonly Buffer[]): Promise<void> {
  for (let seen = -1; seen !== parts.length;) {
    seen = parts.length
    await turn()
    await turn()
  }
}

/** True if the JSON is complete. Some harnesses keep the input open. */
function isWhole(parts: readonly Buffer[]): boolean {
  if (parts.at(-1)?.toString("latin1").trimEnd().endsWith("}") !== true) return false
  try {
    JSON.parse(Buffer.concat(parts).toString("utf8"))
    return true
  } catch {
    return false // more input follows
  }
}
