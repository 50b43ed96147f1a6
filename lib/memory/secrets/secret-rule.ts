/** How one kind of secret is told from other text. */
export interface SecretRule {
  /** As people name it; stands in messages. */
  readonly kind: string
  /**
   * Global. The group `secret` is the secret where there is one (then with the flag `d`), else all of it. Every repetition is bounded or begins
   * behind a fixed head, so that no text makes it slow.
   */
  readonly pattern: RegExp
  /** A last look at what the pattern found. Without it, what is plainly a stand-in is left out. */
  readonly isOne?: (secret: string, match: RegExpExecArray) => boolean
}

/** Keys and tokens begin where a word begins. */
export const START = "(?<![A-Za-z0-9])"

/** What a fixed beginning gives away. */
export const prefixed = (kind: string, source: string): SecretRule => ({
  kind,
  pattern: new RegExp(`${START}(?:${source})`, "g"),
})

/** A value that says nothing by itself, so that what stands before it must name it. */
export function named(kind: string, names: string, value: string, isOne?: SecretRule["isOne"]): SecretRule {
  const between = "[\\w .-]{0,24}[\"'`*]{0,3}\\s{0,3}(?::=|=>|:|=)?[\"'`*(<\\s]{0,4}"
  return {
    kind,
    pattern: new RegExp(`(?:${names})${between}(?<![\\w/+-])(?<secret>${value})(?![\\w/+-])`, "dgi"),
    ...(isOne && { isOne }),
  }
}
