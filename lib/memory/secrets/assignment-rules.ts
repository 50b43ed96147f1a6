import type { SecretRule } from "./secret-rule"
import { isDefaultWord, isRandom, isStandIn } from "./placeholder-secrets"

const GIVEN =
  "s?(?:[_-](?:value|production|prod|staging|live|test|dev|base|key|\\d))?[\"'`*\\]]{0,4}\\s{0,3}(?:\\([^()\\n]{0,40}\\)\\s?)?(?::=|=>|=|:|\\bis\\b|\\bwas\\b|→|->)[\"'`*(\\[\\s]{0,5}"
export const VALUE = "(?<secret>[^\\s\"'`,;<>()]{6,300})"

/** Rules for a name of a secret followed by a value. */
export const ASSIGNMENT_RULES: readonly SecretRule[] = [
  {
    kind: "password",
    pattern: new RegExp(
      `(?:passwor[dt]|passwd|passphrase|passcode|pwd|kennwort|contraseña|mot de passe)${GIVEN}${VALUE}`,
      "dgi",
    ),
    isOne: isPassword,
  },
  {
    kind: "password",
    pattern: /\bpassword ["'`](?<secret>[^\s"'`,;<>()]{6,100})["'`]/dgi,
    isOne: isPassword,
  },
  // "The password for the staging database is …", "log in as admin with the password …"
  {
    kind: "password",
    pattern: new RegExp(
      `\\b(?:passwor[dt]|passphrase|passcode|pin|credentials?|login)s?\\s+(?:for|of|to|on)\\s[^\\n:=]{1,80}?(?:\\s(?:is|was|are|stays|remains)\\s|\\s?[:=]\\s?)["'\`*]{0,3}${VALUE}`,
      "dgi",
    ),
    isOne: isStatedPassword,
  },
  {
    kind: "password",
    pattern: new RegExp(
      `\\b(?:with|using|and|set|has|have|,|/)\\s+(?:the\\s|a\\s|its\\s|their\\s)?(?:password|passphrase|passwd)\\s+(?:to\\s|of\\s)?["'\`*]{0,3}${VALUE}`,
      "dgi",
    ),
    isOne: isStatedPassword,
  },
  {
    kind: "password",
    pattern: new RegExp(
      `\\b(?:pass|pw|psw)["'\`*]{0,3}(?:\\s(?:for|of|to|on|in|at)\\s[^\\n:=]{1,60}?)?\\s?(?:[:=]|\\sis\\s)\\s?["'\`*]{0,3}${VALUE}`,
      "dgi",
    ),
    isOne: isStatedPassword,
  },
  // "admin / … (credentials of the old server)"
  {
    kind: "password",
    pattern: new RegExp(
      `\\b(?:admin|administrator|root|user|login|deploy|service|sa|postgres)["'\`*]{0,3}\\s?/\\s?["'\`*]{0,3}${VALUE}`,
      "dgi",
    ),
    isOne: (value) => isStatedPassword(value) && /[A-Z]/.test(value) && /[!@#$%^&*?~+=]/.test(value),
  },
  // "Credentials: admin / …"
  {
    kind: "password",
    pattern: new RegExp(
      `\\b(?:creds|credentials?|logins?|log in|sign in)\\b[^\\n]{0,40}?\\b[\\w.@-]{2,60}["'\`*]{0,3}\\s?[/:]\\s?["'\`*]{0,3}${VALUE}`,
      "dgi",
    ),
    isOne: (value) => isStatedPassword(value) && /[A-Z]/.test(value) && /[!@#$%^&*?~+=]/.test(value),
  },
  {
    kind: "API key",
    pattern: new RegExp(`(?:api|access|auth|account|service|app|license)[_ -]?key${GIVEN}${VALUE}`, "dgi"),
    isOne: isKey,
  },
  {
    kind: "encryption key",
    pattern: new RegExp(`(?:private|encryption|signing|master|hmac|jwt|aes)[_ -]?key${GIVEN}${VALUE}`, "dgi"),
    isOne: isKey,
  },
  { kind: "npm token", pattern: new RegExp(`_authToken=${VALUE}`, "dgi"), isOne: isKey },
  { kind: "secret", pattern: new RegExp(`(?<!:)secret${GIVEN}${VALUE}`, "dgi"), isOne: isKey },
  {
    kind: "access token",
    pattern: new RegExp(`(?:token|credential|bearer|\\bpat)${GIVEN}${VALUE}`, "dgi"),
    isOne: (value) => !UUID.test(value) && isKey(value),
  },
]

const UUID = /^[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}/i
const ALGORITHM =
  /^(?:argon2|bcrypt|scrypt|pbkdf2|sha-?\d|md5|hs\d|rs\d|es\d|aes|utf-?8|base64|oauth|http|https?:|ssl|tls|x509|sso|totp|2fa|mfa|min|max|required|string|varchar|char|text|int|uuid|v\d|n\/a|arn:|env:|op:|vault:|file:|ref:|secret:|ssm:|projects\/)/i

const trim = (value: string): string => value.replace(/[.,:;!?)\]}*|\\]+$/, "")

/**
 * True if a value contains letters and also digits or signs. Plain words are not passwords: "is hashed with
 * argon2", "is in the vault".
 */
function isPassword(secret: string, match: RegExpExecArray): boolean {
  const value = trim(secret)
  if (value.length < 6 || isNoValue(value) || isDefaultWord(value) || !/[A-Za-z]/.test(value)) return false
  if (!/\d/.test(value)) return hasSigns(value)
  const isInSentence = /\b(?:is|was)\b/i.test(match[0].slice(0, -secret.length))
  return (
    !/^\d+[-+a-z%]*$/i.test(value) &&
    !/^[A-Z]?[a-z]+(?:[A-Z][a-z]+)+\d?$/.test(value) &&
    !(isInSentence && /-/.test(value) && !/[A-Z]/.test(value))
  )
}

/**
 * True if a value has upper and lower case letters and a sign that is neither at the end nor part of code or
 * Markdown.
 */
const hasSigns = (value: string): boolean =>
  /[!@#$%^&*?~]/.test(value.slice(0, -1)) &&
  /[a-z]/.test(value) &&
  /[A-Z]/.test(value) &&
  !/^[@!]|[&|]{2}|\*\*/.test(value)

/** True if a value in a sentence is a password: it does not look like a word, a version or a name. */
export function isStatedPassword(secret: string): boolean {
  const value = trim(secret)
  if (value.length < 6 || isNoValue(value) || isDefaultWord(value)) return false
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[!@#$%^&*?~+=]/].filter((one) => one.test(value)).length
  if (/^v?\d+(?:[.:/-]\d+)*[a-z%]*$/i.test(value) || /^[A-Za-z]+\d?$/.test(value)) return false
  if (/^[A-Za-z]+(?:[-_./][A-Za-z]+)*[-_.]?\d?$/.test(value) || /^@|^[&|]{2}|\*\*|^#\d+$/.test(value))
    return false
  return (
    kinds >= 3 ||
    (kinds === 2 && /\d/.test(value) && (/[a-z]/i.test(value) ? /\d[A-Za-z]|\d{2}/.test(value) : false))
  )
}

/** True for a value of at least 12 characters that looks random. */
export function isKey(secret: string): boolean {
  const value = trim(secret)
  return value.length >= 12 && !isNoValue(value) && /^[\w\-./+=~:!@#$%^&*]+$/.test(value) && isRandom(value)
}

/** True if a value is a path, a call, an address or a placeholder, which names the location of a secret. */
function isNoValue(value: string): boolean {
  return (
    isStandIn(value) ||
    ALGORITHM.test(value) ||
    /^(?:\.{0,2}\/|~\/|@\/|\w+:\/\/)/.test(value) ||
    /\.(?:[cm]?[jt]sx?|py|go|rs|ya?ml|json|toml|md|env|txt|pem|sh|sql|key|crt)$/i.test(value) ||
    (/^[\w-]+(?:\/[\w.-]+)+$/.test(value) && !isRandom(value)) ||
    /[\u0100-\uffff]/.test(value)
  )
}
