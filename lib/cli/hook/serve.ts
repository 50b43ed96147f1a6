import type { OutputOf } from "@/lib/http/contract"
import { randomUUID, createHash } from "node:crypto"
import { setImmediate as turn, setTimeout as pause } from "node:timers/promises"
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { commandRequestOf } from "../infra/command-routes"
import { sendRequest } from "../infra/http-client"
import type { ParsedArguments, Command } from "../infra/command"
import { CommandError } from "../infra/exit-codes"
import type { Server } from "../infra/server"
import { suggestEvent, findEvent, HOOK_EVENTS } from "../infra/hook-events"
import { AGENT, PROJECT, TEAM, wholeNumber } from "../infra/option-values"
import { answerTo, type HookCall, readCall, standardInput } from "./call"
import { deliver, sendAtOnce, overHttp } from "./send-queue"
import { enqueue, type QueuedWrite, queueFolders } from "./queue"
import { isTrial, writeOf } from "./hook-requests"
import { HARNESS_IDS } from "./harnesses"

type Started = OutputOf<"session.start">
type Me = OutputOf<"me.show">

/** Default time limit of a hook in seconds since the start of the process. A harness waits for its hooks. */
const SECONDS = 2
/** Milliseconds of the limit that are reserved for the end of the process. */
const MARGIN_MS = 150
/** Minimum time in milliseconds for reading the call and queueing its write. */
const LEAST_MS = 250
/** Milliseconds before the limit at which requests are given up, so that the failure can be recorded. */
const LAST_MS = 50
/** Share of the remaining time, from 0 to 1, for queued writes at a session start. */
const SHARE_FOR_QUEUE = 0.4

/**
 * The server of a hook. Looked up after the write is queued, so that an invalid address does not lose the
 * write.
 */
export interface HookServer {
  /** Returns the server. Throws if the address is invalid. */
  find(): Server
  /** The address as it was given, valid or not. */
  readonly given: string
}

/** Handles one call of a harness and ends the process, always with exit code 0. */
export async function serveHook(
  { words, values }: Pick<ParsedArguments, "words" | "values">,
  reached: HookServer,
): Promise<never> {
  const left = Math.max(
    LEAST_MS,
    Number(values.within ?? SECONDS) * 1_000 - MARGIN_MS - (Date.now() - performance.timeOrigin),
  )
  const end = Date.now() + left
  const heard = { all: false }
  // The process ends at the limit. If the write is not queued yet, it gets another `LEAST_MS`. Responses that
  // have arrived are still handled.
  setTimeout(
    () => void (heard.all ? turn().then(() => turn()) : pause(LEAST_MS)).then(() => process.exit(0)),
    left,
  )
  process.stdout.on("error", () => process.exit(0)) // the reader closed the pipe
  try {
    const event = findEvent(words[0] as string)
    if (event === null) say(noEvent(words[0] as string))
    else
      await answer(
        readCall({
          event,
          values,
          env: process.env,
          text: await standardInput(Math.max(left / 2, LEAST_MS - LAST_MS), say),
          cwd: process.cwd(),
          newSession: () => `hook-${randomUUID()}`,
        }),
        reached,
        { end, heard },
      )
  } catch (cause) {
    say(cause instanceof Error ? cause.message : String(cause))
  }
  return process.exit(0)
}

function noEvent(word: string): string {
  const meant = suggestEvent(word)
  return `unknown event ${JSON.stringify(word)}${meant === null ? "." : `. Did you mean ${meant}?`} Events: ${HOOK_EVENTS.join(", ")}`
}

async function answer(
  call: HookCall,
  reached: HookServer,
  { end, heard }: { end: number; heard: { all: boolean } },
): Promise<void> {
  const now = new Date()
  const folders = queueFolders(process.env)
  const queued = writeFor(call, reached, now)
  const kept = queued === null || keep(folders, queued)
  heard.all = true
  const server = reached.find()
  const delivered = (
    kept
      ? deliver(folders, server, { now, place: call, until: end - LAST_MS, say })
      : sendAtOnce(server, queued, say)
  ).then((refused) => refused.forEach(say), sayWhy)
  if (call.event !== "session-start") return void (await delivered)
  const [agent] = await Promise.all([
    agentOn(server, call),
    // Writes of earlier sessions are sent first if that takes little time.
    Promise.race([delivered, pause((end - Date.now()) * SHARE_FOR_QUEUE)]),
  ])
  await startSessionOn(server, { ...call, agent }, now)
  await Promise.race([delivered, pause(Math.max(0, end - Date.now()))])
}

/** Returns the write to queue for a call, or null. */
function writeFor(call: HookCall, reached: HookServer, now: Date): QueuedWrite | null {
  const found = writeOf(call, now)
  if (found !== null && found.lost !== null) say(found.lost)
  if (isTrial(call))
    say(
      "no session was given, so nothing was recorded. To see queued writes and permissions, run quarterdeck hook status",
    )
  return found && { id: randomUUID(), url: urlOf(reached), at: now.toISOString(), ...found.write }
}

/** Starts a session and prints the context for the harness. */
async function startSessionOn(server: Server, call: HookCall, now: Date): Promise<void> {
  const { session, project, team, agent, harness, task, budget } = call
  const request = commandRequestOf("session.start", {
    session,
    project,
    team,
    agent,
    harness,
    task,
    budget,
    onDisk: listDiskMemory({ ...call, today: now.toISOString().slice(0, 10) }),
  })
  const started = await sendRequest<Partial<Started>>(
    { url: server.url, ...server.key(), ...request, key: randomUUID() },
    overHttp,
  ).catch(sayWhy)
  if (typeof started?.message === "string") say(started.message)
  if (typeof started?.text === "string" && started.text !== "") await print(answerTo(call, started.text))
}

/** Returns the named agent, else the access token's, else the assumed one. */
async function agentOn(server: Server, { agent, agentIsAssumed }: HookCall): Promise<string> {
  if (!agentIsAssumed) return agent
  const me = await sendRequest<Partial<Me>>(
    { url: server.url, ...server.key(), ...commandRequestOf("me.show", {}) },
    overHttp,
  ).catch(() => null) // The request that starts the session reports the error.
  return typeof me?.agent === "string" ? me.agent : agent
}

/** Returns the server's address, or the given one if it is invalid. */
function urlOf(reached: HookServer): string {
  try {
    return reached.find().url
  } catch {
    return reached.given
  }
}

/** Queues a write in the first writable folder. Returns false if there is none. */
function keep(folders: readonly string[], queued: QueuedWrite): boolean {
  const why: string[] = []
  for (const folder of folders) {
    try {
      enqueue(folder, queued)
      return true
    } catch (cause) {
      why.push(`${folder} is not writable (${(cause as Error).message})`)
    }
  }
  say(`${why.join("; ")}. Writes cannot be queued. Set XDG_STATE_HOME to a writable folder`)
  return false
}

const print = (answer: string) =>
  new Promise<void>((resolve) => process.stdout.write(`${answer}\n`, () => resolve()))

/** Prints a message on standard error, which harnesses keep in their logs. */
function say(message: string): void {
  console.error(`quarterdeck: ${message}`)
}

/** Prints an error, unless the server is unavailable, because the write then stays queued. Returns null. */
function sayWhy(cause: unknown): null {
  if (!(cause instanceof CommandError && cause.reason === "unavailable"))
    say(cause instanceof Error ? cause.message : String(cause))
  return null
}

/**
 * Command that runs a hook. Bundled separately from all other commands, because each import delays the start
 * of a session.
 */
export const hookCommand: Command = {
  name: "hook",
  form: "hook EVENT [--project P] [--agent A] [--team T] [--session ID] [--harness H] [--task T] [--budget N] [--within SECONDS]",
  about: "run a hook: session start, compaction or session end (called by harnesses)",
  purpose: "agents",
  words: [1, 1],
  takes: [{ values: HOOK_EVENTS, problem: () => null }],
  options: {
    project: {
      value: "P",
      about:
        "the project (default: QUARTERDECK_PROJECT, then the name of the folder in which the harness runs)",
      takes: PROJECT,
    },
    agent: {
      value: "A",
      about: "the agent (default: QUARTERDECK_AGENT, then the access token's agent, then the harness's name)",
      takes: AGENT,
    },
    team: {
      value: "T",
      about: "the team (default: QUARTERDECK_TEAM). Optional if the project identifies it",
      takes: TEAM,
    },
    session: {
      value: "ID",
      about:
        "the session's ID (default: QUARTERDECK_SESSION, then the ID that the harness sends on standard input)",
    },
    harness: {
      value: "H",
      about: "input and output format (default: QUARTERDECK_HARNESS, otherwise detected automatically)",
      takes: { values: HARNESS_IDS, problem: () => null },
    },
    task: { value: "T", about: "the session's task" },
    budget: {
      value: "TOKENS",
      about: "maximum size of the context in tokens (default: 2,000)",
      takes: wholeNumber(1, 200_000),
    },
    within: {
      value: "SECONDS",
      about: `timeout in seconds (default: ${SECONDS})`,
      takes: wholeNumber(1, 600),
    },
  },
  notes:
    "quarterdeck hook install writes this command to a harness's settings. docs/hooks.md describes each harness.\n\nEVENT is session-start, pre-compact or session-end, or the harness's own name for it (SessionStart, PreCompact, SessionEnd, PreCompress). Reads the\nharness's JSON from standard input and responds in its format: context at session-start. pre-compact saves the latest exchange, and session-end closes the\nsession. A hook never breaks a session: on errors, standard output stays empty. Failed writes are queued in ${XDG_STATE_HOME:-~/.local/state}/quarterdeck/queue and sent exactly once by the next hook.",
  exits:
    "Exits with 0 even if the hook fails or the event is unknown, and prints the reason to standard error. Exits with 1 only if options or arguments are invalid. Never exits with 2, which harnesses treat as an instruction to stop.",
  examples: ["hook session-start --project ledger --agent unit-tester"],
  async run({ words, values, server }) {
    return serveHook({ words, values }, { find: () => server, given: server.url })
  },
}

/** A memory file in the project's folder that the harness or agent reads by itself. */
export interface DiskMemoryFile {
  /** Path below the project's folder, with /. */
  readonly path: string
  /** Hexadecimal hash of the bytes. */
  readonly sha256: string
}

const LARGEST = 1024 * 1024

/**
 * Returns the existing memory files of the agent and the project. `today`: ISO date of the daily log. Special
 * and unreadable files and files of more than 1 MB are left out.
 */
export function listDiskMemory({
  folder,
  agent,
  project,
  today,
}: {
  folder: string
  agent: string
  project: string
  today: string
}): DiskMemoryFile[] {
  const ofAgent = isName(agent)
    ? [`.kaizen/agents/${agent}/memory.md`, `.claude/agent-memory/${agent}/MEMORY.md`]
    : []
  const ofProject = isName(project) ? [`memory/projects/${project}/memory.json`] : []
  return [
    ...ofAgent,
    "MEMORY.md",
    `memory/${today}.md`,
    ".sdd/cache/project_memory.json",
    ...ofProject,
  ].flatMap((path) => {
    const sha256 = hashOf(join(folder, path))
    return sha256 === null ? [] : [{ path, sha256 }]
  })
}

/** True if a name can be part of a path without leaving the folder. */
const isName = (name: string): boolean => /^[^/\\\0]{1,200}$/.test(name) && name !== "." && name !== ".."

function hashOf(file: string): string | null {
  let open: number | null = null
  try {
    open = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK) // a named pipe would block
    const found = fstatSync(open)
    if (!found.isFile() || found.size > LARGEST) return null
    return createHash("sha256").update(readFileSync(open)).digest("hex")
  } catch {
    return null
  } finally {
    if (open !== null) closeSync(open)
  }
}
