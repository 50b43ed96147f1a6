import { readTags } from "../characters/hidden-characters"

/** Encoded text within another text. */
interface Payload {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Returns the encoded parts of a text that decode to readable text: base64, base32, other notations of bytes,
 * percent-encoding, escapes, entities and invisible characters. At most 50.
 */
export function listPayloads(text: string): Payload[] {
  const found: Payload[] = []
  for (const { pattern, decode } of ENCODINGS) {
    for (const match of text.matchAll(pattern)) {
      const decoded = decode(match[0])
      if (decoded !== null && isReadable(decoded))
        found.push({ start: match.index, end: match.index + match[0].length, text: decoded })
      if (found.length === AT_MOST) return found
    }
  }
  return found
}

const AT_MOST = 50
/** Maximum number of characters of a payload that are decoded. */
const READ_CHARACTERS = 8_000

interface Encoding {
  readonly pattern: RegExp
  readonly decode: (written: string) => string | null
}

const ENCODINGS: readonly Encoding[] = [
  {
    pattern: /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,}(?:\r?\n[A-Za-z0-9+/_-]{4,}){0,100}={0,2}/g,
    decode: fromBase64,
  },
  { pattern: /(?<![A-Za-z0-9])[A-Z2-7]{24,}={0,6}(?![A-Za-z0-9=])/g, decode: fromBase32 },
  {
    pattern: /(?<![A-Fa-f0-9])(?:[A-Fa-f0-9]{2}){16,}(?![A-Fa-f0-9])/g,
    decode: (written) => fromCodes(written, /../g, 16),
  },
  {
    pattern: /(?<![\w:-])(?:[A-Fa-f0-9]{2}[ :-]){12,}[A-Fa-f0-9]{2}(?![\w:-])/g,
    decode: (written) => fromCodes(written, /[A-Fa-f0-9]{2}/g, 16),
  },
  {
    pattern: /(?<!\d)[01]{8}(?:[ ,][01]{8}){7,1000}(?!\d)/g,
    decode: (written) => fromCodes(written, /[01]{8}/g, 2),
  },
  {
    pattern: /(?<![\d.])(?:\d{2,3}[ ,]{1,2}){12,}\d{2,3}(?![\d.])/g,
    decode: (written) => fromCodes(written, /\d{2,3}/g, 10),
  },
  {
    pattern: /(?:\\[0-7]{2,3}){8,}/g,
    decode: (written) => fromCodes(written, /[0-7]{2,3}/g, 8),
  },
  {
    pattern: /(?:(?:0x|\\x)[A-Fa-f0-9]{2}[ ,]{0,2}){8,}/g,
    decode: (written) => fromCodes(written, /(?<=x)[A-Fa-f0-9]{2}/g, 16),
  },
  {
    pattern: /(?:\\u\{?[A-Fa-f0-9]{2,6}\}?){4,}/g,
    decode: (written) => fromCodes(written, /[A-Fa-f0-9]{2,6}/g, 16),
  },
  {
    pattern: /(?:&#x[A-Fa-f0-9]{2,6};){4,}/g,
    decode: (written) => fromCodes(written, /[A-Fa-f0-9]{2,6}/g, 16),
  },
  { pattern: /(?:&#\d{2,7};){4,}/g, decode: (written) => fromCodes(written, /\d{2,7}/g, 10) },
  {
    pattern: /(?<![\w.:/@+%-])[\w.:/@+-]{0,300}(?:%[0-9A-Fa-f]{2}[\w.:/@+-]{0,300}){2,}/g,
    decode: fromPercent,
  },
  { pattern: /[\u{e0020}-\u{e007e}]{4,}/gu, decode: readTags },
  { pattern: /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{8,}/gu, decode: fromSelectors },
]

function fromBase64(written: string): string | null {
  // Base64 has letters of both cases. Most long words and paths do not.
  if (!/[A-Z]/.test(written) || !/[a-z]/.test(written)) return null
  try {
    return utf8(
      atob(
        written
          .replaceAll(/\s/g, "")
          .slice(0, READ_CHARACTERS - (READ_CHARACTERS % 4))
          .replaceAll("-", "+")
          .replaceAll("_", "/")
          .replace(/=+$/, ""),
      ),
    )
  } catch {
    return null
  }
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

function fromBase32(written: string): string | null {
  // Words in capital letters have no digits; base32 nearly always has.
  if (!/[2-7]/.test(written)) return null
  const bits = Array.from(written.slice(0, READ_CHARACTERS).replace(/=+$/, ""), (one) =>
    BASE32.indexOf(one).toString(2).padStart(5, "0"),
  ).join("")
  return fromCodes(bits, /[01]{8}/g, 2, bits.length)
}

/** Decodes variation selectors, each of which encodes one byte. */
function fromSelectors(written: string): string {
  const bytes = Array.from(written.slice(0, READ_CHARACTERS), (one) => {
    const code = one.codePointAt(0) ?? 0
    return code >= 0xe0100 ? code - 0xe0100 + 16 : code - 0xfe00
  })
  return utf8(String.fromCharCode(...bytes))
}

function fromCodes(
  written: string,
  code: RegExp,
  radix: 2 | 8 | 10 | 16,
  most = READ_CHARACTERS,
): string | null {
  const codes = (written.slice(0, most).match(code) ?? []).map((one) => Number.parseInt(one, radix))
  if (codes.some((one) => one > 0x10ffff)) return null
  const characters = codes.map((one) => String.fromCodePoint(one)).join("")
  return codes.every((one) => one <= 0xff) ? utf8(characters) : characters
}

function fromPercent(written: string): string | null {
  try {
    return decodeURIComponent(written.slice(0, READ_CHARACTERS))
  } catch {
    return null
  }
}

function utf8(bytes: string): string {
  return new TextDecoder().decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)))
}

/** True for words or a key; false for bytes that decode by chance. */
function isReadable(text: string): boolean {
  if (text.length < 8) return false
  // oxlint-disable-next-line no-control-regex -- they are what is counted
  const strange = text.match(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd]/g)?.length ?? 0
  if (!/\p{L}{3}/u.test(text)) return false
  return strange === 0 || (strange <= 2 && strange * 50 < text.length)
}

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
