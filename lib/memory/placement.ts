/** Folder names that stand for a part of one project, never for a project of their own. */
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

/** Folders whose own name marks what they hold as memory. */
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

/** Whether a folder that holds everything of an upload stays a part of the paths. */
export const marksMemory = (folder: string): boolean =>
  folder.startsWith(".") || MARKS.has(folder.toLowerCase())

/** Whether a path ends in a folder that holds memory and nothing else. */
export const isMemoryFolder = (path: string): boolean => MARKS.has(lastSegment(path).toLowerCase())

/**
 * What stands before the paths of a directory that is itself such a folder, ".kaizen/" for `/srv/shop/.kaizen`, so that its files are
 * known for what they are; "" for any other. What a browser or an archive brings has the folder's name in its paths already.
 */
export function holderOf(
  source: { readonly kind: string; readonly name: string },
  paths: readonly string[],
): string {
  const name = lastSegment(source.name)
  const holder = `${name}/`
  return source.kind !== "upload" && MARKS.has(name) && !paths.some((path) => path.startsWith(holder))
    ? holder
    : ""
}

/** A memory file as far as its project is in question. */
export interface Placeable {
  readonly path: string
  /** The part of the path before the format's folders. */
  readonly root: string
  /** The folder that a harness keeps memory for, as the harness writes it: `-Users-mara-ledger`. */
  readonly workspace?: string | null
}

/**
 * Proposes a project for each memory file of an import. Several folders side by side that each hold memory of their own are
 * projects, and so are several workspaces of one harness; everything else is one project, named after the source, or after what
 * the source stands in where it is a folder of memory itself.
 */
export function proposeProjects(files: readonly Placeable[], sourceName: string): (path: string) => string {
  const byFolder = proposeFolders(files, sourceName)
  const workspaces = new Map(
    files.flatMap(({ path, workspace }) =>
      workspace ? [[path, workspace.replace(/^-+/, "") || workspace] as const] : [],
    ),
  )
  const several =
    new Set(files.map((file) => byFolder(file.path))).size === 1 && new Set(workspaces.values()).size > 1
  return several ? (path) => workspaces.get(path) ?? byFolder(path) : byFolder
}

function proposeFolders(files: readonly Placeable[], sourceName: string): (path: string) => string {
  const whole =
    segmentsOf(sourceName).findLast((part) => !MARKS.has(part)) ?? (lastSegment(sourceName) || "memory")
  const tops = new Set<string>()
  for (const file of files) {
    const top = firstSegment(file.root)
    if (top === "" || PARTS.has(top.toLowerCase()) || top.startsWith(".")) return () => whole
    tops.add(top)
  }
  if (tops.size < 2) return () => whole
  return (path) => firstSegment(path)
}

/** "Ledger API" → "ledger-api". Never empty: what has no letter or digit becomes "x" and its code points. */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "")
  return slug || `x${[...name].map((letter) => letter.codePointAt(0)?.toString(16)).join("-")}`
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
