import { existsSync } from "node:fs"
import { join } from "node:path"
import { availableParallelism } from "node:os"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { type Analysis, runUnit, type UnitResult, type FailedUnit, type UnitsRequest } from "./analysis"
import { type RunEnd, type StartTimer, UnitChild } from "./child"

interface Pools {
  quarterdeckUnits?: UnitPool
  quarterdeckLargeUnits?: UnitPool
}

const shared = globalThis as unknown as Pools

/** Heap in megabytes for large units. 300,000 entries need about 700 MB. */
const LARGE_HEAP_MB = 1_024

export interface RunOptions<Step> {
  /** True: the unit gets its own child with more memory, and does not delay other calls. */
  readonly isLarge?: boolean
  /** Called for each report of a unit. */
  readonly onStep?: (step: Step) => void
  /** Signal that rejects the call with its reason when aborted. The current unit is ended. */
  readonly signal?: AbortSignal
}

/**
 * Runs an analysis on each input in child processes with limits on memory and time. Returns a result for each
 * input, in order. A unit that fails, crashes or never ends does not affect the others. Throws if no child
 * starts. Without the bundle (in most tests), runs in this process without limits.
 */
export async function runIsolated<In, Out, Step = never>(
  analysis: Analysis<In, Out, Step>,
  inputs: readonly In[],
  { isLarge = false, onStep, signal }: RunOptions<Step> = {},
): Promise<UnitResult<Out>[]> {
  const pool = isLarge ? largePool() : unitPool()
  if (pool === null) {
    const underWay = {
      report: (step: Step) => onStep?.(step),
      signal: signal ?? new AbortController().signal,
    }
    const results: UnitResult<Out>[] = []
    for (const input of inputs) {
      results.push(await runUnit(analysis, input, underWay))
      signal?.throwIfAborted()
    }
    return results
  }
  const told = onStep as ((step: unknown) => void) | undefined
  return (await pool.run({ name: analysis.name, inputs, onStep: told, signal })) as UnitResult<Out>[]
}

function unitPool(): UnitPool | null {
  if (shared.quarterdeckUnits) return shared.quarterdeckUnits
  const script = bundledWorker()
  return script === null ? null : (shared.quarterdeckUnits = new UnitPool({ script }))
}

function largePool(): UnitPool | null {
  if (shared.quarterdeckLargeUnits) return shared.quarterdeckLargeUnits
  const script = bundledWorker()
  const options = { most: 1, heapMb: LARGE_HEAP_MB }
  return script === null ? null : (shared.quarterdeckLargeUnits = new UnitPool({ script, ...options }))
}

function bundledWorker(): string | null {
  const script = join(process.env.QUARTERDECK_ROOT ?? process.cwd(), "dist", "isolated-worker.mjs")
  return existsSync(script) ? script : null
}

/**
 * Runs one unit while a person waits. A failed unit becomes a refusal. `what`: beginning of its sentence,
 * such as "The logs of ann".
 */
export async function runForPerson<In, Out>(
  analysis: Analysis<In, Out>,
  input: In,
  what: string,
): Promise<Outcome<Out>> {
  const [result] = await runIsolated(analysis, [input])
  if (result?.ok) return done(result.value)
  const failed = result ?? { ok: false, failure: "error", message: "no result was returned" }
  console.error(`${what} could not be analyzed: ${failed.message}`)
  return refused("too-large", whyNotAnalyzed(what, failed))
}

/**
 * Returns sentences for a person on why a text could not be analyzed. `what`: beginning of the first
 * sentence.
 */
export function whyNotAnalyzed(what: string, { failure, message }: FailedUnit): string {
  const why = {
    timeout: message.replace(/^it took more than/, "within").replace(/^it made/, "because the analysis made"),
    crash: "because the analysis crashed or exceeded its memory limit",
    error: "because the analysis failed",
  }
  return `${what} could not be analyzed ${why[failure]}. Nothing was changed. Look for very long lines or entries in the files.`
}

/** Number of units that a child takes at a time. It keeps the child busy and still lets calls take turns. */
const BATCH = 32

const UNIT_LIMIT_MS = 30_000
const MOST_MS = 30 * 60_000
/** Heap of a child in megabytes. A 1 MB memory file needs less than 100 MB. */
const HEAP_MB = 256

export interface PoolOptions {
  /** Path of the bundle that calls `serveUnits`. */
  readonly script: string
  /**
   * Maximum number of children. Default: one less than the number of cores, for the database and the server.
   */
  readonly most?: number
  /** Milliseconds after which a unit counts as endless. */
  readonly limitMs?: number
  /** Milliseconds after which a unit is ended even if it reports progress. */
  readonly mostMs?: number
  /** Timer for `limitMs`, replaced in tests. */
  readonly startTimer?: StartTimer
  /** Megabytes of JavaScript heap per child. */
  readonly heapMb?: number
  /** Milliseconds without work after which a child ends. */
  readonly idleMs?: number
}

export interface Call {
  readonly name: string
  readonly inputs: readonly unknown[]
  /** Called for each report of a unit. */
  readonly onStep?: ((step: unknown) => void) | undefined
  /** Signal that rejects the call with its reason when aborted. A child that works on the call is ended. */
  readonly signal?: AbortSignal | undefined
}

interface PendingCall extends Call {
  readonly results: UnitResult<unknown>[]
  next: number
  unsettled: number
  readonly resolve: (results: UnitResult<unknown>[]) => void
  readonly reject: (cause: unknown) => void
}

/**
 * A pool of child processes. Children start on demand, take turns between calls, and end when idle. A unit
 * that crashes its child or takes too long fails alone. A new child continues with the next unit.
 */
export class UnitPool {
  private readonly calls: PendingCall[] = []
  private readonly wakes: (() => void)[] = []
  private children = 0

  constructor(private readonly options: PoolOptions) {}

  /**
   * Resolves with a result for each input, in order. Rejects only if no child starts, or with the reason of
   * the signal.
   */
  run(call: Call): Promise<UnitResult<unknown>[]> {
    if (call.inputs.length === 0) return Promise.resolve([])
    return new Promise((resolve, reject) => {
      if (call.signal?.aborted) return reject(call.signal.reason as Error)
      const pending = { ...call, results: [], next: 0, unsettled: call.inputs.length, resolve, reject }
      call.signal?.addEventListener("abort", () => this.fail(pending, call.signal?.reason), { once: true })
      this.calls.push(pending)
      this.wakes.shift()?.()
      if (this.children < this.most && this.calls.length > this.wakes.length) void this.work()
    })
  }

  private get most(): number {
    return this.options.most ?? Math.min(4, Math.max(1, availableParallelism() - 1))
  }

  /** Runs turns with one child until no call arrives within the idle time. */
  private async work(): Promise<void> {
    this.children += 1
    let child: UnitChild | null = null
    try {
      for (let turn = await this.nextTurn(); turn !== null; turn = await this.nextTurn()) {
        try {
          child = await this.runTurn(turn, child)
        } catch (cause) {
          this.fail(turn.call, cause)
          child = null
        }
      }
    } finally {
      this.children -= 1
      child?.kill()
    }
  }

  /**
   * Returns the next units of the call that waited longest, and moves that call to the end. Null if no call
   * arrives within the idle time.
   */
  private async nextTurn(): Promise<Turn | null> {
    if (this.calls.length === 0 && !(await this.isWoken())) return null
    const call = this.calls.shift()
    if (call === undefined) return this.nextTurn()
    const from = call.next
    const to = Math.min(from + BATCH, call.inputs.length)
    call.next = to
    if (to < call.inputs.length) {
      this.calls.push(call)
      if (this.wakes.length > 0) this.wakes.shift()?.()
      else if (this.children < this.most) void this.work()
    }
    // A woken child may already work on later units of the call.
    return { call, from, to }
  }

  private isWoken(): Promise<boolean> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        resolve(true)
      }
      const timer = setTimeout(() => {
        this.wakes.splice(this.wakes.indexOf(wake), 1)
        resolve(false)
      }, this.options.idleMs ?? 30_000).unref()
      this.wakes.push(wake)
    })
  }

  /** Runs the units of a turn. Returns the child for the next turn, or null if the child ended. */
  private async runTurn({ call, from, to }: Turn, idle: UnitChild | null): Promise<UnitChild | null> {
    let child = idle
    let retried = -1
    for (let at = from; at < to;) {
      child = await this.aliveChild(child)
      if (call.signal?.aborted) return child
      const request = { name: call.name, inputs: call.inputs.slice(at, to) }
      const onResult = (result: UnitResult<unknown>) => settle(call, at++, result)
      const end = await this.runWith(child, request, { call, onResult })
      if (end === "done") break
      child = null
      if (call.signal?.aborted) break
      if (at >= to) break
      // The operating system may have killed the child because memory ran low. The unit is retried once.
      if (end.stopped === "killed" && retried !== at) {
        retried = at
        continue
      }
      const failure = end.stopped === "timeout" ? "timeout" : "crash"
      settle(call, at++, { ok: false, failure, message: end.message })
    }
    return child
  }

  private async aliveChild(child: UnitChild | null): Promise<UnitChild> {
    if (child?.isAlive) return child
    return UnitChild.start(this.options.script, this.options.heapMb ?? HEAP_MB)
  }

  private async runWith(
    child: UnitChild,
    request: UnitsRequest,
    { call, onResult }: { call: Call; onResult: (result: UnitResult<unknown>) => void },
  ): Promise<RunEnd> {
    const { limitMs = UNIT_LIMIT_MS, mostMs = MOST_MS, startTimer } = this.options
    const onStep = (step: unknown) => call.onStep?.(step)
    const stop = () => child.kill()
    call.signal?.addEventListener("abort", stop)
    return child
      .run(request, { limitMs, mostMs, startTimer, onResult, onStep })
      .finally(() => call.signal?.removeEventListener("abort", stop))
  }

  private fail(call: PendingCall, cause: unknown): void {
    const place = this.calls.indexOf(call)
    if (place >= 0) this.calls.splice(place, 1)
    call.next = call.inputs.length
    call.reject(cause)
  }
}

interface Turn {
  readonly call: PendingCall
  readonly from: number
  readonly to: number
}

function settle(call: PendingCall, at: number, result: UnitResult<unknown>): void {
  call.results[at] = result
  call.unsettled -= 1
  if (call.unsettled === 0) call.resolve(call.results)
}
