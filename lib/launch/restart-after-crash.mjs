import { spawn } from "node:child_process"
import { constants } from "node:os"

const TICK_MS = 1_000

/**
 * Runs `args` as a Node process and restarts it when it crashes, is killed, or sends no "beat" for `hangSeconds` (0: never checked).
 * Waits `firstWaitMs` before a restart, twice as long after each further crash up to `longestWaitMs`, and starts over once the server
 * was up for `healthyMs`. A process that ends by itself before it said "serving" is not restarted: its message names what to correct.
 * Signals are passed on. Resolves with the exit code for this process.
 */
export function supervise(
  args,
  { hangSeconds, firstWaitMs = 1_000, longestWaitMs = 60_000, healthyMs = 600_000, log = console.error },
) {
  let child
  let stopping = false
  let everServed = false
  let wait = firstWaitMs
  let finish
  let pausing

  const pass = (signal) => {
    stopping = true
    clearTimeout(pausing)
    if (child) child.kill(signal)
    else finish(0)
  }
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"]
  for (const signal of signals) process.on(signal, pass)

  const start = () => {
    const begun = performance.now()
    let served = false
    let missed = 0
    child = spawn(process.execPath, args, { stdio: ["inherit", "inherit", "inherit", "ipc"] })
    const current = child
    // Counts ticks instead of wall-clock time, so that a suspended machine does not count as a hang.
    const ticker = setInterval(() => {
      missed += 1
      if (!served || hangSeconds === 0 || missed < hangSeconds) return
      log(`The server has not responded for ${hangSeconds} seconds. Stopping it.`)
      current.kill("SIGKILL")
    }, TICK_MS)
    child.on("message", (message) => {
      missed = 0
      if (message === "serving") served = everServed = true
    })
    child.once("error", (cause) => log(`Could not start the server: ${cause.message}`))
    child.once("close", (code, signal) => {
      clearInterval(ticker)
      child = undefined
      const exitCode = code ?? 128 + (constants.signals[signal] ?? 0)
      if (stopping || code === 0 || (!everServed && signal === null)) return finish(exitCode)
      if (performance.now() - begun >= healthyMs) wait = firstWaitMs
      log(
        `The server exited unexpectedly (${signal ?? `exit code ${code}`}). Restarting in ${wait / 1_000} s. Press Ctrl-C to stop.`,
      )
      pausing = setTimeout(start, wait)
      wait = Math.min(wait * 2, longestWaitMs)
    })
  }

  return new Promise((resolve) => {
    finish = (code) => {
      for (const signal of signals) process.off(signal, pass)
      resolve(code)
    }
    start()
  })
}
