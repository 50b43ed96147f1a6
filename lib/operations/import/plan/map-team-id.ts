import { visibilityOf } from "@/lib/memory/teams/visibility"
import { commit } from "@/lib/db/infra/commit"
import { findRun, runPaths } from "@/lib/db/sources/import-runs"
import { leaveOutItems, leaveToOtherTeam } from "@/lib/db/sources/planned-import-files"
import { lockImportRun, lockSource, storeFormatRules } from "@/lib/db/sources/running-imports"
import { formatRuleOf } from "@/lib/formats/assigned-format"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { NOT_MEMORY, type FormatRule } from "@/lib/memory/memory-files/format"
import type { Actor } from "@/lib/memory/teams/actor"
import { prefixOfMemoryFolder } from "@/lib/memory/sources/project-assignment"
import { OF_OTHER_TEAM } from "../parse-files"
import { type TeamIdChoice, teamIdRules } from "./team-ids"

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
