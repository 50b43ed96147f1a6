import { onTestFinished } from "vitest"
import { UnitPool } from "@/lib/operations/isolated/pool"
import { bundleForTests } from "./bundles"

const shared = globalThis as unknown as {
  quarterdeckUnits?: UnitPool | undefined
  quarterdeckLargeUnits?: UnitPool | undefined
}

/**
 * Lets this process analyze in real child processes until the test ends. Their analyses misbehave where a text says so: see
 * isolated-child.ts. `limitMs` is the time for one unit.
 */
export async function useMisbehavingUnits({ limitMs = 4_000 } = {}): Promise<void> {
  const script = await bundleForTests("tests/support/isolated-child.ts")
  const options = { script, most: 1, idleMs: 200, limitMs }
  shared.quarterdeckUnits = new UnitPool(options)
  shared.quarterdeckLargeUnits = new UnitPool(options)
  onTestFinished(() => {
    shared.quarterdeckUnits = undefined
    shared.quarterdeckLargeUnits = undefined
  })
}
