import { drawInvisible, listInvisible } from "@/lib/memory/characters/hidden-characters"
import { listLookAlikes } from "@/lib/memory/characters/look-alikes"
import { POISONING_REASONS } from "@/lib/memory/poisoning/poisoning-reasons"
import { findPoisoning } from "@/lib/memory/poisoning/find"
import {
  isKnownClean,
  noteClean,
  describePlaces,
  locateSecrets,
  type SecretFinding,
  type SecretPlace,
} from "@/lib/memory/secrets/secrets"

/** A warning for curators. Lines and columns (UTF-16 units) count from 1. */
export interface GuardFlag {
  readonly kind: "invisible-character" | "look-alike" | "instruction-like"
  readonly severity: "warning"
  /** The kind and the words that raised the flag. Hidden characters are named, secrets are masked. */
  readonly message: string
  readonly line: number
  readonly column: number
  /** The words that raised the flag, masked as in the message. Null if there are none. */
  readonly words: string | null
}

/** Checks a text for secrets and flags. Callers must refuse secrets before the text is stored. */
export function guardText(text: string): { secrets: SecretFinding[]; flags: GuardFlag[] } {
  if (isKnownClean(clean, text)) return { secrets: [], flags: [] }
  const places = locateSecrets(text)
  const lines = new Lines(text)
  const flags = [
    ...listInvisible(text, { of: "statement" }).map(({ line, column, message }): GuardFlag => ({
      kind: "invisible-character",
      severity: "warning",
      message,
      line,
      column,
      words: null,
    })),
    ...listLookAlikes(text).map(({ line, column, word, reads }): GuardFlag => {
      const start = lines.offsetOf(line, column)
      const words = shown(text, start, start + word.length, places)
      return {
        kind: "look-alike",
        severity: "warning",
        message:
          words === COVERED
            ? "A word contains lookalike letters"
            : `“${words}” looks like “${reads}”, but contains lookalike letters`,
        line,
        column,
        words,
      }
    }),
    ...findPoisoning(text).map(({ family, line, column, words: found }): GuardFlag => {
      const start = lines.offsetOf(line, column)
      const words = shown(text, start, start + found.length, places)
      return {
        kind: "instruction-like",
        severity: "warning",
        message: `${POISONING_REASONS[family]}: “${words}”`,
        line,
        column,
        words,
      }
    }),
  ]
  if (places.length === 0 && flags.length === 0) noteClean(clean, text)
  return {
    secrets: describePlaces(text, places),
    flags: flags.toSorted((a, b) => a.line - b.line || a.column - b.column),
  }
}

/** Returns the kinds of flags, and "secret", without the words. Faster than `guardText` for many texts. */
export function flagKindsOf(text: string): (GuardFlag["kind"] | "secret")[] {
  return [
    ...(listInvisible(text, { of: "statement" }).length > 0 ? (["invisible-character"] as const) : []),
    ...(listLookAlikes(text).length > 0 ? (["look-alike"] as const) : []),
    ...(findPoisoning(text).length > 0 ? (["instruction-like"] as const) : []),
    ...(locateSecrets(text).length > 0 ? (["secret"] as const) : []),
  ]
}

const clean = new Set<string>()

/**
 * Returns why a text was refused, and the next step. Names kinds and positions, never the secret: `reason: an
 * AWS access key id at line 1, column 12. Remove it and propose again. Nothing was stored`
 */
export function secretsMessage(where: string, secrets: readonly SecretFinding[]): string {
  const named = secrets
    .slice(0, NAMED_SECRETS)
    .map(({ kind, line, column }) => `${articleOf(kind)} ${kind} at line ${line}, column ${column}`)
  const more = secrets.length - named.length
  const list = more > 0 ? [...named, `${more} more`] : named
  const last = list.pop() ?? "a secret"
  return `${where}: contains ${list.length > 0 ? `${list.join(", ")} and ${last}` : last}. Remove ${secrets.length > 1 ? "them" : "it"} and propose again. Nothing was stored`
}

const NAMED_SECRETS = 5

/** Returns "a" or "an", by the sound that the kind begins with. */
export const articleOf = (kind: string): string =>
  /^(?:[aeio](?!ne)|AWS|AMQP|API|EC |RSA|xAI|npm|NuGet)/i.test(kind) ? "an" : "a"

const COVERED = "…"
const SHOWN_CHARACTERS = 160

/** Returns words for display: on one line, shortened, with secrets masked and hidden characters named. */
function shown(text: string, start: number, end: number, secrets: readonly SecretPlace[]): string {
  let words = ""
  let from = start
  for (const secret of secrets) {
    if (secret.end <= from || secret.start >= end) continue
    words += `${text.slice(from, Math.max(from, secret.start))}${COVERED}`
    from = secret.end
  }
  words += text.slice(from, Math.max(from, end))
  for (const secret of secrets) words = words.replaceAll(text.slice(secret.start, secret.end), COVERED)
  const line = draw(words).replaceAll(/\s+/g, " ").trim()
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS).trimEnd()}…` : line
}

const draw = (text: string): string =>
  drawInvisible(text)
    .map((one) => (one.kind === "text" ? one.text : `[${one.label}]`))
    .join("")

/** Converts offsets to lines and columns. */
class Lines {
  private readonly starts: number[] = [0]

  constructor(text: string) {
    for (const match of text.matchAll(/\r\n|\r|\n/g)) this.starts.push(match.index + match[0].length)
  }

  offsetOf(line: number, column: number): number {
    return (this.starts[line - 1] ?? 0) + column - 1
  }
}

/**
 * Returns a sentence that names the field, kind and position of a secret, never the secret itself. Null if
 * there is none.
 */
export function findSecretsIn(fields: Readonly<Record<string, string | null | undefined>>): string | null {
  for (const [field, text] of Object.entries(fields)) {
    if (!text) continue
    const { secrets } = guardText(text)
    if (secrets.length > 0) return secretsMessage(field, secrets)
  }
  return null
}
