export type TokenCounter = (text: string) => number

/**
 * How many tokens a text has, by the vocabulary o200k: what current models read, or near enough for a budget. Loaded on first use, as it
 * takes 60 MB and a moment. Text is counted as what it looks like: what is spelt like a model's control token is plain text.
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
    // Where a line is cut, what joins over the cut may be read otherwise: one more for each.
    const tokens = parts.reduce((sum, part) => sum + countTokens(part, PLAIN), Math.max(0, parts.length - 1))
    if (line.length > LONGEST_KEPT) return tokens
    if (known.size >= MOST_KEPT) known.delete(known.keys().next().value ?? "")
    known.set(line, tokens)
    return tokens
  }
  return (text) => text.split(BETWEEN_LINES).reduce((sum, line) => sum + count(line), 0)
}

/** The same lines are told again and again: what they count is kept. */
const MOST_KEPT = 4_000
const LONGEST_KEPT = 1_000

/** No token of o200k goes on past the end of a line, unless the next one begins with a blank or a slash: lines can be counted one by one. */
const BETWEEN_LINES = /(?<=\n)(?=[^\s/])/

const PLAIN = { disallowedSpecial: new Set<string>() }

/** Counting takes the square of a run's length, so long runs without a blank are counted in pieces: a little too many tokens, never too few. */
function partsOf(text: string): readonly string[] {
  return LONG_RUN.test(text)
    ? text
        .split(LONG_RUNS)
        .flatMap((part) => (LONG_RUN.test(part) ? (part.match(PIECES) ?? []) : part === "" ? [] : [part]))
    : [text]
}

const LONG_RUN = /\S{120}|\s{120}/
const LONG_RUNS = /(\S{120,}|\s{120,})/
const PIECES = /.{1,60}/gsu
