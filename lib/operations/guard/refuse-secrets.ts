import { guardText, secretsMessage } from "./guard"

/** A sentence that refuses texts which hold a secret, naming its field, kind and place but never the secret; null where none does. */
export function findSecretsIn(fields: Readonly<Record<string, string | null | undefined>>): string | null {
  for (const [field, text] of Object.entries(fields)) {
    if (!text) continue
    const { secrets } = guardText(text)
    if (secrets.length > 0) return secretsMessage(field, secrets)
  }
  return null
}
