import { findSecrets, locateSecrets } from "@/lib/memory/secrets/secrets"
import { secretsMessage } from "../guard/secrets-and-flags"

/** Minimum length of a text that can contain a secret with its context. */
const SHORTEST = 8

/**
 * Returns a message with the first field that contains a secret, and the kind and position of each secret in
 * it. Never contains the secret. Null if there is none.
 */
export function secretsInInput(input: unknown, unguarded: readonly string[]): string | null {
  for (const [field, text] of textsIn(input, unguarded)) {
    const secrets = text.length < SHORTEST ? [] : findSecrets(text)
    if (secrets.length > 0) return secretsMessage(field, secrets)
  }
  return null
}

/**
 * Yields every text of an input with its path, such as "changes.0.why". The unguarded field of this path is
 * written "changes.why".
 */
function* textsIn(
  value: unknown,
  unguarded: readonly string[],
  way: readonly string[] = [],
): Generator<[field: string, text: string]> {
  if (typeof value === "string") yield [way.join("."), value]
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return
  for (const [name, member] of Object.entries(value)) {
    const further = [...way, name]
    if (!unguarded.includes(further.filter((one) => !/^\d+$/.test(one)).join(".")))
      yield* textsIn(member, unguarded, further)
  }
}

/** Returns a sentence with its secrets masked, for quoting external text. */
export function withoutSecrets(sentence: string): string {
  let covered = ""
  let from = 0
  for (const { start, end } of locateSecrets(sentence)) {
    if (end <= from) continue
    covered += `${sentence.slice(from, Math.max(from, start))}…`
    from = end
  }
  return covered + sentence.slice(from)
}
