import type { SearchQuery } from "./search-text"
import { plainText, runsOf } from "../text/plain-words"

/** True if a query asks for exact text: a phrase, a single word, or a name like `fooBar`, `foo_bar`, `a/b.ts` or `v2`. */
export function isExactQuery({ terms, phrases }: Pick<SearchQuery, "terms" | "phrases">): boolean {
  return phrases.length > 0 || terms.length <= 1 || terms.some((term) => isName(term))
}

/** True for a term with a letter next to a digit, or with a separator other than a hyphen inside. */
function isName(term: string): boolean {
  const runs = [...runsOf(plainText(term))]
  return (
    /[_./\\#:@]/.test(term.slice(1, -1)) ||
    runs.some((run) => !run.unspaced && /\p{L}\p{N}|\p{N}\p{L}/u.test(run.text))
  )
}
