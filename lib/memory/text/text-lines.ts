/** The lines of a text without their breaks and without the mark that may stand before the first; the last break ends its line, it begins no other. */
export function textLines(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, "").split(text.includes("\r") ? /\r\n|\r|\n/ : "\n")
  if (lines.at(-1) === "") lines.pop()
  return lines
}
