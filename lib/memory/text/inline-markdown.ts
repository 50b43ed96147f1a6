/** Part of one line of markdown. HTML is not supported: a tag is plain text. */
export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "strong" | "emphasis" | "strike"; readonly inside: readonly Inline[] }
  /** `href` is http, https or mailto, nothing else. */
  | { readonly kind: "link"; readonly href: string; readonly inside: readonly Inline[] }
  /** Leads to a file beside this one: named, nothing to follow. */
  | { readonly kind: "reference"; readonly target: string; readonly inside: readonly Inline[] }
  /** Named, never loaded. */
  | { readonly kind: "image"; readonly alt: string; readonly source: string }

/**
 * Returns the inline elements of a line: code, bold, italics, strikethrough, links, images, bare addresses,
 * escapes. Links stay plain text unless they lead to the web, to a mailbox or to a file beside this one.
 * Takes linear time and reads at most `MAX` characters of a line.
 */
export function readInline(line: string, depth = 0): readonly Inline[] {
  if (depth > MAX_DEPTH || !MARKS.test(line)) return line === "" ? [] : [{ kind: "text", text: line }]
  const pieces: Inline[] = []
  let plain = ""
  const flush = () => {
    if (plain !== "") pieces.push({ kind: "text", text: plain })
    plain = ""
  }
  const end = Math.min(line.length, MAX)
  for (let at = 0; at < end;) {
    const read = readMark(line, at, depth)
    if (read === null) {
      plain += line[at]
      at += 1
    } else if (typeof read.piece === "string") {
      plain += read.piece
      at = read.end
    } else {
      flush()
      pieces.push(read.piece)
      at = read.end
    }
  }
  plain += line.slice(end)
  flush()
  return pieces
}

interface Read {
  readonly piece: Inline | string
  readonly end: number
}

const MAX = 20_000
const MAX_DEPTH = 6
const MARKS = /[`*_~[\\<]|https?:\/\/|!\[/

function readMark(line: string, at: number, depth: number): Read | null {
  switch (line[at]) {
    case "\\":
      return readEscape(line, at)
    case "`":
      return readCode(line, at)
    case "*":
    case "_":
      return readEmphasis(line, at, depth)
    case "~":
      return readStrike(line, at, depth)
    case "!":
      return readImage(line, at)
    case "[":
      return readLink(line, at, depth)
    case "<":
      return readAutolink(line, at)
    case "h":
      return readAddress(line, at)
    default:
      return null
  }
}

/**
 * Reads a backslash escape: a backslash before punctuation yields the punctuation alone. Null if the
 * backslash escapes nothing.
 */
function readEscape(line: string, at: number): Read | null {
  const next = line[at + 1] ?? ""
  return /[!-/:-@[-`{-~]/.test(next) ? { piece: next, end: at + 2 } : null
}

/** Reads a code span. A run of backticks closes with a run of the same length. */
function readCode(line: string, at: number): Read {
  const ticks = /^`+/.exec(line.slice(at, at + 64))?.[0] ?? "`"
  for (
    let close = line.indexOf(ticks, at + ticks.length);
    close >= 0;
    close = line.indexOf(ticks, close + 1)
  ) {
    if (line[close + ticks.length] === "`" || line[close - 1] === "`") {
      while (line[close + 1] === "`") close += 1
      continue
    }
    const inside = line.slice(at + ticks.length, close)
    return {
      piece: { kind: "code", text: isPadded(inside) ? inside.slice(1, -1) : inside },
      end: close + ticks.length,
    }
  }
  return { piece: ticks, end: at + ticks.length }
}

function readEmphasis(line: string, at: number, depth: number): Read | null {
  const mark = line[at] ?? "*"
  // Underscores within a word are part of it: snake_case.
  if (mark === "_" && isWord(line[at - 1])) return null
  const double = readPairOf(mark + mark, "strong")
  return double ?? readPairOf(mark, "emphasis")

  function readPairOf(pair: string, kind: "strong" | "emphasis"): Read | null {
    return line.startsWith(pair, at) ? readPair({ line, at, mark: pair, kind, depth }) : null
  }
}

const readStrike = (line: string, at: number, depth: number): Read | null =>
  line.startsWith("~~", at) ? readPair({ line, at, mark: "~~", kind: "strike", depth }) : null

interface Pair {
  line: string
  at: number
  mark: string
  kind: "strong" | "emphasis" | "strike"
  depth: number
}

function readPair({ line, at, mark, kind, depth }: Pair): Read | null {
  const from = at + mark.length
  if (!line[from] || /\s/.test(line[from] ?? "")) return null
  for (
    let close = line.indexOf(mark, from + 1), tries = 0;
    close >= 0 && tries < 8;
    close = line.indexOf(mark, close + mark.length), tries += 1
  ) {
    if (!closes(line, close, mark)) continue
    return {
      piece: { kind, inside: readInline(line.slice(from, close), depth + 1) },
      end: close + mark.length,
    }
  }
  return null
}

/** True if a mark closes its span: not within a word, not part of a longer mark, not after a space. */
function closes(line: string, at: number, mark: string): boolean {
  if (/\s/.test(line[at - 1] ?? "")) return false
  if (mark[0] === "_" && isWord(line[at + mark.length])) return false
  return mark.length > 1 || (line[at + 1] !== mark && line[at - 1] !== mark)
}

const LINK =
  /^\[((?:[^[\]\\]|\\.|\[[^[\]]*\])*)\]\(<?([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)>?(?:\s+(?:"[^"]*"|'[^']*'))?\)/
const WINDOW = 4_000

function readLink(line: string, at: number, depth: number): Read | null {
  const match = LINK.exec(line.slice(at, at + WINDOW))
  if (!match) return null
  const [all, label = "", target = ""] = match
  const href = webAddress(target)
  const inside = readInline(label, depth + 1)
  if (href !== null) return { piece: { kind: "link", href, inside }, end: at + all.length }
  return isFile(target) ? { piece: { kind: "reference", target, inside }, end: at + all.length } : null
}

/** True for a path relative to the file or an anchor in it, without a scheme and without another host. */
const isFile = (target: string): boolean => /^(?!\/\/)[\w./#%+@~-]+$/.test(target)

function readImage(line: string, at: number): Read | null {
  const match = LINK.exec(line.slice(at + 1, at + 1 + WINDOW))
  return match
    ? { piece: { kind: "image", alt: match[1] ?? "", source: match[2] ?? "" }, end: at + 1 + match[0].length }
    : null
}

function readAutolink(line: string, at: number): Read | null {
  const match = /^<([a-z][a-z0-9+.-]*:[^\s<>]+)>/i.exec(line.slice(at, at + WINDOW))
  const href = match && webAddress(match[1] ?? "")
  return match && href
    ? {
        piece: { kind: "link", href, inside: [{ kind: "text", text: match[1] ?? "" }] },
        end: at + match[0].length,
      }
    : null
}

/**
 * True for code with a space at both ends and other characters between. These two spaces are not part of the
 * code.
 */
const isPadded = (inside: string): boolean =>
  inside.startsWith(" ") && inside.endsWith(" ") && inside.trim() !== ""

function readAddress(line: string, at: number): Read | null {
  if (isWord(line[at - 1])) return null
  const found = /^https?:\/\/[^\s<>"'`]+/
    .exec(line.slice(at, at + WINDOW))?.[0]
    .replace(/[.,;:!?*_~)\]}]+$/, "")
  const href = found ? webAddress(found) : null
  return found && href
    ? { piece: { kind: "link", href, inside: [{ kind: "text", text: found }] }, end: at + found.length }
    : null
}

/** Returns the address as the browser resolves it. Returns null if the target is neither a web address nor a mailbox. */
export function webAddress(target: string): string | null {
  if (!/^(?:https?:\/\/|mailto:)/i.test(target)) return null
  try {
    const url = new URL(target)
    return ["http:", "https:", "mailto:"].includes(url.protocol) && url.username === "" && url.password === ""
      ? url.href
      : null
  } catch {
    // The match is not a valid address and stays plain text.
    return null
  }
}

const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character)
