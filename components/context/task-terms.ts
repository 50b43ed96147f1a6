import { isEmptyWord } from "@/lib/memory/lexicon/software"
import { stemOf } from "@/lib/memory/text/stems"
import { termsOf } from "@/lib/memory/text/plain-words"

/** Returns the significant words of a task as search terms to highlight, with their inflections. */
export function taskTerms(task: string): string[] {
  const terms = termsOf(task).flatMap((term) => {
    const stem = stemOf(term)
    if (isEmptyWord(stem)) return []
    return stem.length > 3 && term.startsWith(stem) ? [term, `${stem}*`] : [term]
  })
  return [...new Set(terms)]
}
