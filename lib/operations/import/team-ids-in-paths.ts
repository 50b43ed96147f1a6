import { sha256Hex } from "@/lib/files/sha256"
import { memoryProtocol } from "@/lib/formats/json/memory-protocol"
import { assignedFormatOf, formatRuleOf } from "@/lib/formats/all-formats"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { NOT_MEMORY, type FormatRule } from "@/lib/memory/memory-files/format"
import { groupBy } from "@/lib/memory/text/aggregates"
import { visibilityOf } from "@/lib/memory/teams/visibility"
import { commit } from "@/lib/db/infra/commit"
import { findRun, runPaths, heldContent, type RunSummary } from "@/lib/db/sources/import-runs"
import { leaveOutItems, leaveToOtherTeam } from "@/lib/db/sources/planned-import-files"
import { lockImportRun, lockSource, storeFormatRules } from "@/lib/db/sources/running-imports"
import type { Actor } from "@/lib/memory/teams/actor"
import { prefixOfMemoryFolder } from "@/lib/memory/sources/project-assignment"
import { OF_OTHER_TEAM } from "./parse-files"
import { teamOf } from "../teams/team-and-project"
import { startImport } from "./background"
import { openImport, receiveFiles } from "./collect"

export interface TeamIdFacts {
  readonly takenAs: readonly FormatRule[]
  /** Folder before all paths of the source, see `prefixOfMemoryFolder`. */
  readonly holder: string
}

interface Item {
  readonly path: string
  readonly status: string
  readonly format: string | null
  readonly scope: string | null
}

interface Team {
  readonly id: string
  readonly slug: string
  readonly name: string
}

/**
 * Returns other team ids in paths (`memory/teams/<id>`), with their new files. Without a decision these files
 * become memory of the importing team. Leaves out stored files and files with rules.
 */
export function otherTeamIds(
  items: readonly Item[],
  team: Team,
  { takenAs, holder }: TeamIdFacts,
): { id: string; paths: string[] }[] {
  const own = new Set([team.id, team.slug, team.name].map((one) => one.toLowerCase()))
  const open = items.flatMap(({ path, status, format, scope }) => {
    if (status !== "new" || format !== "memory-protocol" || scope !== "team") return []
    const id = teamIdIn(holder + path)
    return id === null || own.has(id.toLowerCase()) || assignedFormatOf(takenAs, path) !== null
      ? []
      : [{ id, path }]
  })
  return [...groupBy(open, (one) => one.id)].map(([id, files]) => ({
    id,
    paths: files.map(({ path }) => path),
  }))
}

/** Returns the team id in a path of the memory protocol, or null. */
function teamIdIn(path: string): string | null {
  const location = memoryProtocol.locate(path, NOWHERE)
  return location?.scope === "team" ? location.subject : null
}

/** A person's choice for a team id: a team, or null to leave its files out. */
export interface TeamIdChoice {
  readonly id: string
  readonly team: { readonly id: string } | null
}

/** Returns the format rules for the folders of the chosen team ids. Refuses an id without a folder. */
export function teamIdRules(
  paths: readonly string[],
  holder: string,
  { choices, ownTeam }: { readonly choices: readonly TeamIdChoice[]; readonly ownTeam: string },
): Outcome<FormatRule[]> {
  const folders = groupBy(
    paths.flatMap((path) => {
      const id = teamIdIn(holder + path)
      return id === null ? [] : [{ id, folder: path.slice(0, path.lastIndexOf("/")) }]
    }),
    ({ id }) => id,
  )
  const missing = choices.find(({ id }) => !folders.has(id))
  if (missing !== undefined) {
    const known = folders.size === 0 ? "none" : [...folders.keys()].join(", ")
    return refused(
      "invalid",
      `memory/teams/${missing.id} is not in this source. Team IDs in the source: ${known}`,
    )
  }
  return done(
    choices.flatMap(({ id, team }) =>
      [...new Set((folders.get(id) ?? []).map(({ folder }) => folder))].map((pattern): FormatRule => {
        if (team === null) return { pattern, format: NOT_MEMORY }
        return team.id === ownTeam
          ? { pattern, format: memoryProtocol.id }
          : { pattern, format: NOT_MEMORY, team: team.id }
      }),
    ),
  )
}

/** Empty facts of a folder. The memory protocol locates files without any. */
const NOWHERE = { siblings: new Set<string>(), at: () => new Set<string>() }

/**
 * Stores a person's choices for team ids of a planned run, and applies them to the files. Returns the number
 * of changed files. The source remembers the choices.
 */
export async function mapTeamIds(
  actor: Actor,
  { teamId, runId }: { readonly teamId: string; readonly runId: string },
  choices: readonly TeamIdChoice[],
): Promise<Outcome<number>> {
  const run = await findRun(visibilityOf(actor, teamId), runId)
  if (!run) return refused("not-found", "import not found")
  const paths = (await runPaths(visibilityOf(actor, teamId), runId)).map((one) => one.path)
  const holder = prefixOfMemoryFolder({ kind: run.sourceKind, name: run.sourceName }, paths)
  const rules = teamIdRules(paths, holder, { choices, ownTeam: teamId })
  if (!rules.ok) return rules
  const ruled = paths.flatMap((path) => {
    const rule = formatRuleOf(rules.value, path)
    return rule === null ? [] : [{ path, rule }]
  })
  const keysOf = (matches: (rule: FormatRule) => boolean) => ({
    teamId,
    id: runId,
    paths: ruled.flatMap(({ path, rule }) => (matches(rule) ? [path] : [])),
  })
  return commit(
    actor,
    { kind: "import.place", teamId, subject: run.sourceName, detail: { files: ruled.length } },
    async (tx) => {
      await lockSource(tx, teamId, run.sourceId)
      const state = await lockImportRun(tx, teamId, runId)
      if (state !== "planned")
        return refused("conflict", `this import is ${state}. Only a planned import can be changed`)
      await storeFormatRules(tx, teamId, run.sourceId, rules.value)
      const isLeftOut = ({ format, team }: FormatRule) => format === NOT_MEMORY && team === undefined
      await leaveOutItems(tx, keysOf(isLeftOut), `left out by ${actor.name}`)
      await leaveToOtherTeam(
        tx,
        keysOf(({ team }) => team !== undefined),
        OF_OTHER_TEAM,
      )
      return done(ruled.length)
    },
  )
}

/**
 * Imports files that a rule assigns to other teams, each into its team. Must be called before the run starts,
 * because the run deletes their content. Skips teams that the actor may not import into.
 */
export async function importIntoOtherTeams(
  actor: Actor,
  teamId: string,
  runId: string,
): Promise<Outcome<null>> {
  const run = await findRun(visibilityOf(actor, teamId), runId)
  if (run === null || (run.state !== "collecting" && run.state !== "planned")) return done(null)
  const files = (await runPaths(visibilityOf(actor, teamId), runId)).flatMap(({ path }) => {
    const to = formatRuleOf(run.takenAs, path)?.team
    return to === undefined ? [] : [{ path, to }]
  })
  for (const [to, ofTeam] of groupBy(files, (file) => file.to)) {
    const team = await teamOf(actor, "sync", to)
    if (!team.ok) continue
    const given = await heldContent(
      visibilityOf(actor, teamId),
      runId,
      ofTeam.map(({ path }) => path),
    )
    const imported = await importInto(actor, team.value.id, run, given)
    if (!imported.ok) return imported
  }
  return done(null)
}

async function importInto(
  actor: Actor,
  teamId: string,
  { sourceKind, sourceName, projectName, sync }: RunSummary,
  files: Awaited<ReturnType<typeof heldContent>>,
): Promise<Outcome<null>> {
  const opened = await openImport(actor, {
    teamId,
    source: { kind: sourceKind, name: sourceName },
    // The other files of the source are not offered to this team, and must not count as removed.
    complete: false,
    sync,
    projectName,
    files: files.map(({ path, content, modifiedAt }) => ({
      path,
      size: content.length,
      sha256: sha256Hex(content),
      modifiedAt: modifiedAt ?? undefined,
    })),
    refused: [],
  })
  if (!opened.ok) return opened
  const { run, wanted } = opened.value
  const needed = files.filter(({ path }) => wanted.includes(path))
  const received = await receiveFiles(
    actor,
    teamId,
    run,
    needed.map(({ path, content }) => ({ path, bytes: content })),
  )
  return received.ok ? startImport(actor, teamId, run) : received
}
