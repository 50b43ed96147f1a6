/** Returns the lines of a text without line breaks and without a byte order mark. A final line break does not begin another line. */
export function textLines(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, "").split(text.includes("\r") ? /\r\n|\r|\n/ : "\n")
  if (lines.at(-1) === "") lines.pop()
  return lines
}
