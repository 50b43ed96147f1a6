import { randomUUID } from "node:crypto"
import { setImmediate as turn, setTimeout as pause } from "node:timers/promises"
import type { z } from "zod"
import type { showMe } from "@/lib/operations/teams/me"
import type { startSession } from "@/lib/operations/sessions/start"
import { ask } from "../infra/ask"
import type { Given } from "../infra/command"
import { Stop } from "../infra/refusal"
import type { Server } from "../infra/server"
import { eventMeant, eventNamed, HOOK_EVENTS } from "../infra/hook-events"
import { answerTo, type HookCall, readCall } from "./call"
import { deliver, sendAtOnce } from "./deliver"
import { onDisk } from "./on-disk"
import { overHttp } from "./over-http"
import { enqueue, type Queued, queueFolders } from "./queue"
import { standardInput } from "./standard-input"
import { isTrial, writeOf } from "./writes"

type Started = z.output<(typeof startSession)["output"]>
type Me = z.output<(typeof showMe)["output"]>

/** A harness waits for its hooks: after so long since the process began, this one is gone. */
export const SECONDS = 2
/** Of that, what ending itself takes. */
const MARGIN_MS = 150
/** However late it is: so long for reading what is to be written and keeping it. */
const LEAST_MS = 250
/** What is under way so long before the end has failed: that is still to be noted. */
const LAST_MS = 50
/** Of what is left when a session begins, the share for what waited. */
const SHARE_FOR_QUEUE = 0.4

/** Which server a hook asks: known only when it is looked for, as an address that is none must lose nothing. */
export interface Reached {
  /** The server, or why there is none. */
  find(): Server
  /** The address as it was given, whatever it is. */
  readonly given: string
}

/** Serves one call of a harness and ends the process, with 0 whatever goes wrong. */
export async function serveHook(
  { words, values }: Pick<Given, "words" | "values">,
  reached: Reached,
): Promise<never> {
  const left = Math.max(
    LEAST_MS,
    Number(values.within ?? SECONDS) * 1_000 - MARGIN_MS - (Date.now() - performance.timeOrigin),
  )
  const end = Date.now() + left
  const heard = { all: false }
  // Whatever is under way: what is to be written is in the queue by then, or has a moment left to get there. What has come already is still looked at.
  setTimeout(
    () => void (heard.all ? turn().then(() => turn()) : pause(LEAST_MS)).then(() => process.exit(0)),
    left,
  )
  process.stdout.on("error", () => process.exit(0)) // nobody listens any more
  try {
    const event = eventNamed(words[0] as string)
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
  const meant = eventMeant(word)
  return `unknown event ${JSON.stringify(word)}${meant === null ? "." : `. Did you mean ${meant}?`} Events: ${HOOK_EVENTS.join(", ")}`
}

async function answer(
  call: HookCall,
  reached: Reached,
  { end, heard }: { end: number; heard: { all: boolean } },
): Promise<void> {
  const now = new Date()
  const folders = queueFolders(process.env)
  const { lost = null, write = null } = writeOf(call, now) ?? {}
  const queued = write && { id: randomUUID(), url: urlOf(reached), at: now.toISOString(), ...write }
  if (lost !== null) say(lost)
  if (isTrial(call))
    say(
      "no session is named and there is nothing to record. Nothing was written. quarterdeck hook status shows queued writes and rights",
    )
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
    Promise.race([delivered, pause((end - Date.now()) * SHARE_FOR_QUEUE)]), // what another session left comes first, if it comes soon
  ])
  const { session, project, team, harness, task, budget } = call
  const body = {
    session,
    project,
    team,
    agent,
    harness,
    task,
    budget,
    onDisk: onDisk({ ...call, agent, today: now.toISOString().slice(0, 10) }),
  }
  const started = await ask<Partial<Started>>(
    { url: server.url, ...server.key(), method: "POST", path: "/sessions", body, key: randomUUID() },
    overHttp,
  ).catch(sayWhy)
  if (typeof started?.message === "string") say(started.message)
  if (typeof started?.text === "string" && started.text !== "") await print(answerTo(call, started.text))
  await Promise.race([delivered, pause(Math.max(0, end - Date.now()))])
}

/** Returns whose files to look for on this disk: the agent that is named, else the access token's, else the assumed one. */
async function agentOn(server: Server, { agent, agentIsAssumed }: HookCall): Promise<string> {
  if (!agentIsAssumed) return agent
  const me = await ask<Partial<Me>>(
    { url: server.url, ...server.key(), method: "GET", path: "/me" },
    overHttp,
  ).catch(() => null) // the session's own request says why
  return typeof me?.agent === "string" ? me.agent : agent
}

/** The server's own name for itself, or the address that is none, as it was given. */
function urlOf(reached: Reached): string {
  try {
    return reached.find().url
  } catch {
    return reached.given
  }
}

/** Whether what is to be written waits safely in one of the folders, the first that takes it. */
function keep(folders: readonly string[], queued: Queued): boolean {
  const why: string[] = []
  for (const folder of folders) {
    try {
      enqueue(folder, queued)
      return true
    } catch (cause) {
      why.push(`${folder} is not writable (${(cause as Error).message})`)
    }
  }
  say(`${why.join("; ")}. Nothing can be queued. Set XDG_STATE_HOME to another folder`)
  return false
}

const print = (answer: string) =>
  new Promise<void>((resolve) => process.stdout.write(`${answer}\n`, () => resolve()))

/** On standard error, which harnesses show to whoever looks for it. */
function say(message: string): void {
  console.error(`quarterdeck: ${message}`)
}

/** A server that is away is no news to a session. */
function sayWhy(cause: unknown): null {
  if (!(cause instanceof Stop && cause.reason === "unavailable"))
    say(cause instanceof Error ? cause.message : String(cause))
  return null
}
