import { existsSync, rmSync } from "node:fs"
import { onTestFinished } from "vitest"
import type { StartTimer } from "@/lib/operations/isolated/child"
import { UnitPool } from "@/lib/operations/isolated/run-isolated"
import { noteOfBlocked } from "./blocked-note"
import { bundleForTests } from "./bundles"

const shared = globalThis as unknown as {
  quarterdeckUnits?: UnitPool | undefined
  quarterdeckLargeUnits?: UnitPool | undefined
}

/**
 * Makes this process run analyses in real child processes until the test ends. The analyses misbehave if a
 * text says so: see isolated-child.ts. A unit that never ends reaches its time limit as soon as it reports
 * that it is blocked, so that tests do not wait and a busy machine does not stop healthy units. With
 * `endless` it runs until it is killed.
 */
export async function useMisbehavingUnits({ endless = false } = {}): Promise<void> {
  const script = await bundleForTests("tests/support/isolated/isolated-child.ts")
  const notes = new Set<string>()
  const options = {
    script,
    most: 1,
    idleMs: 1_000,
    limitMs: 60_000,
    ...(endless ? { limitMs: 600_000 } : { startTimer: endOnceBlocked(script, notes) }),
  }
  shared.quarterdeckUnits = new UnitPool(options)
  shared.quarterdeckLargeUnits = new UnitPool(options)
  onTestFinished(() => {
    shared.quarterdeckUnits = undefined
    shared.quarterdeckLargeUnits = undefined
    for (const note of notes) rmSync(note, { force: true })
  })
}

function endOnceBlocked(script: string, notes: Set<string>): StartTimer {
  return ({ pid, ms, onEnd }) => {
    const note = noteOfBlocked(script, pid)
    notes.add(note)
    const end = () => {
      stop()
      onEnd()
    }
    const limit = setTimeout(end, ms)
    const watch = setInterval(() => existsSync(note) && end(), 20)
    const stop = () => {
      clearTimeout(limit)
      clearInterval(watch)
    }
    return stop
  }
}
