import { locateSecrets } from "./secrets"

/** A secret that is covered can lay bare another, in rare cases; more rounds than this are no text that anybody wrote. */
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
