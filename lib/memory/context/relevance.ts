import { isEmptyWord } from "../lexicon/software"
import { stemOf } from "../text/stems"
import { isTaskWord } from "../lexicon/task-words"
import { termsOf } from "../text/plain-words"

/** Statements with fewer words are not favoured for it. */
const SHORT = 8

/**
 * How much of a task each statement speaks of, 0–1: 1 for the one that says most of it. Words count by their stems, a rare one among
 * these statements more than one that many have; words that say nothing do not count, how a task is asked for (make, fix) only where it says no more than that, and a long statement needs more of them. All 0 where none has a word of the task.
 */
export function relevanceOf(task: string, statements: readonly string[]): number[] {
  const wanted = tellingTask(tellingStems(task))
  const found = statements.map((text) => {
    const stems = tellingStems(text)
    return { shared: [...stems].filter((stem) => wanted.has(stem)), size: stems.size }
  })
  const having = new Map<string, number>()
  for (const { shared } of found) for (const stem of shared) having.set(stem, (having.get(stem) ?? 0) + 1)
  const weights = found.map(
    ({ shared, size }) =>
      shared.reduce((sum, stem) => sum + Math.log(1 + statements.length / (having.get(stem) ?? 1)), 0) /
      Math.sqrt(Math.max(SHORT, size)),
  )
  const most = weights.reduce((highest, weight) => Math.max(highest, weight), 0)
  return weights.map((weight) => (most === 0 ? 0 : weight / most))
}

/** "make" of "make webhooks retry" would bring in whatever is made. */
function tellingTask(stems: ReadonlySet<string>): ReadonlySet<string> {
  const about = new Set([...stems].filter((stem) => !isTaskWord(stem)))
  return about.size > 0 ? about : stems
}

function tellingStems(text: string): Set<string> {
  return new Set(
    termsOf(text)
      .map(stemOf)
      .filter((stem) => !isEmptyWord(stem)),
  )
}
