/** Recognizes one kind of secret. */
export interface SecretRule {
  /** Name of the kind, for messages. */
  readonly kind: string
  /**
   * Global. The group `secret` is the secret if there is one (then with the flag `d`), else the whole match. Every repetition is bounded or
   * begins after a fixed prefix, so that no text makes it slow.
   */
  readonly pattern: RegExp
  /** True if a match is a secret. Default: true for every match except placeholders. */
  readonly isOne?: (secret: string, match: RegExpExecArray) => boolean
}

/** Pattern for the start of a word. Keys and tokens begin there. */
export const START = "(?<![A-Za-z0-9])"

/** Returns a rule for secrets with a fixed prefix. */
export const prefixed = (kind: string, source: string): SecretRule => ({
  kind,
  pattern: new RegExp(`${START}(?:${source})`, "g"),
})

/** Returns a rule for a value that must be named by the text before it. */
export function named(kind: string, names: string, value: string, isOne?: SecretRule["isOne"]): SecretRule {
  const between = "[\\w .-]{0,24}[\"'`*]{0,3}\\s{0,3}(?::=|=>|:|=)?[\"'`*(<\\s]{0,4}"
  return {
    kind,
    pattern: new RegExp(`(?:${names})${between}(?<![\\w/+-])(?<secret>${value})(?![\\w/+-])`, "dgi"),
    ...(isOne && { isOne }),
  }
}
