import type { SearchQuery } from "./search-text"
import { plainText, runsOf } from "../text/plain-words"

/** Whether something is asked for as it is written: a phrase, one word alone, or a name as `fooBar`, `foo_bar`, `a/b.ts` and `v2` are. */
export function asksExactly({ terms, phrases }: Pick<SearchQuery, "terms" | "phrases">): boolean {
  return phrases.length > 0 || terms.length <= 1 || terms.some((term) => isName(term))
}

/** Words of a sentence have no digits within, and are joined by nothing but a hyphen. */
function isName(term: string): boolean {
  const runs = [...runsOf(plainText(term))]
  return (
    /[_./\\#:@]/.test(term.slice(1, -1)) ||
    runs.some((run) => !run.unspaced && /\p{L}\p{N}|\p{N}\p{L}/u.test(run.text))
  )
}
