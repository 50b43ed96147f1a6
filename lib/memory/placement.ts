/** Folder names that stand for a part of one project, never for a project of their own. */
const PARTS = new Set([
  "agents", "apps", "backend", "client", "docs", "frontend", "lib", "memory", "packages", "server", "services", "shared",
  "src", "team", "teams", "templates", "tools", "web", "workspace", "workspaces",
])

/**
 * Proposes a project for each memory file of an import. Several folders side by side that each hold memory of their own are
 * projects; everything else is one project, named after the source. `root` is the part of a path before the format's folders.
 */
export function proposeProjects(files: readonly { readonly path: string; readonly root: string }[], sourceName: string): (path: string) => string {
  const whole = lastSegment(sourceName) || "memory"
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
  return path.split(/[\\/]/).findLast((part) => part !== "" && part !== ".") ?? ""
}
