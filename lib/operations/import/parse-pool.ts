import { existsSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { Piscina } from "piscina"
import type { Candidate } from "@/lib/formats/identify"
import { type Derivation, setAside } from "./derive"

/** What a worker is given: formats travel by id. */
export interface ParseTask {
  readonly path: string
  readonly bytes: Uint8Array
  readonly candidates: readonly Candidate[]
}

const held = globalThis as unknown as { quarterdeckParsers?: Piscina<ParseTask[], Derivation[]> }

/** Derives files in worker threads, in the order given. Where the worker's bundle is not built (tests), in this thread. */
export async function parseFiles(tasks: readonly ParseTask[]): Promise<Derivation[]> {
  const workers = parsers()
  if (workers === null) {
    const { derive } = await import("./derive")
    return tasks.map((task) => derive(task.path, task.bytes, task.candidates))
  }
  const shares = split(tasks, Math.max(1, Math.min(workers.options.maxThreads, Math.ceil(tasks.length / 8))))
  const results = await Promise.all(shares.map((share) => deriveShare(workers, share)))
  return results.flat()
}

/** Milliseconds after which a share, or a file alone, is taken for one that never ends. */
const PATIENCE = { share: 60_000, file: 30_000 }

/** A file that takes its worker down, or never comes to an end, is set aside alone: the others of its share are read again. */
async function deriveShare(
  workers: Piscina<ParseTask[], Derivation[]>,
  share: readonly ParseTask[],
): Promise<Derivation[]> {
  try {
    return await workers.run([...share], {
      signal: AbortSignal.timeout(share.length > 1 ? PATIENCE.share : PATIENCE.file),
    })
  } catch (cause) {
    const [only] = share
    if (share.length > 1 || only === undefined) {
      const derived: Derivation[] = []
      for (const task of share) derived.push(...(await deriveShare(workers, [task])))
      return derived
    }
    console.error(`${only.path} was too much for its parser:`, cause)
    const why =
      (cause as Error).name === "AbortError"
        ? `more than ${PATIENCE.file / 1000} seconds`
        : "more memory than a parser may have"
    return [setAside("parser-failed", `reading it takes ${why}; it was left out, nothing else was`)]
  }
}

function parsers(): Piscina<ParseTask[], Derivation[]> | null {
  if (held.quarterdeckParsers) return held.quarterdeckParsers
  const filename = join(process.env.QUARTERDECK_ROOT ?? process.cwd(), "dist", "parse-worker.mjs")
  if (!existsSync(filename)) return null
  held.quarterdeckParsers = new Piscina({
    filename,
    minThreads: 0,
    // The database works beside the parsers: it gets a core of its own.
    maxThreads: Math.min(4, Math.max(1, availableParallelism() - 1)),
    idleTimeout: 5_000,
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 },
  })
  return held.quarterdeckParsers
}

function split<T>(all: readonly T[], count: number): T[][] {
  const size = Math.ceil(all.length / count)
  return Array.from({ length: count }, (_, place) => all.slice(place * size, (place + 1) * size)).filter(
    (share) => share.length > 0,
  )
}
