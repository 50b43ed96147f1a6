import type { Surroundings } from "../../memory/memory-files/format"

/** What stands around each of these paths. Reads every path once. */
export function surroundingsOf(paths: readonly string[]): (path: string) => Surroundings {
  const folders = new Map<string, Set<string>>([["", new Set()]])
  for (const path of paths) enter(folders, path.replaceAll("\\", "/"))
  const at = (folder: string) => folders.get(folder) ?? NOTHING
  return (path) => ({ siblings: at(folderOf(path.replaceAll("\\", "/"))), at })
}

const NOTHING: ReadonlySet<string> = new Set()

/** Enters a path with its folders, up to the first folder that is known already. */
function enter(folders: Map<string, Set<string>>, path: string): void {
  let below = path
  while (below !== "") {
    const folder = folderOf(below)
    const known = folders.get(folder)
    const name = below.slice(folder === "" ? (below.startsWith("/") ? 1 : 0) : folder.length + 1)
    if (known !== undefined) return void known.add(name)
    folders.set(folder, new Set([name]))
    below = folder
  }
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")))
