import { Worker } from "node:worker_threads"

/**
 * A pure function over untrusted text, which may crash or never end. `runIsolated` calls it in a child
 * process. Input and output must be structured-cloneable. `lib/operations/isolated-worker.ts` lists all
 * analyses.
 */
export interface Analysis<In, Out, Step = never> {
  /** Name that is unique among the analyses. */
  readonly name: string
  readonly run: (input: In, unit: UnitUnderWay<Step>) => Out | Promise<Out>
}

/** Progress and cancellation of a unit that takes long. */
export interface UnitUnderWay<Step> {
  /** Reports progress. The time limit counts from the last report. */
  report(step: Step): void
  /**
   * Aborted when the result is no longer needed. Never aborted in a child process, which is ended instead.
   */
  readonly signal: AbortSignal
}

/**
 * Reason why a unit has no result. "timeout": it took too long. "crash": it ended its process. "error": it
 * threw an error.
 */
export type UnitFailure = "timeout" | "crash" | "error"

export type UnitResult<Out> =
  | { readonly ok: true; readonly value: Out }
  | { readonly ok: false; readonly failure: UnitFailure; readonly message: string }

export type FailedUnit = Extract<UnitResult<never>, { ok: false }>

/** Runs one unit in this process. Returns a failed result instead of throwing. */
export async function runUnit<In, Out, Step>(
  { run }: Analysis<In, Out, Step>,
  input: In,
  unit: UnitUnderWay<Step>,
): Promise<UnitResult<Out>> {
  try {
    return { ok: true, value: await run(input, unit) }
  } catch (cause) {
    return { ok: false, failure: "error", message: cause instanceof Error ? cause.message : String(cause) }
  }
}

/** Request to a child: run the analysis with this name on each input, in order. */
export interface UnitsRequest {
  readonly name: string
  readonly inputs: readonly unknown[]
}

/**
 * Message of a child: "ready", then one result for each input, in order. Reports of a unit come before its
 * result.
 */
export type ChildMessage = "ready" | UnitStep | UnitResult<unknown>

export interface UnitStep {
  readonly step: unknown
}

/**
 * Main program of a child process. Runs units until the parent process ends. Throws if two analyses have the
 * same name.
 */
export function serveUnits(analyses: readonly Analysis<never, unknown, unknown>[]): void {
  const byName = new Map(analyses.map((one) => [one.name, one as Analysis<unknown, unknown, unknown>]))
  if (byName.size < analyses.length) throw new Error("two analyses have the same name")
  endWithParent()
  // The parent ends a child with SIGKILL. A signal to the whole process group must not look like a crash of
  // the current unit.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined)
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"))
  process.on("message", ({ name, inputs }: UnitsRequest) => void serve(byName.get(name), name, inputs))
  void send("ready")
}

async function serve(
  analysis: Analysis<unknown, unknown, unknown> | undefined,
  name: string,
  inputs: readonly unknown[],
): Promise<void> {
  const missing = () => {
    throw new Error(`no analysis is called ${name}`)
  }
  const underWay = {
    report: (step: unknown) => void send({ step }).catch(() => undefined),
    signal: new AbortController().signal,
  }
  for (const input of inputs) {
    const result = await runUnit(analysis ?? { name, run: missing }, input, underWay)
    // Results are awaited so that the parent has each result before the next unit can block this process.
    await send(result).catch((cause: Error) =>
      send({ ok: false, failure: "error", message: `the result cannot be sent: ${cause.message}` }),
    )
  }
}

function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error ? reject(error) : resolve()))
  })
}

/**
 * Ends this process within half a second after its parent, even if a unit blocks the main thread and the
 * "disconnect" event never arrives. An orphan has another parent id. On Windows, the parent no longer answers
 * signal 0.
 */
function endWithParent(): void {
  const watchdog = `
    const parent = ${process.ppid}
    const isGone = () => {
      if (process.ppid !== parent) return true
      try { process.kill(parent, 0); return false } catch (error) { return error.code === "ESRCH" }
    }
    setInterval(() => { if (isGone()) process.kill(process.pid, "SIGKILL") }, 500)`
  new Worker(watchdog, { eval: true, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref()
}
