import ordinals from "./ordinals.json" with { type: "json" }

/**
 * Parts of patterns for days and months in words, and for measures of scripts without spaces.
 * `spelledMeasures` rewrites them as `14 March` and `30 s`.
 */
const ORDINALS = ordinals.terms
const MONTHS =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
const DAY_IN_WORDS = new RegExp(`\\b(${ORDINALS.toReversed().join("|")}) of (?=${MONTHS}\\b)`, "gi")
const DAY_BEFORE = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)(?: of)? (?=${MONTHS}\\b)`, "gi")
const DAY_AFTER = new RegExp(`\\b(${MONTHS}) (\\d{1,2})(?:st|nd|rd|th)\\b`, "gi")
const PER_CENT = /\b(?:per cent|por ciento|por cento|pour cent)\b/gi

const UNITS = new Map(
  Object.entries({
    秒: "s",
    秒間: "s",
    分钟: "min",
    分間: "min",
    小时: "h",
    時間: "h",
    天: "d",
    日間: "d",
    周: "week",
    週間: "week",
    个月: "month",
    か月: "month",
    ヶ月: "month",
    年: "year",
    年間: "year",
  }),
)
const AMOUNT = "[一二两三四五六七八九十]{1,3}|\\d{1,3}"
/** Pattern for a measure of a script without spaces: `30秒`, `三十秒`. */
export const UNSPACED_MEASURE = `(?<![\\d一二两三四五六七八九十])(?:${AMOUNT}) ?(?:${[...UNITS.keys()]
  .toSorted((a, b) => b.length - a.length)
  .join("|")})`
const UNSPACED = new RegExp(UNSPACED_MEASURE, "gu")
const PARTS = new RegExp(`^(${AMOUNT}) ?(.+)$`, "u")
const DIGITS = "零一二三四五六七八九"

/** Returns a text with its days and percentages written in one way, and with spaces around measures of scripts without spaces. */
export function spelledMeasures(text: string): string {
  return text
    .replaceAll(PER_CENT, "percent")
    .replaceAll(DAY_IN_WORDS, (_, day: string) => `${ORDINALS.indexOf(day.toLowerCase()) + 1} `)
    .replaceAll(DAY_BEFORE, "$1 ")
    .replaceAll(DAY_AFTER, "$2 $1")
    .replaceAll(UNSPACED, " $& ")
}

/** Returns a measure of a script without spaces in the form `30s`. */
export function unspacedMeasureOf(token: string): string {
  const [, amount = "", unit = ""] = PARTS.exec(token) ?? []
  return `${amountOf(amount)}${UNITS.get(unit) ?? ""}`
}

/** Returns the digits of an amount written as `30`, `三十` or `十五`. */
function amountOf(written: string): string {
  if (/^\d/.test(written)) return written
  const [tens = "", ones = ""] = written.includes("十") ? written.split("十") : ["零", written]
  const digit = (sign: string, missing: number) =>
    sign === "" ? missing : DIGITS.indexOf(sign.replace("两", "二"))
  return String(10 * digit(tens, 1) + digit(ones, 0))
}
