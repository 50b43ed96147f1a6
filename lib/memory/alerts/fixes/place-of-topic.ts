import type { FormatId } from "../../memory-files/format"
import { slugOf } from "@/lib/memory/text/slug"
import { indexPathOf } from "../../memory-files/topic-file"

/** Returns the path of a new topic file next to its index; null if no name is free. */
export function placeOfTopic(
  index: { readonly path: string; readonly format: FormatId },
  title: string,
  taken: ReadonlySet<string>,
): { readonly path: string; readonly name: string } | null {
  const folder = index.path.slice(0, index.path.lastIndexOf("/") + 1)
  const slug = slugOf(title).slice(0, 60).replace(/-+$/, "")
  for (let number = 1; number < 100; number += 1) {
    const name = `${slug}${number === 1 ? "" : `-${number}`}.md`
    const path = folder + name
    if (!taken.has(path) && indexPathOf({ format: index.format, path }) === index.path) return { path, name }
  }
  return null
}
