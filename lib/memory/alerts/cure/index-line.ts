/** A line of an index, as agents' harnesses write it: `[Title](file.md) — hook`. `name` is the file's, in the folder of the index. */
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

/** What a reader needs to know whether to open it. */
const HOOK = 90

/** In one line, without what would make it a link or code of its own. */
function plain(words: string, most: number): string {
  const line = words
    .replaceAll(/[[\]`*_<>|]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
  const cut = line.length <= most ? line : `${line.slice(0, most).replace(/\s+\S*$/, "")}…`
  return cut.replace(/[.:;,—-]+$/, "")
}
