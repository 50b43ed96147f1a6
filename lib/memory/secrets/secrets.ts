import { listPayloads } from "../poisoning/payloads"
import { type FoldedText, foldText, pickRanges } from "../characters/look-alikes-fold"
import { ASSIGNMENT_RULES, STATED_RULES } from "./stated-secret-rules"
import { CREDENTIAL_RULES } from "./credential-rules"
import type { SecretRule } from "./secret-rule"
import { SERVICE_TOKEN_RULES, TOKEN_RULES } from "./token-rules"
import { isStandIn } from "./placeholder-secrets"

/** Position of a secret, without its value. Lines and columns (UTF-16 units) count from 1. */
export interface SecretFinding {
  /** Name for display: "AWS access key id". */
  readonly kind: string
  readonly line: number
  readonly column: number
}

/** Offsets of a secret in the text as it is written, `end` exclusive. */
export interface SecretPlace {
  readonly kind: string
  readonly start: number
  readonly end: number
}

/** Returns every secret in a text, in order, also split by invisible characters, written in look-alikes, escaped or encoded. */
export function findSecrets(text: string): SecretFinding[] {
  return describePlaces(text, locateSecrets(text))
}

export function describePlaces(text: string, places: readonly SecretPlace[]): SecretFinding[] {
  return places.map(({ kind, start }) => {
    const before = text.slice(0, start)
    const lines = before.split(/\r\n|\r|\n/)
    return { kind, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
  })
}

export function locateSecrets(text: string): SecretPlace[] {
  if (isKnownClean(clean, text)) return []
  const places: SecretPlace[] = []
  const folded = withoutEscapes(foldText(text))
  search(folded, LONG.test(folded.text) ? ALL_RULES : SHORT_RULES, places)
  for (const { start, end, text: hidden } of listPayloads(text)) {
    const inside: SecretPlace[] = []
    search(foldText(hidden), STRONG_RULES, inside)
    const [first] = inside
    if (first) add({ kind: first.kind, start, end }, places)
  }
  if (places.length === 0) noteClean(clean, text)
  return places.toSorted((a, b) => a.start - b.start)
}

const clean = new Set<string>()

const AT_MOST = 100

/**
 * Run of characters that every key and token contains. Texts without such a run are checked for passwords and
 * headers only.
 */
const LONG = /[\w.~+/=$:@-]{16}/
const SHORT_RULES = [
  ...CREDENTIAL_RULES.filter(({ kind }) => /password|header/.test(kind)),
  ...ASSIGNMENT_RULES,
  ...STATED_RULES,
]
const ALL_RULES = [
  ...TOKEN_RULES,
  ...SERVICE_TOKEN_RULES,
  ...CREDENTIAL_RULES,
  ...ASSIGNMENT_RULES,
  ...STATED_RULES,
]
const STRONG_RULES = [
  ...TOKEN_RULES,
  ...SERVICE_TOKEN_RULES,
  ...CREDENTIAL_RULES,
  ...ASSIGNMENT_RULES.slice(0, 1),
]

function search(folded: FoldedText, rules: readonly SecretRule[], places: SecretPlace[]): void {
  for (const { kind, pattern, isOne } of rules) {
    for (const match of folded.text.matchAll(pattern)) {
      const secret = match.groups?.secret ?? match[0]
      if (!(isOne ?? isNoStandIn)(secret, match as RegExpExecArray)) continue
      const from = match.indices?.groups?.secret?.[0] ?? match.index
      add(
        { kind, start: folded.at(from), end: folded.at(endOf(folded.text, kind, from + secret.length)) },
        places,
      )
    }
  }
}

const isNoStandIn = (secret: string): boolean => !isStandIn(secret)

/**
 * Adds a place unless it overlaps an earlier one, so that each place counts once, under the first kind found.
 */
function add(place: SecretPlace, places: SecretPlace[]): void {
  if (places.length < AT_MOST && !places.some((one) => place.start < one.end && one.start < place.end))
    places.push(place)
}

/**
 * Returns the end of a secret. A private key ends at its END line, or after 4,000 characters if that line is
 * missing.
 */
function endOf(text: string, kind: string, end: number): number {
  if (!kind.endsWith("private key")) return end
  const foot = text.indexOf("-----END", end)
  return foot < 0 ? Math.min(text.length, end + 4000) : foot
}

/** Removes the backslashes of escapes, because Markdown escapes underscores and JSON escapes slashes. */
function withoutEscapes(folded: FoldedText): FoldedText {
  if (!folded.text.includes("\\")) return folded
  const ranges: [number, number][] = []
  let from = 0
  for (const match of folded.text.matchAll(/\\(?=[_*~./=+$-])/g)) {
    ranges.push([from, match.index])
    from = match.index + 1
  }
  return ranges.length === 0 ? folded : pickRanges(folded, [...ranges, [from, folded.text.length]])
}

/**
 * Maximum number of characters of a cached text, and maximum number of cached texts. Statements, paths and
 * names recur within a request and in later requests of a session.
 */
const LONGEST_KEPT = 500
const MOST_KEPT = 1_000

/** True if a text was checked recently without findings. Texts with findings are never cached. */
export function isKnownClean(clean: Set<string>, text: string): boolean {
  if (!clean.delete(text)) return false
  clean.add(text) // the newest
  return true
}

export function noteClean(clean: Set<string>, text: string): void {
  if (text.length > LONGEST_KEPT) return
  clean.add(text)
  if (clean.size > MOST_KEPT) clean.delete(clean.values().next().value ?? "")
}

/** Maximum number of rounds. Redacting one secret can in rare cases expose another one. */
const ROUNDS = 8

/** Returns the text with each secret replaced by the name of its kind, and the number of replaced secrets. */
export function hideSecrets(text: string): { readonly text: string; readonly hidden: number } {
  let shown = text
  let hidden = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const places = locateSecrets(shown)
    if (places.length === 0) return { text: shown, hidden }
    hidden += places.length
    for (const { kind, start, end } of places.toReversed())
      shown = `${shown.slice(0, start)}[${kind}]${shown.slice(Math.max(start, end))}`
  }
  return { text: "[secrets]", hidden }
}
