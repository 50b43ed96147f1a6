import type { FormatId, Location, MemoryFormat, Surroundings } from "@/lib/memory/format"
import { FORMATS } from "./index"

/** A format that may own a path. */
export interface Candidate {
  readonly format: FormatId
  readonly location: Location
}

/** For the paths of one source: the formats that may own a path, in the order of the list; none for what is surely no memory. */
export function locator(paths: readonly string[]): (path: string) => Candidate[] {
  const around = surroundings(paths)
  return (path) => {
    const here = around(path)
    return FORMATS.flatMap((format) => {
      const location = format.locate(path, here)
      return location === null ? [] : [{ format: format.id, location }]
    })
  }
}

/** The candidate that the text speaks for most; among equals the first. A format that recognizes the text as not its own drops out. */
export function choose(candidates: readonly Candidate[], text: string, path: string): { format: MemoryFormat; location: Location } | { leftAlone: string } {
  let best: { format: MemoryFormat; location: Location; score: number } | null = null
  for (const { format: id, location } of candidates) {
    const format = FORMATS.find((one) => one.id === id)
    const score = format?.recognizes?.(text, path) ?? 0
    if (format && score >= 0 && (best === null || score > best.score)) best = { format, location, score }
  }
  return best ?? { leftAlone: "its name is that of a memory file, its content is not" }
}

function surroundings(paths: readonly string[]): (path: string) => Surroundings {
  const folders = new Map<string, Set<string>>()
  for (const path of paths) {
    for (let child = path; ; ) {
      const parent = folderOf(child)
      const names = folders.get(parent) ?? new Set()
      folders.set(parent, names)
      const name = child.slice(parent === "" ? 0 : parent.length + 1)
      if (names.has(name)) break
      names.add(name)
      if (parent === "") break
      child = parent
    }
  }
  const at = (folder: string) => folders.get(folder) ?? new Set<string>()
  return (path) => ({ siblings: at(folderOf(path)), at })
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf("/")
  return slash < 0 ? "" : path.slice(0, slash)
}
