import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs"
import { homedir, tmpdir } from "node:os"
import { basename, dirname, isAbsolute, join } from "node:path"
import { isSameServer } from "../infra/server"
import { forgetRefusal, tidyRefusals } from "./answers"

/** A write that a server has yet to take. */
export interface Queued {
  /** Under which it takes effect once, however often it is sent. */
  readonly id: string
  /** The server that it is for; what was given for it, where that is no address. */
  readonly url: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** What is sent instead where the server does not take the words: they hold a secret, say. */
  readonly instead?: Readonly<Record<string, unknown>>
  /** ISO instant. */
  readonly at: string
}

export interface Waiting {
  readonly file: string
  /** How often it was not taken while the server answered. */
  readonly failures: number
  readonly queued: Queued
}

/** A write that no server takes for so long is let go: logs take nothing older. */
const KEPT_DAYS = 30

type Environment = Readonly<Record<string, string | undefined>>

/** Where writes wait: a person's own state; where that cannot be written to (a harness may see to that), a folder for temporary files. */
export function queueFolders(env: Environment): string[] {
  const temporary = join(tmpdir(), temporaryName(process.getuid?.()), "queue")
  try {
    return [queueFolder(env), temporary]
  } catch {
    return [temporary] // nobody's home is known
  }
}

const temporaryName = (user: number | undefined): string => `quarterdeck-${user ?? "own"}`

export function queueFolder(env: Environment): string {
  const state = [env.XDG_STATE_HOME ?? "", join(homedir(), ".local", "state")].find(isAbsolute)
  if (state === undefined) throw new Error("HOME is not a folder")
  return join(state, "quarterdeck", "queue")
}

/** Puts a write into the queue, whole or not at all, readable by nobody else. Returns its file. */
export function enqueue(folder: string, one: Queued): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!isOurs(folder)) throw new Error("it belongs to another user, or others can read it")
  const file = join(folder, `${one.at.replaceAll(/[^\d]/g, "")}-${one.id}.json`)
  const draft = `${file}.${process.pid}`
  const open = openSync(draft, "wx", 0o600)
  try {
    try {
      writeSync(open, JSON.stringify(one))
      fsyncSync(open)
    } finally {
      closeSync(open)
    }
    renameSync(draft, file)
  } catch (cause) {
    rmSync(draft, { force: true }) // a disk that is full has no use for half of it
    throw cause
  }
  return file
}

/** What a call is about: writes that were queued for an address that is none go to the server that the next such call asks. */
export interface Place {
  readonly project: string
  readonly team: string | undefined
  readonly agent: string
}

/** Returns whose a write is, as far as this machine knows. */
export const agentOf = ({ body }: Queued): string => String(body.agent ?? body.defaultAgent)

/**
 * What waits for a server, read as it is asked for: what failed before, then the rest, each the oldest first. What cannot be understood
 * is set aside; what is too old goes.
 */
export function* waitingFor(
  folders: readonly string[],
  url: string,
  now: Date,
  place?: Place,
): Generator<Waiting> {
  for (const waiting of allWaiting(folders, now))
    if (isSameServer(waiting.queued.url, url) || isLost(waiting.queued, place)) yield waiting
}

/** The same, whichever server it waits for. */
export function* allWaiting(folders: readonly string[], now: Date): Generator<Waiting> {
  const named = folders
    .flatMap(namesIn)
    .toSorted((a, b) => Number(a.failures === 0) - Number(b.failures === 0) || (a.name < b.name ? -1 : 1))
  for (const { file, failures } of named) {
    const queued = readQueued(file)
    if (queued === null) continue
    if (isTooOld(Date.parse(queued.at), now)) dequeue(file)
    else yield { file, failures, queued }
  }
}

/** It was taken, or never will be. */
export function dequeue(file: string): void {
  rmSync(file, { force: true })
  forgetRefusal(file)
}

/** It was not taken while others may be: counted in its name, which nothing that another process does meanwhile brings back. */
export function countFailure({ file, failures }: Waiting): void {
  try {
    renameSync(file, file.replace(/(?:\.\d+)?\.json$/, `.${failures + 1}.json`))
  } catch {
    // another process has had it taken, or the folder cannot be written to: it is tried again in its old place
  }
}

/** Lets go of what was set aside, and of drafts that nobody finished, once they are as old as anything that is let go. */
export function tidy(folders: readonly string[], now: Date): void {
  for (const folder of folders) {
    tidyRefusals(folder, (at) => isTooOld(at, now))
    for (const name of entriesOf(folder).filter((one) => /\.json\.(?:\d+|unreadable)$/.test(one))) {
      const file = join(folder, name)
      const { mtimeMs } = lstatSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity }
      if (isTooOld(mtimeMs, now)) dequeue(file)
    }
  }
}

const isTooOld = (at: number, now: Date): boolean => now.getTime() - at > KEPT_DAYS * 86_400_000

function isLost(queued: Queued, place: Place | undefined): boolean {
  const { url, body } = queued
  if (place === undefined || /^https?:\/\/[^/]/.test(url)) return false
  return body.project === place.project && agentOf(queued) === place.agent && body.team === place.team
}

function namesIn(folder: string): { file: string; name: string; failures: number }[] {
  return entriesOf(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => ({
      file: join(folder, name),
      name,
      failures: Number(/\.(\d+)\.json$/.exec(name)?.[1] ?? 0),
    }))
}

function entriesOf(folder: string): string[] {
  try {
    return isOurs(folder) ? readdirSync(folder) : []
  } catch {
    return [] // nothing was ever queued
  }
}

/** Where everybody may make folders, one that somebody else made is no place for what was said. */
function isOurs(folder: string): boolean {
  const own = process.getuid?.()
  const parent = dirname(folder)
  if (own === undefined || basename(parent) !== temporaryName(own)) return true
  const { uid, mode } = lstatSync(parent)
  return uid === own && (mode & 0o077) === 0
}

/** Null where it cannot be read at present, and where it is no such thing: that is kept aside, for whoever looks for it. */
function readQueued(file: string): Queued | null {
  let text: string
  try {
    text = readFileSync(file, "utf8")
  } catch {
    return null
  }
  const queued = queuedIn(text)
  if (queued === null) setAside(file)
  return queued
}

function queuedIn(text: string): Queued | null {
  try {
    const value = JSON.parse(text) as unknown
    return isObject(value) && isQueued(value) ? value : null
  } catch {
    return null
  }
}

function isQueued(value: object): value is Queued {
  const { id, url, path, at, body, instead } = value as Partial<Record<keyof Queued, unknown>>
  return (
    [id, url, path, at].every((one) => typeof one === "string") &&
    !Number.isNaN(Date.parse(String(at))) &&
    isObject(body) &&
    (instead === undefined || isObject(instead))
  )
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

function setAside(file: string): void {
  try {
    renameSync(file, `${file}.unreadable`)
  } catch {
    // it stays where it is, and is passed over
  }
}
