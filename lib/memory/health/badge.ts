import { type Band, bandOf } from "./health"

const LABEL = "memory health"

/** Background colors with a contrast to white text of at least 4.5:1. */
const COLORS: Readonly<Record<Band, string>> = {
  good: "#2c7a3f",
  fair: "#8a6100",
  poor: "#b3312c",
  none: "#5f6670",
}

/** Returns the text of a badge: "92, good", "no memory yet". */
export function badgeWords(score: number | null): string {
  return score === null ? "no memory yet" : `${score}, ${bandOf(score)}`
}

/** Returns a badge for a README as SVG without external resources. Score and rating are text, not color alone. */
export function badgeOf(score: number | null): string {
  const words = badgeWords(score)
  const [left, right] = [widthOf(LABEL), widthOf(words)]
  const text = (x: number, width: number, said: string) =>
    `<text x="${x + width / 2}" y="14" textLength="${width - 12}">${said}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${LABEL}: ${words}"><title>${LABEL}: ${words}</title><clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath><g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3d434b"/><rect x="${left}" width="${right}" height="20" fill="${COLORS[bandOf(score)]}"/></g><g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">${text(0, left, LABEL)}${text(left, right, words)}</g></svg>`
}

/** Returns the width in px at 11 px font size. `textLength` fits other fonts into it. */
const widthOf = (text: string): number =>
  Math.round([...text].reduce((sum, letter) => sum + letterWidth(letter), 0)) + 12

function letterWidth(letter: string): number {
  if (/[ijl,.]/.test(letter)) return 3.6
  if (/[mw]/.test(letter)) return 10
  return /\s/.test(letter) ? 4 : 6.9
}
