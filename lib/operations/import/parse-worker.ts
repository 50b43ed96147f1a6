import { type Derivation, derive } from "./derive"
import type { ParseTask } from "./parse-pool"

/** Entry point of a worker thread. */
export default function deriveAll(tasks: readonly ParseTask[]): Derivation[] {
  return tasks.map((task) => derive(task.path, task.bytes, task.candidates))
}
