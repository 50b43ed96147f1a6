/** Names of folders that are part of a project, never a project. */
const PARTS = new Set([
  "agents",
  "apps",
  "backend",
  "client",
  "docs",
  "frontend",
  "lib",
  "memory",
  "packages",
  "server",
  "services",
  "shared",
  "src",
  "team",
  "teams",
  "templates",
  "tools",
  "web",
  "workspace",
  "workspaces",
])

/** Names of folders that mark their content as memory. */
const MARKS = new Set([
  ".agents",
  ".claude",
  ".cursor",
  ".github",
  ".kaizen",
  ".sdd",
  ".serena",
  "agent-memory",
  "agent-memory-local",
  "cline_docs",
  "memory",
  "memory-bank",
  "memory_bank",
])

/** True if a folder that contains a whole upload stays part of the paths. */
export const marksMemory = (folder: string): boolean =>
  folder.startsWith(".") || MARKS.has(folder.toLowerCase())

/** True if a path ends with a folder for memory only. */
export const isMemoryFolder = (path: string): boolean => MARKS.has(lastSegment(path).toLowerCase())

/** Nested folders that are memory; `*` matches any name. The longest match at the end of a path counts. */
const MEMORY_FOLDERS: readonly (readonly string[])[] = [
  [".claude", "projects", "*", "memory"],
  [".claude", "projects", "*"],
  [".claude", "agent-memory", "*"],
  [".claude", "agent-memory-local", "*"],
  [".kaizen", "agents", "*"],
  [".claude", "agent-memory"],
  [".claude", "agent-memory-local"],
  [".claude", "projects"],
  [".claude", "memory"],
  [".claude", "rules"],
  [".kaizen", "agents"],
  [".serena", "memories"],
  [".agents", "memory"],
  [".codex", "memories"],
  [".sdd", "cache"],
  ["agent-memory", "*"],
  ["agent-memory-local", "*"],
]

/**
 * Returns the memory folders at the end of a path, such as `.claude`, `agent-memory`, `scout`. Empty if there
 * are none.
 */
function memoryTail(path: string): readonly string[] {
  const segments = segmentsOf(path)
  const folders = MEMORY_FOLDERS.find((one) => {
    const tail = segments.slice(-one.length)
    return tail.length === one.length && one.every((name, at) => name === "*" || name === tail[at])
  })
  const last = segments.at(-1) ?? ""
  if (folders !== undefined) return segments.slice(-folders.length)
  return MARKS.has(last) ? [last] : []
}

/**
 * Returns the prefix of paths below a folder of memory (".kaizen/" for `/srv/shop/.kaizen`), so that its files are recognized; "" for other
 * folders. Uploads and archives already have the folder's name in their paths.
 */
export function prefixOfMemoryFolder(
  source: { readonly kind: string; readonly name: string },
  paths: readonly string[],
): string {
  const tail = memoryTail(source.name)
  if (source.kind === "upload" || tail.length === 0) return ""
  const own = `${tail.at(-1) ?? ""}/`
  return paths.some((path) => path.startsWith(own)) ? "" : `${tail.join("/")}/`
}

/** A memory file with the data that its project is proposed from. */
export interface Placeable {
  readonly path: string
  /** The part of the path before the format's folders. */
  readonly root: string
  /**
   * Project name from the format's folders, see `projectNameIn`. Null or undefined if the folders name none.
   */
  readonly projectName?: string | null
}

/**
 * Proposes a project for each memory file of an import. Sibling folders with memory of their own are projects, as are several workspaces or
 * several ids below one root. Other files are one project, named after the source, or after its parent if the source is a folder of memory.
 */
export function proposeProjects(files: readonly Placeable[], sourceName: string): (path: string) => string {
  const byFolder = proposeFolders(files, sourceName)
  const namesBelow = new Map<string, Set<string>>()
  for (const { root, projectName } of files) {
    if (projectName) namesBelow.set(root, (namesBelow.get(root) ?? new Set<string>()).add(projectName))
  }
  const named = new Map<string, string>()
  for (const { path, root, projectName } of files) {
    if (projectName && (namesBelow.get(root)?.size ?? 0) > 1) named.set(path, projectName)
  }
  return (path) => named.get(path) ?? byFolder(path)
}

function proposeFolders(files: readonly Placeable[], sourceName: string): (path: string) => string {
  const whole = projectOfSource(sourceName)
  const tops = new Set<string>()
  for (const file of files) {
    const top = firstSegment(file.root)
    if (top === "" || PARTS.has(top.toLowerCase()) || top.startsWith(".")) return () => whole
    tops.add(top)
  }
  if (tops.size < 2) return () => whole
  return (path) => firstSegment(path)
}

/** Returns the project that a source is named for. Never empty. */
export function projectOfSource(sourceName: string): string {
  const tail = memoryTail(sourceName)
  const [, folder, workspace] = tail
  if (folder === "projects" && workspace !== undefined) return workspace.replace(/^-+/, "") || workspace
  const segments = segmentsOf(sourceName)
  const above = segments.slice(0, segments.length - tail.length).findLast((part) => !MARKS.has(part))
  return above ?? (lastSegment(sourceName) || "memory")
}

function firstSegment(path: string): string {
  const slash = path.indexOf("/")
  return slash < 0 ? path : path.slice(0, slash)
}

function lastSegment(path: string): string {
  return segmentsOf(path).at(-1) ?? ""
}

function segmentsOf(path: string): string[] {
  return path.split(/[\\/]/).filter((part) => part !== "" && part !== ".")
}
