import { foldText } from "../characters/look-alikes-fold"
import type { SecretRule } from "./secret-rule"
import { isDefaultWord, isRandom, isStandIn, isMixed } from "./placeholder-secrets"

const GIVEN =
  "s?(?:[_-](?:value|production|prod|staging|live|test|dev|base|key|\\d))?[\"'`*\\]]{0,4}\\s{0,3}(?:\\([^()\\n]{0,40}\\)\\s?)?(?::=|=>|=|:|\\bis\\b|\\bwas\\b|→|->)[\"'`*(\\[\\s]{0,5}"
const VALUE = "(?<secret>[^\\s\"'`,;<>()]{6,300})"

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
function isStatedPassword(secret: string): boolean {
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
function isKey(secret: string): boolean {
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

/** Words for a password in many languages, folded in the same way as the searched text. */
const PASSWORD = foldText(
  "passwor[dt]|passwd|passphrase|passcode|kennwort|wachtwoord|lösenord|adgangskode|passord|salasana|heslo|hasło|contraseña|senha|palavra-passe|mot de passe|parola|şifre|пароль|密码|密碼|口令|パスワード|비밀번호|암호|كلمة المرور|كلمة السر|पासवर्ड",
).text
const IS = foldText("is|was|are|lautet|ist|heißt|est|es|é|è|to|jest|это|हैं|है|هي|هو|는|은|는|은|は").text

const stated = (source: string, isOne: SecretRule["isOne"] = isStatedPassword): SecretRule => ({
  kind: "password",
  pattern: new RegExp(source, "dgi"),
  isOne,
})

const MARKS = "[\"'`*«„“「]{0,3}"

/** Secrets in a sentence, a table or a shell command. */
export const STATED_RULES: readonly SecretRule[] = [
  stated(
    `(?:${PASSWORD})[^\\n:：=|]{0,60}?(?:\\s(?:${IS})\\s|[:：=]|是|为|は|는|은)\\s{0,3}${MARKS}${VALUE}`,
  ),
  stated(`(?:${PASSWORD})\\s(?:from|von|de|с)\\s\\S{1,60}\\s(?:to|auf|a|à|на)\\s${MARKS}${VALUE}`),
  // Four or more joined words with a number are a passphrase beside the word "password".
  stated(`(?:${PASSWORD})[^\\n=|]{0,60}?(?:\\s(?:${IS})\\s|[:：=])\\s{0,3}${MARKS}${VALUE}`, (value) =>
    /^[a-z]{3,12}(?:[-_.][a-z]{3,12}){3,}[-_.]?\d{1,4}[.,]?$/i.test(value),
  ),
  stated(
    `(?:\\bPIN\\b|\\b(?:pin|door|access|alarm|gate|safe|entry)[ -]code\\b)(?: (?:for|of|to|on) [^\\n:=]{1,40}?)?\\s?(?:is|:|=)\\s{0,3}${MARKS}(?<secret>\\d{4,8})(?![\\w.:-]|\\s(?:digits|characters))`,
    (_, match) => /PIN\b|[ -]code/.test(match[0]),
  ),
  // Tables and elements.
  stated(
    `(?:password|passwort|passwd|_pw|pwd)[\\w ]{0,20}[\`*]{0,2}\\s?\\|\\s?[\`*]{0,2}${VALUE}[\`*]{0,2}\\s?\\|`,
  ),
  stated(
    `\\|\\s{0,9}(?:password|passwort|pwd)\\s{0,9}\\|\\s{0,9}\\n\\|[\\s:|-]{3,200}\\n(?:[^\\n]{1,300}\\n){0,9}?[^\\n]{0,200}\\|\\s{0,9}\`?(?<secret>[^\\s|\`]{6,60})\`?\\s{0,9}\\|\\s{0,9}$`,
  ),
  stated(`<(?:[\\w.:-]{0,30}(?:password|passwd|pwd))>${MARKS}${VALUE}</`),
  stated(`(?:key|name)="[\\w.:-]{0,40}(?:password|passwd|pwd)"\\s{1,3}value="${VALUE}"`),
  // Calls and commands.
  stated(`(?:password|passwd|pwd)["']\\s{0,3},\\s{0,3}["']${VALUE}["']`),
  stated(`(?:password|passwd|pwd)"?\\s{0,3}\\{[^}\\n]{0,80}?\\bdefault\\s{0,3}=\\s{0,3}"${VALUE}"`),
  stated(`\\bset(?:x|\\s-\\w{1,4})\\s{1,3}\\w{0,40}(?:password|passwd|pwd|_pass)\\s{1,3}${MARKS}${VALUE}`),
  stated(`(?:${PASSWORD})\\s(?:was|is|has been|got)\\s(?:changed|set|reset|rotated)\\sto\\s${MARKS}${VALUE}`),
  stated(
    `(?<![^\\s"'\`(])(?<secret>[^\\s"'\`,;<>()]{6,100})["'\`]?\\sas\\s(?:the\\s|a\\s|its\\s)?(?:password|passphrase)\\b`,
    (value) => isStatedPassword(value) && /[A-Z]/.test(value) && /\d/.test(value),
  ),
  stated(`\\brequirepass\\s${MARKS}${VALUE}`),
  {
    kind: "HashiCorp Vault unseal key",
    pattern:
      /\bunseal key(?: \d)?["'`*]{0,3}\s?(?:is\s|[:=])\s?["'`]?(?<secret>[A-Za-z0-9+/]{42,48}={0,2})/dgi,
  },
  {
    kind: "secret",
    pattern:
      /\b[A-Z][A-Z0-9_]{1,50}_(?:TOKEN|SECRET|KEY|PASS|PASSWORD|PWD)["']?\s?[=:]\s?["']?(?<secret>[A-Za-z0-9+/_=-]{12,200})/dg,
    isOne: (value) => isMixed(value) && !isStandIn(value),
  },
  stated(`_(?:pass|pw|psw)["'\`*]{0,3}\\s?[:=]\\s?["'\`*]{0,3}${VALUE}`),
  stated(
    `\\b(?:docker|podman|skopeo|helm|oras|az|cf|oc)\\s[^\\n|]{0,120}?\\s(?:-p|--password)[ =]["']?${VALUE}`,
    isNoWord,
  ),
  stated(`\\bredis-cli\\s[^\\n|]{0,80}?(?:-a|--pass)\\s["']?${VALUE}`, isNoWord),
  stated(`\\becho\\s(?:-n\\s)?["']?${VALUE}["']?\\s{0,3}\\|[^\\n]{0,120}?--password-stdin`, isNoWord),
  stated(`\\s-pass(?:in|out)?\\spass:${VALUE}`, isNoWord),
  stated(`\\bWIFI:[^\\n]{0,80}?;?P:(?<secret>[^\\s;]{6,63});`, (value) => !isStandIn(value)),
  stated(
    `^[\\w.*-]{1,80}:(?:\\d{2,5}|\\*):[\\w*-]{1,60}:[\\w.-]{1,60}:${VALUE}$`.replace("^", "(?<![^\\n])"),
  ),
  {
    kind: "API key",
    pattern: new RegExp(
      `\\b(?:(?:api|access|service)[ -]?key|token|secret)\\s(?:for|of|to)\\s[^\\n:=]{1,60}?\\s?(?:\\sis\\s|[:=])\\s?${MARKS}${VALUE}`,
      "dgi",
    ),
    isOne: isKey,
  },
  {
    kind: "API key",
    pattern: new RegExp(
      `\\bset(?:x|\\s-\\w{1,4})\\s{1,3}\\w{0,40}(?:key|token|secret)\\s{1,3}${MARKS}${VALUE}`,
      "dgi",
    ),
    isOne: isKey,
  },
  {
    kind: "API key",
    pattern: new RegExp(`write[_ -]?key["'\`]{0,2}\\s?[:=]\\s?${MARKS}${VALUE}`, "dgi"),
    isOne: isKey,
  },
  {
    kind: "secret",
    pattern: new RegExp(`secret_key_base["'\`]{0,2}\\s?[:=]\\s?${MARKS}${VALUE}`, "dgi"),
    isOne: isKey,
  },
  {
    kind: "encryption key",
    pattern: /APP_KEY\s?=\s?["']?base64:(?<secret>[A-Za-z0-9+/]{40,}={0,2})/dg,
  },
  {
    kind: "access token",
    pattern:
      /\b[A-Z][A-Z0-9_]{1,40}_(?:TOKEN|SECRET|API_KEY)["']?\s?[=:]\s?["']?(?<secret>[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12})\b/dg,
  },
  {
    kind: "private key",
    pattern: /private[_ -]?key\W{1,8}(?:is\s)?["'`]?(?<secret>0x[a-f0-9]{64})\b/dgi,
  },
  {
    kind: "recovery phrase",
    pattern:
      /\b(?:recovery|seed|mnemonic|backup|secret|wallet)[ _-]?(?:phrase|words|seed)?["'`*]{0,3}\s?(?::|=|is)\s?["'`]?(?<secret>[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})["'`.]?(?=$|\s*\n|["'`]|\s\()/dgim,
    isOne: (value) => !/\b(?:the|and|are|with|for|not|from|this|that|you)\b/.test(value),
  },
  {
    kind: "recovery codes",
    pattern:
      /\b(?:backup|recovery|scratch|one-time) codes?\b[^\n]{0,40}?[:=]\s?["'`]?(?<secret>(?=[a-z0-9-]{0,11}\d)[a-z0-9]{4,6}-[a-z0-9]{4,6}\b)/dgi,
  },
]

function isNoWord(value: string): boolean {
  return !isStandIn(value) && /\d/.test(value) && /[A-Za-z]/.test(value) && !/^[-\w]*=$/.test(value)
}
