/** The text of a file, or why it is not text. */
export type Decoded =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false
      readonly code: string
      readonly message: string
      readonly line?: number
      readonly column?: number
    }

/** Decodes strict UTF-8. A byte order mark stays in the text, so that encoding restores the same bytes. */
export function decode(bytes: Uint8Array): Decoded {
  const encoding = wideEncoding(bytes)
  if (encoding !== null)
    return {
      ok: false,
      code: "encoding-utf16",
      message: `The file is ${encoding}; save it as UTF-8`,
      line: 1,
      column: 1,
    }
  const nul = bytes.indexOf(0)
  if (nul >= 0) {
    return (
      describeBinary(bytes) ?? {
        ok: false,
        code: "nul-byte",
        ...placeOf(bytes, nul),
        message: `Byte ${nul} of the file is NUL, which text cannot contain; remove it or skip the file`,
      }
    )
  }
  try {
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    const binary = describeBinary(bytes)
    if (binary !== null) return binary
    const at = firstInvalid(bytes)
    if (decodesSoFar(bytes)) {
      return {
        ok: false,
        code: "encoding-truncated",
        ...placeOf(bytes, at),
        message: `The file ends in the middle of a character (byte ${at}), so it may be truncated; restore it or save it again`,
      }
    }
    return {
      ok: false,
      code: "encoding-invalid",
      ...placeOf(bytes, at),
      message: `Byte ${at} of the file (0x${(bytes[at] ?? 0).toString(16).padStart(2, "0").toUpperCase()}) is not valid UTF-8; save the file as UTF-8`,
    }
  }
}

function wideEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return bytes[2] === 0 && bytes[3] === 0 && bytes.length >= 4
      ? "UTF-32 (little endian)"
      : "UTF-16 (little endian)"
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "UTF-16 (big endian)"
  if (bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 0xfe && bytes[3] === 0xff) return "UTF-32 (big endian)"
  return unmarkedEncoding(bytes)
}

/** Number of bytes at the beginning that are checked for UTF-16 without a byte order mark. */
const PROBED = 4096

/** Returns the encoding of UTF-16 without a byte order mark: in Latin text, every second byte is NUL. Else null. */
function unmarkedEncoding(bytes: Uint8Array): string | null {
  const probe = bytes.subarray(0, PROBED)
  if (probe.length < 4 || probe.length % 2 === 1) return null
  const nuls = { even: 0, odd: 0 }
  for (const [at, byte] of probe.entries()) {
    if (byte === 0) nuls[at % 2 === 0 ? "even" : "odd"] += 1
  }
  const isMost = (count: number) => count * 5 >= probe.length * 2
  const isFew = (count: number) => count * 40 <= probe.length
  if (isMost(nuls.odd) && isFew(nuls.even)) return "UTF-16 (little endian, without a byte order mark)"
  if (isMost(nuls.even) && isFew(nuls.odd)) return "UTF-16 (big endian, without a byte order mark)"
  return null
}

/** First bytes of binary files. */
const BINARY_KINDS: readonly (readonly [kind: string, beginning: readonly number[]])[] = [
  ["a PNG image", [0x89, 0x50, 0x4e, 0x47]],
  ["a JPEG image", [0xff, 0xd8, 0xff]],
  ["a GIF image", [0x47, 0x49, 0x46, 0x38]],
  ["a PDF document", [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ["a zip archive or an Office document", [0x50, 0x4b, 0x03, 0x04]],
  ["a gzip archive", [0x1f, 0x8b]],
  ["a program", [0x7f, 0x45, 0x4c, 0x46]],
  ["an SQLite database", [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66]],
]

/** Returns a problem that names the kind of a binary file, by its first bytes; null if they are not known. */
function describeBinary(bytes: Uint8Array): Extract<Decoded, { ok: false }> | null {
  const kind = BINARY_KINDS.find(([, beginning]) => beginning.every((byte, at) => bytes[at] === byte))?.[0]
  return kind === undefined
    ? null
    : {
        ok: false,
        code: "binary-content",
        line: 1,
        column: 1,
        message: `The file is ${kind}, not text; replace it with a UTF-8 text file or skip it`,
      }
}

/** Returns the line and column of a byte. The column counts decoded UTF-16 units. */
function placeOf(bytes: Uint8Array, offset: number): { line: number; column: number } {
  let line = 1
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  for (let at = 0; at < offset; at += 1) {
    const breaks = bytes[at] === 10 || (bytes[at] === 13 && bytes[at + 1] !== 10)
    if (!breaks) continue
    line += 1
    start = at + 1
  }
  return { line, column: new TextDecoder().decode(bytes.subarray(start, offset)).length + 1 }
}

/** Returns the offset of the first invalid UTF-8 sequence, by binary search over prefixes that decode. */
function firstInvalid(bytes: Uint8Array): number {
  let low = 0
  let high = bytes.length
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (decodesSoFar(bytes.subarray(0, middle))) low = middle
    else high = middle - 1
  }
  return sequenceStart(bytes, low)
}

/** Returns the offset at which an unfinished sequence before `offset` starts; else `offset`. */
function sequenceStart(bytes: Uint8Array, offset: number): number {
  for (let back = 1; back <= 3 && offset - back >= 0; back += 1) {
    const byte = bytes[offset - back] ?? 0
    if (byte < 0x80) return offset
    if (byte < 0xc0) continue
    return sequenceLength(byte) > back ? offset - back : offset
  }
  return Math.min(offset, bytes.length - 1)
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4
  return lead >= 0xe0 ? 3 : 2
}

function decodesSoFar(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
