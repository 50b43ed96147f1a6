import { readTags } from "../invisible"

/** Text that stands in another text in an encoding. */
export interface Payload {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Base64, hexadecimal, percent signs, escapes, entities and tag characters, as far as they decode to readable text. */
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
/** More of a payload is not read. */
const READ_CHARACTERS = 8_000

interface Encoding {
  readonly pattern: RegExp
  readonly decode: (written: string) => string | null
}

const ENCODINGS: readonly Encoding[] = [
  { pattern: /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,}={0,2}/g, decode: fromBase64 },
  {
    pattern: /(?<![A-Fa-f0-9])(?:[A-Fa-f0-9]{2}){16,}(?![A-Fa-f0-9])/g,
    decode: (written) => fromCodes(written, /../g, 16),
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
]

function fromBase64(written: string): string | null {
  // Base64 mixes cases or digits; a long word or a path is neither.
  if (!/[A-Z]/.test(written) || !/[a-z]/.test(written)) return null
  try {
    return utf8(
      atob(
        written
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

function fromCodes(written: string, code: RegExp, radix: 10 | 16): string | null {
  const codes = (written.slice(0, READ_CHARACTERS).match(code) ?? []).map((one) =>
    Number.parseInt(one, radix),
  )
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

/** Words or a key, not bytes that happen to decode. */
function isReadable(text: string): boolean {
  if (text.length < 8) return false
  // oxlint-disable-next-line no-control-regex
  const strange = text.match(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd]/g)?.length ?? 0
  return strange === 0 || (strange <= 2 && strange * 50 < text.length)
}
