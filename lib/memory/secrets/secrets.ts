import { listPayloads } from "../poisoning/payloads"
import { type FoldedText, foldText, pickRanges } from "../characters/look-alikes-fold"
import { ASSIGNMENT_RULES } from "./assignment-rules"
import { CREDENTIAL_RULES } from "./credential-rules"
import { isKnownClean, noteClean } from "./clean-text-cache"
import type { SecretRule } from "./secret-rule"
import { SERVICE_TOKEN_RULES } from "./service-token-rules"
import { isStandIn } from "./placeholder-secrets"
import { STATED_RULES } from "./stated-rules"
import { TOKEN_RULES } from "./token-rules"

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
