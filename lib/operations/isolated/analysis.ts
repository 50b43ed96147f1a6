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
