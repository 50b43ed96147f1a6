import { type ChildProcess, fork } from "node:child_process"
import type { UnitResult, ChildMessage, UnitsRequest } from "./analysis"

const YOUNG_HEAP_MB = 16
const START_MS = 30_000

/**
 * End of a run of units. `stopped`: what ended the current unit. "killed" means that another program killed
 * the child.
 */
export type RunEnd = "done" | { readonly stopped: "timeout" | "crash" | "killed"; readonly message: string }

/** A child process that runs units, one at a time. It cannot be used after a run that stopped. */
export class UnitChild {
  private constructor(private readonly process: ChildProcess) {
    this.keepParent(true)
  }

  /** Starts a child process. Throws if it does not start. */
  static async start(script: string, heapMb: number): Promise<UnitChild> {
    const process = fork(script, {
      execArgv: [`--max-old-space-size=${heapMb}`, `--max-semi-space-size=${YOUNG_HEAP_MB}`],
      serialization: "advanced",
      // Ctrl-C in a terminal reaches the whole process group. The server decides when its children end.
      detached: true,
      env: harmlessEnvironment(),
      stdio: ["ignore", "inherit", "pipe", "ipc"],
    })
    const child = new UnitChild(process)
    const end = await child.follow((message) => message === "ready", { limitMs: START_MS, mostMs: START_MS })
    child.keepParent(false)
    if (end !== "done") throw new Error(`the process for parsing and analysis did not start: ${end.message}`)
    return child
  }

  /**
   * Runs units in order and returns how the run ended. Calls `onResult` for each result and `onStep` for each
   * report.
   */
  async run(
    request: UnitsRequest,
    { onResult, onStep, ...limits }: UnitLimits & { onResult: OnResult; onStep: (step: unknown) => void },
  ): Promise<RunEnd> {
    let left = request.inputs.length
    if (left === 0) return "done"
    this.keepParent(true)
    const end = this.follow((message) => {
      if (message === "ready") return false
      if ("step" in message) {
        onStep(message.step)
        return false
      }
      onResult(message)
      return --left === 0
    }, limits)
    try {
      this.process.send(request, (error) => error && this.kill())
    } catch (cause) {
      this.kill()
      throw cause
    }
    return end.finally(() => this.keepParent(false))
  }

  get isAlive(): boolean {
    return this.process.connected && this.process.exitCode === null && this.process.signalCode === null
  }

  kill(): void {
    this.process.kill("SIGKILL")
  }

  /**
   * Reads messages of the child until the last one, and returns how the run ended. Kills the process if no
   * message arrives in time.
   */
  private follow(
    isLast: (message: ChildMessage) => boolean,
    { limitMs, mostMs, startTimer = startPlainTimer }: UnitLimits,
  ): Promise<RunEnd> {
    const child = this.process
    let printed = ""
    return new Promise((resolve) => {
      let count = 0
      let begun = performance.now()
      let hasReported = false
      let stopTimer = startTimer({ pid: child.pid, ms: limitMs, onEnd: onSilence })
      const onPrinted = (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-8192))
      const settle = (end: RunEnd) => {
        stopTimer()
        child.off("message", onMessage).off("exit", onExit).off("error", onError)
        child.stderr?.off("data", onPrinted)
        resolve(end)
      }
      function onSilence() {
        const before = count
        // Messages may have arrived while this process was busy. They are read before this callback runs.
        setImmediate(() => {
          if (count > before) return
          child.kill("SIGKILL")
          settle({ stopped: "timeout", message: whyTooLong() })
        })
      }
      function whyTooLong(): string {
        if (performance.now() - begun > mostMs) return `it took more than ${mostMs / 60_000} minutes`
        return `${hasReported ? "it made no progress for" : "it took more than"} ${limitMs / 1000} seconds`
      }
      function onMessage(message: unknown) {
        hasReported = isStep(message)
        if (!hasReported) begun = performance.now()
        // A unit that only reports would otherwise never end.
        else if (performance.now() - begun > mostMs) return
        count += 1
        stopTimer()
        stopTimer = startTimer({ pid: child.pid, ms: limitMs, onEnd: onSilence })
        if (isLast(message as ChildMessage)) settle("done")
      }
      function onExit(code: number | null, signal: NodeJS.Signals | null) {
        const fatal = /FATAL ERROR: (.*)/.exec(printed)?.[1] ?? printed.trim().split("\n").at(-1)
        const ended = `the process ended with ${signal ?? `code ${code}`}${fatal ? `: ${fatal}` : ""}`
        // The last results and output may arrive after the exit.
        setImmediate(() => settle({ stopped: signal === "SIGKILL" ? "killed" : "crash", message: ended }))
      }
      const onError = (cause: Error) => settle({ stopped: "crash", message: cause.message })
      child.on("message", onMessage).on("exit", onExit).on("error", onError)
      child.stderr?.on("data", onPrinted)
    })
  }

  /** Decides whether the child keeps this process alive. An idle child does not. */
  private keepParent(keeps: boolean): void {
    const handles = [this.process, this.process.channel, this.process.stderr as unknown as Handle | null]
    for (const handle of handles) handle?.[keeps ? "ref" : "unref"]?.()
  }
}

export interface UnitLimits {
  /** Milliseconds without a result or a report after which a unit counts as endless. */
  readonly limitMs: number
  /** Milliseconds after which reports no longer extend the limit. */
  readonly mostMs: number
  readonly startTimer?: StartTimer | undefined
}

/**
 * Calls `onEnd` once after `ms` milliseconds without messages of the process `pid`. Returns a function that
 * cancels this.
 */
export type StartTimer = (silence: { pid: number | undefined; ms: number; onEnd: () => void }) => () => void

const startPlainTimer: StartTimer = ({ ms, onEnd }) => {
  const timer = setTimeout(onEnd, ms)
  return () => clearTimeout(timer)
}

type OnResult = (result: UnitResult<unknown>) => void

const isStep = (message: unknown): boolean =>
  typeof message === "object" && message !== null && "step" in message

interface Handle {
  ref?(): void
  unref?(): void
}

/** Environment of the child, without the server's secrets. */
function harmlessEnvironment(): NodeJS.ProcessEnv {
  const names = new Set(["PATH", "TZ", "LANG", "LC_ALL", "NODE_ENV", "SystemRoot"])
  const kept = Object.entries(process.env).filter(([name]) => names.has(name))
  return Object.fromEntries(kept) as NodeJS.ProcessEnv
}
