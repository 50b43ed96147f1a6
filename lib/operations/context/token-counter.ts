export type TokenCounter = (text: string) => number

/**
 * Returns a function that counts tokens by the vocabulary o200k, which is close enough to current models for a budget. The vocabulary is
 * loaded on first use and takes about 60 MB. Text that looks like a control token is counted as plain text.
 */
export async function tokenCounter(): Promise<TokenCounter> {
  loading ??= load()
  loading.catch(() => (loading = undefined))
  return loading
}

let loading: Promise<TokenCounter> | undefined

async function load(): Promise<TokenCounter> {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base")
  const known = new Map<string, number>()
  const count = (line: string): number => {
    const before = known.get(line)
    if (before !== undefined) return before
    const parts = partsOf(line)
    // A token may span the cut between two parts: adds one token per cut, so that the count is never too low.
    const tokens = parts.reduce((sum, part) => sum + countTokens(part, PLAIN), Math.max(0, parts.length - 1))
    if (line.length > LONGEST_KEPT) return tokens
    if (known.size >= MOST_KEPT) known.delete(known.keys().next().value ?? "")
    known.set(line, tokens)
    return tokens
  }
  return (text) => text.split(BETWEEN_LINES).reduce((sum, line) => sum + count(line), 0)
}

/** Size of the cache of counted lines, and the longest line in it. */
const MOST_KEPT = 4_000
const LONGEST_KEPT = 1_000

/**
 * Matches line ends that no token spans: a token continues only if the next line begins with a blank or a
 * slash.
 */
const BETWEEN_LINES = /(?<=\n)(?=[^\s/])/

const PLAIN = { disallowedSpecial: new Set<string>() }

/**
 * Splits long runs without a blank into pieces, because counting takes quadratic time. The count may be
 * slightly too high, never too low.
 */
function partsOf(text: string): readonly string[] {
  if (!LONG_RUN.test(text)) return [text]
  return text
    .split(LONG_RUNS)
    .filter((part) => part !== "")
    .flatMap((part) => (LONG_RUN.test(part) ? (part.match(PIECES) ?? []) : [part]))
}

const LONG_RUN = /\S{120}|\s{120}/
const LONG_RUNS = /(\S{120,}|\s{120,})/
const PIECES = /.{1,60}/gsu
