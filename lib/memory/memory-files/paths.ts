/** Returns the folder of a path without a slash at its end; "" for a file at the top. */
export const parentFolder = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")))

/** Returns the folder of a path with a slash at its end, as a prefix of its other files; "" for a file at the top. */
export const folderPrefix = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1)

/** Returns the last part of a path. */
export const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/** Returns the folder and name of a path: "testing/MEMORY.md". */
export const shortPath = (path: string): string => path.split("/").slice(-2).join("/")
