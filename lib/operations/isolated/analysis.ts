/**
 * A pure function over text that other people wrote, so it may crash or never end. `runIsolated` calls it in a child process.
 * Input and output are data that the structured clone algorithm accepts. `lib/operations/isolated-worker.ts` lists all of them.
 */
export interface Analysis<In, Out, Step = never> {
  /** Unique among the analyses. */
  readonly name: string
  readonly run: (input: In, unit: UnitUnderWay<Step>) => Out | Promise<Out>
}

/** What a unit that takes long hears and tells. */
export interface UnitUnderWay<Step> {
  /** Tells how far it is. The limit is the time since the last step. */
  report(step: Step): void
  /** Aborted when nobody waits for the result any more. In a child process never: the child is ended. */
  readonly signal: AbortSignal
}

/** Why a unit has no result: it took too long, it ended its process, or the function threw. */
export type UnitFailure = "timeout" | "crash" | "error"

export type UnitResult<Out> =
  | { readonly ok: true; readonly value: Out }
  | { readonly ok: false; readonly failure: UnitFailure; readonly message: string }

export type FailedUnit = Extract<UnitResult<never>, { ok: false }>

/** Runs one unit in this process. An error becomes a result. */
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
