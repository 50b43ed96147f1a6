import { groupBy } from "../text/group"

/** A link in the folder of a harness that points to a file of a workspace in the same source. */
export interface HarnessLink {
  /** Slug. */
  readonly project: string
  readonly agent: string | null
  /** The link's path in its source. */
  readonly path: string
  readonly target: string
}

/**
 * The folder of a harness, with the files that the harness reads through links and the files that it lacks.
 */
export interface LinkedHarness {
  /** Harness by its path: ".claude", ".pi/agent". */
  readonly harness: string
  readonly project: string
  readonly agent: string | null
  readonly reads: readonly HarnessLink[]
  /** Files that other harnesses read through links, but this harness does not. */
  readonly lacks: readonly { readonly name: string; readonly target: string }[]
}

/** Files that every harness of a workspace reads. Source: agent memory workspace, "Session-start protocol". */
export const READ_BY_ALL: ReadonlySet<string> = new Set([
  "AGENTS.md",
  "SOUL.md",
  "USER.md",
  "IDENTITY.md",
  "MEMORY.md",
])

/**
 * Returns the linked and missing workspace files of each harness, by project and folder. A harness without
 * links is not listed.
 */
export function linkedHarnesses(links: readonly HarnessLink[]): LinkedHarness[] {
  const known = links.filter(({ path }) => READ_BY_ALL.has(nameOf(path)) && isOfHarness(path))
  return [...groupBy(known, ({ project }) => project).values()].flatMap((own) => {
    const targets = new Map(own.map(({ path, target }) => [nameOf(path), target]))
    return [...groupBy(own, ({ path }) => folderOf(path))]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([harness, reads]) => {
        const names = new Set(reads.map(({ path }) => nameOf(path)))
        return {
          harness,
          project: reads[0]?.project ?? "",
          agent: reads.find(({ agent }) => agent !== null)?.agent ?? null,
          reads,
          lacks: [...targets].flatMap(([name, target]) => (names.has(name) ? [] : [{ name, target }])),
        }
      })
  })
}

/** True if a path is in the folder of a harness. The names of these folders begin with a dot. */
const isOfHarness = (path: string): boolean =>
  folderOf(path)
    .split("/")
    .some((name) => name.startsWith("."))

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")))
