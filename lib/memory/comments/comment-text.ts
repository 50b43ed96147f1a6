import { groupBy } from "../text/aggregates"

/** A person whom a comment can mention. */
export interface Mentionable {
  readonly id: string
  readonly name: string
  /** Email address, which distinguishes people with the same name. Null if the caller may not see it. */
  readonly email?: string | null
}

/** A part of a comment: plain text, or the name of a mentioned person. */
export interface CommentPart {
  readonly text: string
  /** The id of the mentioned person. Null for plain text. */
  readonly person: string | null
}

/** A stored mention: the person's id, so that it survives a change of the name. */
const STORED = /<@([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})>/g

/** Returns the ids of the people whom a stored text mentions, each once. */
export const mentionedIn = (stored: string): string[] => [
  ...new Set([...stored.matchAll(STORED)].flatMap(([, id]) => id ?? [])),
]

/**
 * Returns the label to write after @ for each person, by id: the name, or the name and email address if
 * several people have this name.
 */
export function mentionLabels(people: readonly Mentionable[]): Map<string, string> {
  const namesakes = groupBy(people, ({ name }) => name.toLowerCase())
  return new Map(
    people.map(({ id, name, email }) => {
      const isUnique = namesakes.get(name.toLowerCase())?.length === 1
      return [id, isUnique || !email ? name : `${name} (${email})`]
    }),
  )
}

/**
 * Returns the text of a comment as its author edits it, with the labels of mentioned people, which
 * distinguish people with the same name.
 */
export function editableText(parts: readonly CommentPart[], people: readonly Mentionable[]): string {
  const labels = mentionLabels(people)
  return parts
    .map(({ text, person }) => {
      const label = person === null ? undefined : labels.get(person)
      return label === undefined ? text : `@${label}`
    })
    .join("")
}

/** Returns the text with each @name replaced by the id of the person. Longer names win. */
export function withMentionIds(text: string, people: readonly Mentionable[]): string {
  const labels = [...mentionLabels(people)].toSorted(([, a], [, b]) => b.length - a.length)
  let stored = ""
  let from = 0
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    if (at < from || isWord(text[at - 1])) continue
    const found = labels.find(
      ([, label]) => isNamedAt(text, at + 1, label) && !isWord(text[at + 1 + label.length]),
    )
    if (!found) continue
    stored += `${text.slice(from, at)}<@${found[0]}>`
    from = at + 1 + found[1].length
  }
  return stored + text.slice(from)
}

/** True if the text has the name at an index, in any case. Lower case can have another length, so the slice is compared. */
const isNamedAt = (text: string, from: number, name: string): boolean =>
  text.slice(from, from + name.length).toLowerCase() === name.toLowerCase()

const isWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character)

/** Returns the parts of a stored text, with the current names of mentioned people. */
export function commentParts(stored: string, names: ReadonlyMap<string, string>): CommentPart[] {
  return stored.split(STORED).flatMap((text, index): CommentPart[] => {
    // Every second part is the id that the pattern captures.
    if (index % 2 === 1) return [{ text: `@${names.get(text) ?? FORMER_MEMBER}`, person: text }]
    return text === "" ? [] : [{ text, person: null }]
  })
}

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

/** Kinds of items that people discuss and assign. */
export const DISCUSSED = ["proposal", "conflict", "alert"] as const
export type Discussed = (typeof DISCUSSED)[number]

/** Maximum number of characters in a comment. */
export const LONGEST_COMMENT = 4_000

/** Name shown for an author or mentioned person whose account was removed. */
export const FORMER_MEMBER = "Former member"
