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
  statSync,
  writeFileSync,
} from "node:fs"
import { homedir, tmpdir } from "node:os"
import { basename, dirname, isAbsolute, join } from "node:path"
import { isSameServer } from "../infra/server"

/** A write that waits for its server. */
export interface QueuedWrite {
  /** Idempotency key: the write takes effect once. */
  readonly id: string
  /** Address of the server, or the given text if it is not a valid address. */
  readonly url: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** Body to send if the server rejects the text, for example because of a secret. */
  readonly instead?: Readonly<Record<string, unknown>>
  /** ISO instant. */
  readonly at: string
}

export interface WaitingWrite {
  readonly file: string
  /** Number of failed attempts while the server was reachable. */
  readonly failures: number
  readonly queued: QueuedWrite
}

/** Days after which a write is dropped, because daily logs accept no older entries. */
const KEPT_DAYS = 30

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the folders of the queue: one in the user's state folder, and a temporary one in case a harness
 * makes the state folder read-only.
 */
export function queueFolders(env: Environment): string[] {
  const temporary = join(tmpdir(), temporaryName(process.getuid?.()), "queue")
  try {
    return [queueFolder(env), temporary]
  } catch {
    return [temporary] // the user has no home directory
  }
}

const temporaryName = (user: number | undefined): string => `quarterdeck-${user ?? "own"}`

export function queueFolder(env: Environment): string {
  const state = [env.XDG_STATE_HOME ?? "", join(homedir(), ".local", "state")].find(isAbsolute)
  if (state === undefined) throw new Error("HOME is not an absolute path")
  return join(state, "quarterdeck", "queue")
}

/** Adds a write to the queue atomically, readable only by the user. Returns its file. */
export function enqueue(folder: string, one: QueuedWrite): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!isOurs(folder)) throw new Error("it belongs to another user, or other users can read it")
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
    rmSync(draft, { force: true }) // removes a partial file, for example on a full disk
    throw cause
  }
  return file
}

/**
 * Project and agent of a call. Writes with an invalid URL are sent to the server of the next call for the
 * same project and agent.
 */
export interface CallPlace {
  readonly project: string
  readonly team: string | undefined
  readonly agent: string
}

/**
 * Returns the agent of a write: the named agent, else the default one. The server may choose the access
 * token's agent instead of the default.
 */
export const agentOf = ({ body }: QueuedWrite): string => String(body.agent ?? body.defaultAgent)

/**
 * Yields the writes for a server, read lazily, failed writes first and then by age, oldest first. With
 * `place`, also yields its writes with an invalid URL. Quarantines unreadable writes and deletes old ones.
 */
export function* waitingFor(
  folders: readonly string[],
  url: string,
  now: Date,
  place?: CallPlace,
): Generator<WaitingWrite> {
  for (const waiting of allWaiting(folders, now))
    if (isSameServer(waiting.queued.url, url) || isLost(waiting.queued, place)) yield waiting
}

/**
 * Yields the writes for all servers, failed writes first and then by age, oldest first. Quarantines
 * unreadable writes and deletes old ones.
 */
export function* allWaiting(folders: readonly string[], now: Date): Generator<WaitingWrite> {
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

/** Removes a write that was sent or permanently rejected, with the record of its refusal. */
export function dequeue(file: string): void {
  rmSync(file, { force: true })
  forgetRefusal(file)
}

/**
 * Increases the number of failures in the file's name, so that a write that another process removed does not
 * come back.
 */
export function countFailure({ file, failures }: WaitingWrite): void {
  try {
    renameSync(file, file.replace(/(?:\.\d+)?\.json$/, `.${failures + 1}.json`))
  } catch {
    // removed by another process, or the folder is read-only: the write keeps its name
  }
}

/** Deletes quarantined files, drafts and records of refusals that are older than `KEPT_DAYS`. */
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

function isLost(queued: QueuedWrite, place: CallPlace | undefined): boolean {
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
    return [] // the queue does not exist
  }
}

/**
 * True unless the temporary folder was created by another user or is accessible to others. Every user can
 * write to the system's temporary folder.
 */
function isOurs(folder: string): boolean {
  const own = process.getuid?.()
  const parent = dirname(folder)
  if (own === undefined || basename(parent) !== temporaryName(own)) return true
  const { uid, mode } = lstatSync(parent)
  return uid === own && (mode & 0o077) === 0
}

/**
 * Returns the write in a file. Null if the file cannot be read now, or is invalid. Invalid files are
 * quarantined.
 */
function readQueued(file: string): QueuedWrite | null {
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

function queuedIn(text: string): QueuedWrite | null {
  try {
    const value = JSON.parse(text) as unknown
    return isObject(value) && isQueued(value) ? value : null
  } catch {
    return null
  }
}

function isQueued(value: object): value is QueuedWrite {
  const { id, url, path, at, body, instead } = value as Partial<Record<keyof QueuedWrite, unknown>>
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
    // The file stays and is skipped.
  }
}

/** The server's last response to a write that it did not accept. */
export interface Refusal {
  /** ISO instant. */
  readonly at: string
  readonly message: string
}

/**
 * Returns the folder of the refusals, beside the queue. A refusal is not stored in the write's own file,
 * because that could queue a write again that another process has sent.
 */
const folderOf = (file: string): string => join(dirname(dirname(file)), "answers")

/**
 * Returns the path of the stored refusal of a queued write. Drops the attempt count from the file name,
 * because the count changes.
 */
const placeOf = (file: string): string =>
  join(folderOf(file), basename(file).replace(/(?:\.\d+)?\.json$/, ""))

const LONGEST = 2_000

/**
 * Stores why the server did not accept a write. Errors are ignored, because the write stays queued in any
 * case.
 */
export function noteRefusal(file: string, { at, message }: Refusal): void {
  const place = placeOf(file)
  const draft = `${place}.${process.pid}`
  try {
    mkdirSync(folderOf(file), { recursive: true, mode: 0o700 })
    writeFileSync(draft, JSON.stringify({ at, message: message.slice(0, LONGEST) }), { mode: 0o600 })
    renameSync(draft, place)
  } catch {
    rmSync(draft, { force: true })
  }
}

export function refusalOf(file: string): Refusal | null {
  try {
    const { at, message } = JSON.parse(readFileSync(placeOf(file), "utf8")) as Partial<
      Record<keyof Refusal, unknown>
    >
    return typeof at === "string" && typeof message === "string" && !Number.isNaN(Date.parse(at))
      ? { at, message }
      : null
  } catch {
    return null // No refusal is stored, or it is malformed.
  }
}

const forgetRefusal = (file: string): void => rmSync(placeOf(file), { force: true })

/** Deletes old refusals. `queue`: the folder of the writes. `isTooOld`: takes milliseconds since 1970. */
function tidyRefusals(queue: string, isTooOld: (at: number) => boolean): void {
  const folder = folderOf(join(queue, "x"))
  try {
    for (const name of readdirSync(folder))
      if (isTooOld(statSync(join(folder, name)).mtimeMs)) rmSync(join(folder, name), { force: true })
  } catch {
    // no records, or another process deletes them
  }
}
