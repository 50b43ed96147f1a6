import { findSecrets, locateSecrets } from "@/lib/memory/secrets/secrets"
import { secretsMessage } from "../guard/guard"

/** No secret with what gives it away is shorter. */
const SHORTEST = 8

/** Why an input is refused for the secrets in it: field, kind and place of those in the first field that has one, never the secret. Null where none has. */
export function secretsInInput(input: unknown, unguarded: readonly string[]): string | null {
  for (const [field, text] of textsIn(input, unguarded)) {
    const secrets = text.length < SHORTEST ? [] : findSecrets(text)
    if (secrets.length > 0) return secretsMessage(field, secrets)
  }
  return null
}

/** Every text of an input with the way to it: "changes.0.why", which is unguarded as "changes.why". */
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

/** A sentence with each secret in it covered: for what quotes words that came from outside. */
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
