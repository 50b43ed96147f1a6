import { locateSecrets } from "./secrets"

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
