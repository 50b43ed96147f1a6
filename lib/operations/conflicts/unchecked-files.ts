import type { UnitResult } from "../isolated/analysis"
import { failureOf } from "../alerts/check-results"

/**
 * Collects files whose entries could not be compared in a run, with the reasons. The run continues without
 * them.
 */
export class UncheckedFiles {
  private readonly reasons = new Map<string, string>()

  get size(): number {
    return this.reasons.size
  }

  add(fileId: string, result: UnitResult<unknown> | undefined): void {
    if (this.reasons.has(fileId)) return
    const reason = failureOf(result)
    console.error(`Checking for conflicts: the file ${fileId} could not be compared: ${reason}`)
    this.reasons.set(fileId, reason)
  }

  has(fileId: string): boolean {
    return this.reasons.has(fileId)
  }

  reasonOf(fileId: string): string | null {
    return this.reasons.get(fileId) ?? null
  }
}
