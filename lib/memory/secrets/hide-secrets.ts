import { locateSecrets } from "./secrets"

/** Maximum rounds. Redacting a secret can rarely expose another one. Real texts need fewer rounds. */
const ROUNDS = 8

/** Returns a text with each secret replaced by its kind. */
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
