import { guardText, secretsMessage } from "./secrets-and-flags"

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
