import type { Payload } from "./payloads"

/**
 * Returns the lines of a text that a trick with their letters disguises, such as rot13. `text`: the line with
 * the trick undone.
 */
export function listDisguises(text: string): Payload[] {
  return Array.from(text.matchAll(LINE)).flatMap(({ 0: line, index }) =>
    DISGUISES.filter(({ looksLike }) => looksLike.test(line)).map(({ undo }) => ({
      start: index,
      end: index + line.length,
      text: undo(line),
    })),
  )
}

const LINE = /[^\r\n]{12,2000}/g

interface Disguise {
  readonly looksLike: RegExp
  readonly undo: (line: string) => string
}

const DISGUISES: readonly Disguise[] = [
  // Rot13 and reversed text, each recognized by two of the most common words (the, and, you, your, for, with
  // …).
  {
    looksLike: twice(
      "gur naq lbh lbhe sbe jvgu guvf gung abg nyy hfre nal jura arire nyjnlf fraq sebz xrl xrlf bhe gb bs va vf jvyy pna uvf ure",
    ),
    undo: (line) =>
      line.replaceAll(/[a-z]/gi, (one) => {
        const code = one.charCodeAt(0)
        return String.fromCharCode(code + ((code & 0x1f) <= 13 ? 13 : -13))
      }),
  },
  {
    looksLike: twice(
      "eht dna uoy ruoy rof htiw siht taht lla resu yna nehw reven syawla dnes morf yek syek ruo ot fo lliw nac sih reh",
    ),
    undo: (line) => Array.from(line).toReversed().join(""),
  },
  // Markup inside words, or around each of them.
  {
    looksLike:
      /(?:(?:<\/?(?:b|i|em|u|s|span|strong|wbr|font|mark|su[bp])\b[^<>]{0,60}>|\w<!--[^<>]{0,60}-->\w).{0,40}?){4}/i,
    undo: (line) => line.replaceAll(/<!--[^<>]{0,60}-->|<\/?\w[^<>]{0,60}>/g, ""),
  },
  // Letters and digits as entities among plain ones.
  {
    looksLike:
      /(?:&#(?:x(?:[46][1-9a-f]|[57][0-9a]|20)|32|6[5-9]|[78]\d|9[0789]|1[01]\d|12[012]);.{0,40}?){3}/i,
    undo: (line) =>
      line.replaceAll(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex?: string, decimal?: string) => {
        const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
        return code <= 0x10ffff ? String.fromCodePoint(code) : ""
      }),
  },
  // Quoted-printable.
  {
    looksLike: /(?:=[2-7][0-9A-F].{0,40}?){3}/,
    undo: (line) =>
      line.replaceAll(/=([2-7][0-9A-F])/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  },
  // Words of a query string.
  { looksLike: /(?:[^\W_]{1,20}\+){4}[^\W_]{1,20}/, undo: (line) => line.replaceAll("+", " ") },
]

function twice(words: string): RegExp {
  const word = `\\b(?:${words.replaceAll(" ", "|")})\\b`
  return new RegExp(`${word}.{0,200}${word}`, "i")
}
