import { isEmptyWord } from "../lexicon/software"
import { termsOf } from "../text/plain-words"
import { stemOf } from "../text/stems"
import { isTaskWord } from "../lexicon/task-words"

/**
 * Minimum number of words by which the weight of a statement is divided. Shorter statements have no
 * advantage.
 */
const SHORT = 8

/**
 * Returns the relevance of each statement for a task, 0–1: 1 for the best match. Words are compared by stem,
 * and rare words weigh more. Verbs of tasks (make, fix) count only if there are no other words. Longer
 * statements need to share more words. All values are 0 if no statement shares a word.
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

/**
 * Returns the distinctive words of a task, or all its words if none is distinctive. The word "make" of "make
 * webhooks retry" would match too much.
 */
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
