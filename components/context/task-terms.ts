import { isEmptyWord } from "@/lib/memory/lexicon/software"
import { stemOf } from "@/lib/memory/text/stems"
import { termsOf } from "@/lib/memory/text/words"

/** The words of a task that tell something, as terms to be marked: in each of their inflections where they begin alike. */
export function taskTerms(task: string): string[] {
  const terms = termsOf(task).flatMap((term) => {
    const stem = stemOf(term)
    if (isEmptyWord(stem)) return []
    return stem.length > 3 && term.startsWith(stem) ? [term, `${stem}*`] : [term]
  })
  return [...new Set(terms)]
}
