import { ownValue } from "@/lib/memory/text/own-value"
import { type Hunk, hunksOf } from "./line-hunks"

/** A file that a patch changes. A text is null if the file does not exist on that side. */
export interface PatchedFile {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
  /** File mode as git writes it. Default: an ordinary file. */
  readonly mode?: string
}

const CONTEXT = 3

/** Returns a patch for `git apply` and `patch -p1` with every changed file, in the given order. */
export function patchOf(files: readonly PatchedFile[]): string {
  return files
    .filter(({ before, after }) => before !== after)
    .map(patched)
    .join("")
}

function patched({ path, before, after, mode = "100644" }: PatchedFile): string {
  const [from, to] = [nameOf("a/", path), nameOf("b/", path)]
  const head = [`diff --git ${from} ${to}`]
  if (before === null) head.push(`new file mode ${mode}`)
  if (after === null) head.push(`deleted file mode ${mode}`)
  const hunks = hunksOf(before ?? "", after ?? "", CONTEXT)
  if (hunks.length > 0)
    head.push(
      `--- ${before === null ? "/dev/null" : ended(from)}`,
      `+++ ${after === null ? "/dev/null" : ended(to)}`,
    )
  return `${head.join("\n")}\n${hunks.map(hunkText).join("")}`
}

function hunkText({ beforeLine, afterLine, lines }: Hunk): string {
  const range = (line: number, not: "add" | "cut") => {
    const count = lines.filter((one) => one.kind !== not).length
    return `${count === 0 ? line - 1 : line}${count === 1 ? "" : `,${count}`}`
  }
  const body = lines.map(
    ({ kind, text }) =>
      `${{ same: " ", cut: "-", add: "+" }[kind]}${text}${text.endsWith("\n") ? "" : "\n\\ No newline at end of file\n"}`,
  )
  return `@@ -${range(beforeLine, "add")} +${range(afterLine, "cut")} @@\n${body.join("")}`
}

/**
 * Returns a path as git writes it: in quotes with C escapes if it contains quotes, backslashes or control
 * characters.
 */
function nameOf(side: "a/" | "b/", path: string): string {
  if (!/["\\\p{Cc}]/u.test(path)) return side + path
  const escaped = [...path].map(
    (letter) =>
      ownValue(ESCAPES, letter) ??
      (/\p{Cc}/u.test(letter)
        ? [...new TextEncoder().encode(letter)]
            .map((byte) => `\\${byte.toString(8).padStart(3, "0")}`)
            .join("")
        : letter),
  )
  return `"${side}${escaped.join("")}"`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\t": "\\t",
  "\r": "\\r",
}

/** Ends a name that contains a space with a tab, to separate the name from any text after it. */
const ended = (name: string): string => (name.includes(" ") && !name.startsWith('"') ? `${name}\t` : name)
