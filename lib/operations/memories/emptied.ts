import type { MemoryFormat, Subject } from "@/lib/memory/memory-files/format"

/**
 * A memory file without what it remembers: the empty form of its format again. What it says of itself stays as it is: its frontmatter, with
 * how many sessions there were, for they happened; of a JSON store every key but its entries.
 */
export function emptied(
  format: MemoryFormat,
  { text, path, subject }: { readonly text: string; readonly path: string; readonly subject: Subject },
): string {
  if (/\.jsonl?$/.test(path))
    return format.revise(
      text,
      path,
      format.parse(text, path).entries.map((_, entry) => ({ kind: "remove", entry })),
    )
  const frontmatter = FRONTMATTER.exec(text)?.[0] ?? ""
  const scaffold = format.scaffold(subject)
  const body = frontmatter === "" ? scaffold : scaffold.replace(FRONTMATTER, "")
  return frontmatter + (text.includes("\r\n") ? body.replaceAll("\n", "\r\n") : body)
}

/** With a byte order mark and the line break behind it. */
const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n(?:.*\r?\n)*?---[ \t]*(?:\r?\n|$)/
