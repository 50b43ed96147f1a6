/**
 * Returns the stem of a lower-case word, which its inflections and plain derivations share (`retries`,
 * `retried`, `retrying`; `migrate`, `migrations`). Removes English endings only. A short word, or one with
 * other letters, is its own stem. Stems are not for display.
 */
export function stemOf(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  const stem = withoutEnding(withoutDerivation(withoutInflection(singular(word))))
  if (stems.size < MAX_KNOWN) stems.set(word, stem)
  return stem
}

/** Cache of stems. It begins with words whose regular stem would collide with `them` and `not`. */
const stems = new Map(
  ["theme", "note"]
    .flatMap(
      (word) =>
        [
          [word, word],
          [`${word}s`, word],
          [`${word}d`, word],
        ] as const,
    )
    .map(([word, stem]) => [word as string, stem as string]),
)

const MAX_KNOWN = 20_000

/**
 * Returns the inflections of a lower-case English word, the word first: `retry`, `retries`, `retried`,
 * `retrying`. Leaves out irregular forms. A short word, or one with other letters, is returned alone.
 */
export function inflectionsOf(word: string): string[] {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return [word]
  const bare = withoutInflection(singular(word))
  const bases = [word, bare, `${bare}e`].filter((base) => base.length >= 3 && !/(?:ing|ed)$/.test(base))
  const forms = bases.flatMap((base) => [base, ...endingsOf(base)])
  return [word, ...new Set(forms.filter((form) => form !== word && stemOf(form) === stemOf(word)))]
}

function endingsOf(base: string): string[] {
  if (/[^aeiou]y$/.test(base)) {
    const stem = base.slice(0, -1)
    return [`${stem}ies`, `${stem}ied`, `${base}ing`]
  }
  if (base.endsWith("e")) return [`${base}s`, `${base}d`, `${base.slice(0, -1)}ing`]
  const plural = /(?:x|ch|sh|ss|zz)$/.test(base) ? `${base}es` : `${base}s`
  const doubled = /[^aeiou][aeiou][bdfgklmnprt]$/.test(base) ? `${base}${base.at(-1)}` : base
  return [plural, `${base}ed`, `${base}ing`, `${doubled}ed`, `${doubled}ing`]
}

function singular(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word
  if (/[^aeo]ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:x|ch|sh|ss|zz)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith("s") ? word.slice(0, -1) : word
}

function withoutInflection(word: string): string {
  if (/[^aeo]ied$/.test(word)) return `${word.slice(0, -3)}y`
  const bare = /^(.*[aeiouy].*)(?:ing|ed)$/.exec(word)?.[1]
  if (bare === undefined || bare.length < 3) return word
  return /([bdfgklmnprtv])\1$/.test(bare) && !/(?:all|ell|ill|oll|ull|rr)$/.test(bare)
    ? bare.slice(0, -1)
    : bare
}

function withoutDerivation(word: string): string {
  if (word.endsWith("ically")) return word.slice(0, -4)
  if (word.endsWith("ency") && word.length > 7) return `${word.slice(0, -2)}t`
  if (/[^l]ly$/.test(word) && word.length > 6) return word.slice(0, -2)
  if (/[st]ion$/.test(word) && word.length > 6) return withoutDerivation(word.slice(0, -3))
  if (word.endsWith("ness") && word.length > 7) return word.slice(0, -4)
  if (/is(?:e|ing)?$/.test(word) && word.length > 6) return word.replace(/is(e?)$/, "iz$1")
  return word
}

/**
 * Removes the endings `e`, `at` and `ment`, so that `migrate` and `migration` share a stem, as do `deploy`
 * and `deployment`.
 */
function withoutEnding(word: string): string {
  let stem = word.endsWith("e") && word.length > 3 ? word.slice(0, -1) : word
  if (stem.endsWith("at") && stem.length > 5) stem = stem.slice(0, -2)
  if (stem.endsWith("ment") && stem.length > 8) stem = stem.slice(0, -4)
  if (stem.endsWith("e") && stem.length > 4) stem = stem.slice(0, -1)
  return /[^aeiou]i$/.test(stem) ? `${stem.slice(0, -1)}y` : stem
}
