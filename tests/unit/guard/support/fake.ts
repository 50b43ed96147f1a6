/** Fake secrets, built at run time so that secret scanners do not report this repository. */

const LOWER = "abcdefghijklmnopqrstuvwxyz"
const DIGITS = "0123456789"
export const ALPHANUMERIC = LOWER + LOWER.toUpperCase() + DIGITS
export const HEX = "0123456789abcdef"
export const CAPITALS = LOWER.toUpperCase() + DIGITS

/** Pseudo-random characters like those of a key, the same in every run. */
export function fake(length: number, alphabet: string = ALPHANUMERIC, seed = 7): string {
  let state = seed * 2654435761 + length
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return alphabet[(state >>> 16) % alphabet.length]
  }).join("")
}

export const hex = (length: number, seed?: number) => fake(length, HEX, seed)

/** Joins the parts of a value. */
export const put = (...parts: readonly string[]) => parts.join("")

export const uuid = () => [8, 4, 4, 4, 12].map((length) => hex(length)).join("-")

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

export const webToken = (claims: object) =>
  put(base64url({ alg: "HS256", typ: "JWT" }), ".", base64url(claims), ".", fake(43))

export const privateKey = (label: string, headers = "") =>
  put(
    "-----",
    "BEGIN ",
    label,
    "-----\n",
    headers,
    fake(64),
    "\n",
    fake(64),
    "\n-----",
    "END ",
    label,
    "-----",
  )
