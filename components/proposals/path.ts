/** "testing/MEMORY.md": the folder and the name say which file is meant; whoever needs all of it is shown all of it. */
export function shortPath(path: string): string {
  return path.split("/").slice(-2).join("/")
}
