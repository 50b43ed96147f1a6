/** Name and email address that a person enters when joining. */
export interface Profile {
  readonly name: string
  readonly email: string
}

/**
 * Returns why a name is not accepted, or null. Control and direction characters are refused, because names
 * that contain them could look like other names.
 */
export function nameProblem(name: string): string | null {
  const trimmed = name.trim()
  if (trimmed === "") return "Enter the name that others will see."
  if (trimmed.length > 80) return "The name can have at most 80 characters."
  if (/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(trimmed))
    return "The name contains an invisible character."
  return null
}

export function emailProblem(email: string): string | null {
  const trimmed = email.trim()
  return trimmed.length <= 254 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(trimmed)
    ? null
    : "This is not a valid email address."
}
