/**
 * Returns an index line as harnesses write it: `[Title](file.md) — hook`. `name`: the file name in the folder
 * of the index.
 */
export function indexLine({
  name,
  title,
  hook,
}: {
  readonly name: string
  readonly title: string
  readonly hook: string | null
}): string {
  const link = /[\s()]/.test(name) ? `<${name}>` : name
  return `[${plain(title, 80) || name}](${link})${hook === null || plain(hook, 1) === "" ? "" : ` — ${plain(hook, HOOK)}`}`
}

/** Maximum number of characters of the hook. */
const HOOK = 90

/** Returns a text as one line of about `most` characters, without link and code syntax. */
function plain(words: string, most: number): string {
  const line = words
    .replaceAll(/[[\]`*_<>|]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
  const cut = line.length <= most ? line : `${line.slice(0, most).replace(/\s+\S*$/, "")}…`
  return cut.replace(/[.:;,—-]+$/, "")
}
