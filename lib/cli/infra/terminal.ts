import { createInterface } from "node:readline/promises"
import { drawInvisible } from "@/lib/memory/characters/hidden-characters"
import type { Screen } from "./command"

/**
 * Returns a text with control, direction and invisible characters made visible. Memory is untrusted text that
 * must not control the terminal.
 */
export function visible(text: string): string {
  return drawInvisible(text)
    .map((one) => (one.kind === "mark" ? `<${one.label}>` : withoutActing(one.text)))
    .join("")
}

/** Returns the text with visible symbols instead of characters that move the cursor or reverse the text. */
function withoutActing(text: string): string {
  return text.replaceAll(ACTING, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x20) return String.fromCodePoint(0x2400 + code)
    return code === 0x7f ? "\u2421" : `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`
  })
}

/** Returns a text of several lines with special characters made visible. */
export const visibleLines = (text: string): string => text.split("\n").map(visible).join("\n")

/** Returns the text on one line. Line breaks and the space around them become one space. */
export function oneLine(text: string): string {
  return visible(text.trim().replaceAll(/\s*[\r\n\u2028\u2029]+\s*|\t/g, " "))
}

/** Truncates a text to a number of columns, with "…" at its end. Wide characters count twice. */
export function clip(text: string, columns: number): string {
  if (text.length * 2 <= columns) return text
  let width = 0
  let kept = ""
  for (const character of text) {
    width += widthOf(character)
    if (width > columns) return `${withoutLast(kept)}…`
    kept += character
  }
  return kept
}

/** Pads a text with spaces to a number of columns. */
export function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - columnsOf(text)))
}

export function columnsOf(text: string): number {
  let width = 0
  for (const character of text) width += widthOf(character)
  return width
}

function withoutLast(text: string): string {
  return [...text].slice(0, -1).join("")
}

const widthOf = (character: string): number => (WIDE.test(character) ? 2 : 1)

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u
// eslint-disable-next-line no-control-regex -- they are what this is about
const ACTING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** Returns rows as aligned columns. Numbers are aligned right. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === "number" ? cell.toLocaleString("en") : cell)),
  )
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => columnsOf(row[column] ?? ""))),
  )
  const isNumber = (column: number) => rows.some((row) => typeof row[column] === "number")
  return cells
    .map((row) =>
      row
        .map((cell, column) =>
          isNumber(column) ? cell.padStart(widths[column] ?? 0) : pad(cell, widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n")
}

export function createScreen({
  stdout,
  stderr,
}: Pick<NodeJS.Process, "stdout" | "stderr"> = process): Screen {
  let shown = false
  const clear = () => {
    if (shown) stderr.write("\r\x1b[2K")
    shown = false
  }
  return {
    progress(line) {
      if (!stderr.isTTY) return
      clear()
      if (line === null) return
      stderr.write(clip(visible(line), (stderr.columns || 80) - 1))
      shown = true
    },
    say(line) {
      clear()
      stderr.write(`${visible(line)}\n`)
    },
    width: stdout.isTTY ? stdout.columns || 80 : Infinity,
  }
}

/**
 * Asks a yes/no question on the terminal. Returns true for yes, false for any other answer, null if there is
 * no terminal.
 */
export async function confirm(question: string): Promise<boolean | null> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(?:es)?$/i.test((await lines.question(`${question} [y/N] `)).trim())
  } finally {
    lines.close()
  }
}
