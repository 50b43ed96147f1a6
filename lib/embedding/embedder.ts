import type { ChildProcess } from "node:child_process"
import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import type { CancelRequest, EmbedRequest, EmbedResponse } from "./local-worker"

/** Turns texts into vectors. Texts of similar meaning have vectors with a small distance. */
export interface Embedder {
  /** Id of the model. Only vectors of the same id can be compared. */
  readonly id: string
  /** Number of dimensions of the vectors. Null if it is not known before the first response. */
  readonly dimensions: number | null
  /** True if texts are sent to another machine. */
  readonly outside: boolean
  /** True if the model supports the script of a text. Vectors of other texts are meaningless. */
  reads(text: string): boolean
  /** Returns a vector for each text, in order. Throws an `EmbeddingError` if the texts cannot be embedded. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>
  /** Stops background processes. The next `embed` starts them again. */
  close(): Promise<void>
}

/**
 * Thrown if texts cannot be embedded. The message names the problem, the place and the next step, and never
 * contains a key.
 */
export class EmbeddingError extends Error {
  override readonly name = "EmbeddingError"

  /** `aboutTexts`: the texts were rejected; others may be accepted. */
  constructor(
    message: string,
    { aboutTexts = false, ...options }: ErrorOptions & { readonly aboutTexts?: boolean } = {},
  ) {
    super(message, options)
    this.aboutTexts = aboutTexts
  }

  readonly aboutTexts: boolean
}

/** Maximum length of a text. Longer texts are truncated. */
const MAX_CHARACTERS = 800
/** Matches a letter of a script other than Latin and Greek. The model does not support such letters. */
const UNREAD = /[^\P{L}\p{Script=Latin}\p{Script=Greek}]/u
/** True if the local model supports the script of a text. */
export const localModelReads = (text: string): boolean => !UNREAD.test(text)

/** Idle time after which the process stops and frees its 300 MB. */
const IDLE_MS = 10 * 60_000

/** Niceness of the process: a lower priority than the server's 0, so that imports and pages go first. */
const PRIORITY = 10

/** Model of `localEmbedder`. */
export const LOCAL_MODEL = "all-MiniLM-L6-v2"

/**
 * Returns the sentence encoder all-MiniLM-L6-v2 (English) from an npm package: 384 dimensions, no network. It runs in a child process of low
 * priority, so that it takes no memory and no computing time from the server.
 */
export function localEmbedder({
  idleMs = IDLE_MS,
  worker: file = join(process.env.QUARTERDECK_ROOT ?? process.cwd(), "dist", "embed-worker.mjs"),
} = {}): Embedder {
  const worker = new EmbeddingWorker(file, idleMs)
  return {
    id: LOCAL_MODEL,
    dimensions: 384,
    outside: false,
    reads: localModelReads,
    async embed(texts, signal) {
      signal?.throwIfAborted()
      return texts.length === 0 ? [] : worker.embed(texts, signal)
    },
    close: () => worker.close(),
  }
}

interface Waiting {
  done(vectors: Float32Array[]): void
  failed(cause: Error): void
}

/** The child process that computes embeddings. Starts on the first request and stops when idle. */
class EmbeddingWorker {
  private readonly waiting = new Map<number, Waiting>()
  private process: ChildProcess | null = null
  private idle: NodeJS.Timeout | undefined
  private lastId = 0

  constructor(
    private readonly file: string,
    private readonly idleMs: number,
  ) {}

  /**
   * Returns a vector for each text, in order. Throws an EmbeddingError if the bundle of the process is
   * missing.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    clearTimeout(this.idle)
    const child = (this.process ??= this.start())
    this.lastId += 1
    const request: EmbedRequest = {
      id: this.lastId,
      texts: texts.map((text) => text.slice(0, MAX_CHARACTERS)),
    }
    return new Promise((done, failed) => {
      const abort = () => {
        this.waiting.delete(request.id)
        this.process?.send({ drop: request.id } satisfies CancelRequest)
        failed(signal?.reason as Error)
        this.rest()
      }
      signal?.addEventListener("abort", abort, { once: true })
      const removeAbort = () => signal?.removeEventListener("abort", abort)
      this.waiting.set(request.id, {
        done(vectors) {
          removeAbort()
          done(vectors)
        },
        failed(cause) {
          removeAbort()
          failed(cause)
        },
      })
      keepParent(child, true)
      child.send(request)
    })
  }

  async close(): Promise<void> {
    clearTimeout(this.idle)
    const ending = this.process
    this.process = null
    this.failAll(new EmbeddingError("the embedding worker was stopped"))
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise((done) => ending.once("exit", done))
    keepParent(ending, true) // An idle process does not keep this one running, which would then end before it.
    ending.kill("SIGKILL")
    await ended
  }

  private start(): ChildProcess {
    if (!existsSync(this.file))
      throw new EmbeddingError(
        `${this.file}, which computes embeddings on this machine, is missing. Run npm start to build it`,
      )
    // Not imported, because the bundler of the pages would include every file of the clone.
    const { fork } = process.getBuiltinModule("node:child_process")
    const started = fork(resolve(this.file), {
      execArgv: ["--max-old-space-size=256"],
      serialization: "advanced",
      // Ctrl-C in a terminal reaches a whole process group, but the server decides when its children stop.
      detached: true,
      env: { NODE_ENV: process.env.NODE_ENV },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    })
    lowerPriority(started)
    started.on("message", (response: EmbedResponse) => this.receive(response))
    started.on("error", (cause) => this.ended(started, cause))
    started.on("exit", () => this.ended(started))
    return started
  }

  private receive({ id, vectors, error }: EmbedResponse): void {
    const one = this.waiting.get(id)
    this.waiting.delete(id)
    if (vectors) one?.done([...vectors])
    else one?.failed(new EmbeddingError(`the local embedding model failed: ${error}`))
    this.rest()
  }

  private ended(child: ChildProcess, cause?: Error): void {
    if (this.process !== child) return
    this.process = null
    this.failAll(
      new EmbeddingError(
        `the embedding worker stopped${cause ? ` (${cause.message})` : ""}. It restarts when needed`,
        { cause },
      ),
    )
  }

  private failAll(cause: Error): void {
    for (const one of this.waiting.values()) one.failed(cause)
    this.waiting.clear()
  }

  /** Lets the server exit, and stops the process after the idle time, unless a request is waiting. */
  private rest(): void {
    clearTimeout(this.idle)
    if (this.waiting.size > 0) return
    keepParent(this.process, false)
    this.idle = setTimeout(() => void this.close(), this.idleMs).unref()
  }
}

function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.getBuiltinModule("node:os").setPriority(pid, PRIORITY)
  } catch {
    // The process has ended, or the system does not allow it.
  }
}

/** Sets whether the server stays alive while the process runs. */
function keepParent(child: ChildProcess | null, isKept: boolean): void {
  if (isKept) child?.ref()
  else child?.unref()
  if (isKept) child?.channel?.ref()
  else child?.channel?.unref()
}
