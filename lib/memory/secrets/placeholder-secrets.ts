import examplePasswords from "../lexicon/words/example-passwords.json" with { type: "json" }

const SAYS_SO =
  /example|placeholder|redacted|change[-_]?me|replace[-_]?me|dummy|sample|your[-_]|_here\b|-here\b|x{4,}|\*{3,}|\.{3}|…|•{3}|^<|^\{|^\$|^%[a-z_]+%$|^\[|\$\{|\{\{|<[a-z_ -]+>/i

/** True for a placeholder of a secret: YOUR_API_KEY, xxxx, <token>, ${TOKEN}, process.env.X. */
export function isStandIn(value: string): boolean {
  if (SAYS_SO.test(value)) return true
  if (
    /^(?:process\.env|import\.meta|os\.environ|os\.getenv|env|secrets?|vars|config|settings|self|this|ctx|args|options)[.[(]/i.test(
      value,
    )
  )
    return true
  return new Set(value.replaceAll(/[^A-Za-z0-9]/g, "")).size <= 3
}

/** Returns the Shannon entropy in bits per character. Words are below 3, random base64 is above 4. */
export function entropyOf(value: string): number {
  const counts = new Map<string, number>()
  for (const one of value) counts.set(one, (counts.get(one) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}

/** True if letters and digits alternate often, as in random values (`a8F3k1`) and not in names (`OAuth2TokenProvider`). */
export function isRandom(value: string): boolean {
  if (!/[A-Za-z]/.test(value) || !/\d/.test(value)) return false
  const changes = value.match(/[A-Za-z]\d|\d[A-Za-z]/g)?.length ?? 0
  return entropyOf(value) >= 3 && (changes >= 3 || changes >= value.length / 8)
}

/** True for letters of both cases in random order, also without digits (`CxkgPDOkBwEq`). Words have longer runs of small letters. */
export const isMixed = (value: string): boolean =>
  /^[A-Za-z0-9+/_=-]{12,200}$/.test(value) &&
  !(value.length >= 20 && /\d/.test(value) ? /[a-z]{6}/ : /[a-z]{4}/).test(value) &&
  (value.match(/[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Za-z]\d|\d[A-Za-z]/g)?.length ?? 0) >= 3 &&
  entropyOf(value) >= 3.2

const DEFAULTS = new Set(examplePasswords.terms)

/** True for a default password of examples and local databases. */
export const isDefaultWord = (value: string): boolean =>
  DEFAULTS.has(value.toLowerCase().replaceAll(/[^a-z]/g, ""))
