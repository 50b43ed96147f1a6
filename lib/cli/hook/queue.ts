import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { z } from "zod"

/** A write that a server has yet to take. */
const Queued = z.object({
  /** Under which it takes effect once, however often it is sent. */
  id: z.string(),
  /** The server that it is for. */
  url: z.string(),
  path: z.string(),
  body: z.record(z.string(), z.unknown()),
  /** What is sent instead where the server does not take the words: they hold a secret, say. */
  instead: z.record(z.string(), z.unknown()).optional(),
  /** ISO instant. */
  at: z.string(),
})
export type Queued = z.output<typeof Queued>

/** A write that no server takes for so long is let go: logs take nothing older. */
const KEPT_DAYS = 30

type Environment = Readonly<Record<string, string | undefined>>

export function queueFolder(env: Environment): string {
  return join(env.XDG_STATE_HOME || join(homedir(), ".local", "state"), "quarterdeck", "queue")
}

/** Puts a write into the queue, whole or not at all, readable by nobody else. Returns its file. */
export function enqueue(folder: string, one: Queued): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${one.at.replaceAll(/[^\d]/g, "")}-${one.id}.json`)
  const draft = `${file}.${process.pid}`
  const open = openSync(draft, "wx", 0o600)
  try {
    writeSync(open, JSON.stringify(one))
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
  renameSync(draft, file)
  return file
}

/** What waits for a server, the oldest first. What cannot be read, or is too old, goes. */
export function waitingFor(folder: string, url: string, now: Date): { file: string; queued: Queued }[] {
  return filesIn(folder).flatMap((file) => {
    const queued = readQueued(file)
    if (queued !== null && now.getTime() - Date.parse(queued.at) <= KEPT_DAYS * 86_400_000) return queued.url === url ? [{ file, queued }] : []
    dequeue(file)
    return []
  })
}

/** It was taken, or never will be. */
export const dequeue = (file: string): void => rmSync(file, { force: true })

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".json")).toSorted().map((name) => join(folder, name))
  } catch {
    return [] // nothing was ever queued
  }
}

function readQueued(file: string): Queued | null {
  try {
    return Queued.parse(JSON.parse(readFileSync(file, "utf8")))
  } catch {
    return null
  }
}
