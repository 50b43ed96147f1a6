/**
 * A word in code or an address with characters that look like others. `column`: in UTF-16 units, from 1.
 * `reads`: the word that it looks like.
 */
interface DisguisedCode {
  readonly column: number
  readonly word: string
  readonly reads: string
}

/**
 * Returns look-alikes in a line without East Asian script, at most 20. They are harmless in prose, but change
 * a command, a name or an address.
 */
export function listDisguisedCode(line: string): DisguisedCode[] {
  return DISGUISES.flatMap(({ pattern, read }) =>
    Array.from(line.matchAll(pattern), (match) => ({
      column: match.index + 1,
      word: match[0],
      reads: read(match[0]),
    })),
  ).slice(0, AT_MOST)
}

const AT_MOST = 20

const COMMANDS =
  "rm|git|npm|npx|pnpm|yarn|docker|kubectl|helm|terraform|curl|wget|ls|cp|mv|chmod|chown|sudo|tar|ssh|scp|rsync|pip3?|python3?|grep|sed|awk|aws|gcloud|psql|mysql|systemctl|cargo|brew|apt|apt-get"
const INSTALLERS = "npm|npx|pnpm|yarn|pip3?|cargo|gem|brew|apt|apt-get|docker|kubectl|curl|wget"

const dashes = (word: string): string =>
  word.replaceAll(/[\u2010-\u2013\u2212]/g, "-").replaceAll("\u2014", "--")
const plain = (word: string): string => word.normalize("NFKC")

const SOUNDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ɦ: "h",
    ɡ: "g",
    ɑ: "a",
    ꜱ: "s",
    ᴀ: "a",
    ᴄ: "c",
    ᴅ: "d",
    ᴇ: "e",
    ᴊ: "j",
    ᴋ: "k",
    ᴍ: "m",
    ᴏ: "o",
    ᴘ: "p",
    ᴛ: "t",
    ᴜ: "u",
    ᴠ: "v",
    ᴡ: "w",
    ᴢ: "z",
    ɪ: "i",
    ʟ: "l",
    ʀ: "r",
    ɴ: "n",
    ɢ: "g",
    ʙ: "b",
    ʜ: "h",
  }),
)

const DISGUISES: readonly { readonly pattern: RegExp; readonly read: (word: string) => string }[] = [
  // Dashes that word processors put in place of hyphens. They change the meaning of a command.
  {
    pattern: new RegExp(
      `(?<=\\b(?:${COMMANDS})\\s(?:[^\\n.]{0,80}\\s)?)[\\u2010-\\u2014\\u2212]{1,2}[A-Za-z][\\w-]{0,40}`,
      "gu",
    ),
    read: dashes,
  },
  {
    pattern: new RegExp(
      `(?<=\\b(?:${INSTALLERS})\\s(?:[^\\n]{0,80}\\s)?)[\\w@/.]{1,60}[\\u2010-\\u2013\\u2212][\\w@/.\\u2010\\u2011-]{1,60}`,
      "gu",
    ),
    read: dashes,
  },
  {
    pattern: new RegExp(`(?<=\\b(?:${COMMANDS})\\s(?:[^\\n]{0,80}\\s)?)[\\w/.]{0,40}\\u2217`, "gu"),
    read: (word) => word.replace("\u2217", "*"),
  },
  // Full-width signs beside ASCII characters.
  {
    pattern:
      /(?<=[A-Za-z0-9"'] ?)[\uff01-\uff0f\uff1a-\uff20\uff3b-\uff3f\uff5b-\uff5d]|[\uff04\uff0f\uff20](?=[A-Za-z])/gu,
    read: plain,
  },
  {
    pattern: /[A-Za-z0-9-]{2,40}[\u3002\uff61](?=[a-z]{2,10}(?:\b|\/))/gu,
    read: (word) => `${word.slice(0, -1)}.`,
  },
  // The Greek question mark, which looks like a semicolon.
  { pattern: /[A-Za-z0-9)\]]\u037e/gu, read: (word) => word.replace("\u037e", ";") },
  // Click letters, which look like the operators "||" and "!=".
  { pattern: /(?<![\p{L}])(?:\u01c0{2}|\u01c1)(?![\p{L}])/gu, read: () => "||" },
  { pattern: /\u01c3=/gu, read: () => "!=" },
  { pattern: /(?<![\p{L}\p{N}])\u02ba(?=\p{L})|(?<=[A-Za-z])\u02ba(?![\p{L}\p{N}])/gu, read: () => '"' },
  // Phonetic letters and punctuation that look like a colon after an ASCII word.
  { pattern: /(?<=[A-Za-z0-9_]{2})[\u02d0\ua789\u05c3\u0589](?=\s+[\x21-\x7e])/gu, read: () => ":" },
  // The signs of kelvin and a long s in a word.
  { pattern: /(?=[A-Za-z]{0,30}[\u212a\u017f])[A-Za-z\u212a\u017f]{3,40}/gu, read: plain },
  // Phonetic letters and small capitals among ASCII letters.
  {
    pattern:
      /(?<![/[ˈˌ\p{L}])(?=[A-Za-z]{0,30}[\u0266\u0261\u0251\ua731\u1d00-\u1d22\u026a\u029f\u0280\u0274\u0262\u0299\u029c])(?=\P{ASCII}?[A-Za-z]{0,30}\P{ASCII}?[A-Za-z]{3})[A-Za-z\u0266\u0261\u0251\ua731\u1d00-\u1d22\u026a\u029f\u0280\u0274\u0262\u0299\u029c]{4,40}(?![/\]\p{L}])/gu,
    read: (word) => Array.from(word, (one) => SOUNDS.get(one) ?? one).join(""),
  },
  // Compatibility characters among ASCII letters.
  {
    pattern:
      /(?=[A-Za-z]{0,30}[\u212a\u017f\u2113\u2170-\u217f])(?=[^A-Za-z]{0,2}[A-Za-z])[A-Za-z\u212a\u017f\u2113\u2170-\u217f]{4,40}/gu,
    read: plain,
  },
  { pattern: /[\u{1d670}-\u{1d6a3}]{2,40}/gu, read: plain },
  // A dotless i in the name of a host or an account.
  {
    pattern:
      /\b[a-z\u0131]{0,20}\u0131[a-z\u0131]{0,20}\.(?:com|org|net|io|dev)\b|\b(?:adm\u0131n|log\u0131n|g\u0131t\w{0,6}|scr\u0131pt|s\u0131gn|conf\u0131g|m\u0131crosoft|l\u0131nk)(?!\p{L})/gu,
    read: (word) => word.replaceAll("\u0131", "i"),
  },
  // Combining lines through or below letters.
  {
    pattern: /[A-Za-z](?:[\u0334-\u0338][A-Za-z]{0,20}){1,20}|(?:[A-Za-z]\u0332){3,40}/gu,
    read: (word) => word.replaceAll(/\p{M}/gu, ""),
  },
  // Letters that look like digits.
  {
    pattern: /\d[\u041e\u043e\u039f\u03bf\u0555\u0417\u0437]\d{0,10}/gu,
    read: (word) => word.replaceAll(/[\u0417\u0437]/g, "3").replaceAll(/[^\d]/g, "0"),
  },
]
