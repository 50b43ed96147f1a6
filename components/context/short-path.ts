/** The end of a path that tells files apart: the last folder and the name. */
export function shortPath(path: string): string {
  return path.slice(path.lastIndexOf("/", path.lastIndexOf("/") - 1) + 1)
}
