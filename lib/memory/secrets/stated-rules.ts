import { foldText } from "../characters/look-alikes-fold"
import { isKey, isStatedPassword, VALUE } from "./assignment-rules"
import type { SecretRule } from "./secret-rule"
import { isMixed, isStandIn } from "./placeholder-secrets"

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
