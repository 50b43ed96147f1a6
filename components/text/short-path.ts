/** Returns the folder and name of a path: "testing/MEMORY.md". */
export function shortPath(path: string): string {
  return path.split("/").slice(-2).join("/")
}
