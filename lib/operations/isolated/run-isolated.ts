import { existsSync } from "node:fs"
import { join } from "node:path"
import { type Analysis, runUnit, type UnitResult } from "./analysis"
import { UnitPool } from "./pool"

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
