import type { Surroundings } from "../../memory/memory-files/format"

/** Returns a function that gives the files and folders around a path, among these paths. */
export function surroundingsOf(paths: readonly string[]): (path: string) => Surroundings {
  const folders = new Map<string, Set<string>>([["", new Set()]])
  for (const path of paths) enter(folders, path.replaceAll("\\", "/"))
  const at = (folder: string) => folders.get(folder) ?? NOTHING
  return (path) => ({ siblings: at(folderOf(path.replaceAll("\\", "/"))), at })
}

const NOTHING: ReadonlySet<string> = new Set()

/** Adds a path with its folders, up to the first known folder. */
function enter(folders: Map<string, Set<string>>, path: string): void {
  let below = path
  while (below !== "") {
    const folder = folderOf(below)
    const known = folders.get(folder)
    const name = folder === "" ? below.replace(/^\//, "") : below.slice(folder.length + 1)
    if (known !== undefined) return void known.add(name)
    folders.set(folder, new Set([name]))
    below = folder
  }
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")))
