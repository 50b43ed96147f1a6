import type { MemoryFormat, Subject } from "@/lib/memory/memory-files/format"

/**
 * Returns the empty structure of a memory file. Keeps its front matter, including the number of sessions; a
 * JSON file keeps all keys but its entries.
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

/** Matches the front matter, with a byte order mark and the line break after it. */
const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n(?:.*\r?\n)*?---[ \t]*(?:\r?\n|$)/
