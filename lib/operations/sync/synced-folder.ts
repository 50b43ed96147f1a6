import { projectBound, visibleTeams, type VisibleTeam } from "@/lib/db/teams/teams"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { KnownFile } from "@/lib/db/memory-files/store-files"
import { projectOf, teamOf, teamsAllowing } from "../teams/team-and-project"

/** The team that a folder is synced with, and the project that limits the sync. */
export interface SyncPlace {
  /** Team of the sync. Null if it does not exist yet and the actor may create it. */
  readonly team: VisibleTeam | null
  /** Project that the access token is bound to, or null. */
  readonly bound: { readonly id: string; readonly name: string } | null
}

/**
 * Returns the named team, or the only team that the actor may sync with. Without a team, it is null for an
 * actor that may create one. A token that is bound to a project syncs with that project. Refuses if several
 * teams remain.
 */
export async function syncPlace(
  actor: Actor,
  named: { readonly team?: string | undefined; readonly project?: string | undefined },
): Promise<Outcome<SyncPlace>> {
  return projectBound(actor) === null ? teamPlace(actor, named.team) : boundPlace(actor, named)
}

async function teamPlace(actor: Actor, reference: string | undefined): Promise<Outcome<SyncPlace>> {
  const mayMake = can(actor, "own", { teamId: null })
  if (reference !== undefined) {
    const team = await teamOf(actor, "sync", reference)
    if (team.ok) return done({ team: team.value, bound: null })
    return team.reason === "not-found" && mayMake ? done({ team: null, bound: null }) : team
  }
  const own = await teamsAllowing(actor, "sync")
  if (own.length > 1)
    return refused(
      "invalid",
      `you can write to several teams. Choose one with --team (${own.map((team) => team.name).join(", ")})`,
    )
  if (own[0] || mayMake) return done({ team: own[0] ?? null, bound: null })
  return refused(
    "forbidden",
    "you cannot sync with any team. This requires the lead role, or an access token with permission to sync",
  )
}

async function boundPlace(
  actor: Actor,
  named: { readonly team?: string | undefined; readonly project?: string | undefined },
): Promise<Outcome<SyncPlace>> {
  const team = named.team === undefined ? await onlyTeam(actor) : await teamOf(actor, "read", named.team)
  if (!team.ok) return team
  const project = await projectOf(actor, team.value.id, named.project)
  if (!project.ok) return project
  if (project.value === null || !can(actor, "sync", { teamId: team.value.id, projectId: project.value.id }))
    return refused(
      "forbidden",
      `${team.value.name}: this access token does not allow this (requires permission to sync)`,
    )
  return done({ team: team.value, bound: project.value })
}

async function onlyTeam(actor: Actor): Promise<Outcome<VisibleTeam>> {
  const [team] = await visibleTeams(actor)
  return team ? done(team) : refused("not-found", "the team of this access token was removed")
}

/** Data that decides which files created in Quarterdeck belong to a folder. */
export interface FolderContents {
  /**
   * Path prefix of the files if the folder is itself a memory folder: ".kaizen/" for `/srv/shop/.kaizen`. ""
   * for other folders.
   */
  readonly holder: string
  /** Paths of the folder's memory files. */
  readonly paths: readonly string[]
  /** Stored files of the folder's memory. */
  readonly stored: readonly KnownFile[]
  /** All stored files of the projects that the folder belongs to. */
  readonly known: readonly KnownFile[]
}

/**
 * Returns a function that is true if a file that was created here belongs to the folder. `path`: its path
 * there. A file belongs to the folder in these cases:
 * - It is below the same `.kaizen` as files of the folder (memory or a daily log).
 * - It belongs to an agent of the folder, unless another folder has the files around it.
 * - It is a run cache, and the folder has memory at or below its place.
 * The daily log of an agent without memory in the folder stays in Quarterdeck.
 */
export function createFolderCheck({
  holder,
  paths,
  stored,
  known,
}: FolderContents): (file: KnownFile, path: string) => boolean {
  const houses = new Set(paths.flatMap((path) => houseOf(holder + path) ?? []))
  const own = new Set(stored.map((file) => file.id))
  const agents = new Set(stored.flatMap((file) => file.agent ?? []))
  const withMemory = new Set(
    known.flatMap((file) => (file.role === "identity" || file.role === "log" ? [] : (file.agent ?? []))),
  )
  const housesElsewhere = new Set(
    known.flatMap((file) =>
      file.sourceId === null || file.state === "gone" || own.has(file.id) ? [] : (houseOf(file.path) ?? []),
    ),
  )
  return (file, path) => {
    if (file.sourceId !== null) return false
    const house = houseOf(holder + path)
    if (house !== null && houses.has(house)) return true
    if (holder !== "") return false
    if (file.format === "run-cache")
      return paths.some((one) => one.startsWith(path.slice(0, path.length - RUN_CACHE.length)))
    const isKnown = file.agent !== null && (file.role === "log" ? withMemory : agents).has(file.agent)
    return isKnown && house !== null && !housesElsewhere.has(house)
  }
}

const RUN_CACHE = ".sdd/cache/project_memory.json"

/**
 * Returns the `.kaizen/agents/` folder of a path, such as "packages/api/.kaizen/agents/". Null if the path is
 * not below one.
 */
const houseOf = (path: string): string | null => /^(?:.*\/)?\.kaizen\/agents\//.exec(path)?.[0] ?? null
