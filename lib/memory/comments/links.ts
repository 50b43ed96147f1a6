/** A part of a text: an address that can be opened, or other text. */
export interface LinkPart {
  readonly text: string
  readonly isLink: boolean
}

const ADDRESS = /https?:\/\/[^\s<>"]+/g

/** Punctuation that ends a sentence and not an address. */
const CLOSING = new Set([".", ",", ";", ":", "!", "?", ")", "]", "'", "”", "’"])

/** Splits a text at its web addresses. */
export function linkParts(text: string): LinkPart[] {
  const parts: LinkPart[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    let end = index + found.length
    while (CLOSING.has(text[end - 1] ?? "")) end -= 1
    if (index > from) parts.push({ text: text.slice(from, index), isLink: false })
    parts.push({ text: text.slice(index, end), isLink: true })
    from = end
  }
  if (from < text.length) parts.push({ text: text.slice(from), isLink: false })
  return parts
}
