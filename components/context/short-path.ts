/** Returns the last folder and the file name of a path. */
export function shortPath(path: string): string {
  return path.slice(path.lastIndexOf("/", path.lastIndexOf("/") - 1) + 1)
}
