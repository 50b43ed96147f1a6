import { z } from "zod"
import { NOT_MEMORY, type FormatRule } from "@/lib/memory/memory-files/format"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import type { Actor } from "@/lib/memory/teams/actor"
import { prefixOfMemoryFolder } from "@/lib/memory/sources/project-assignment"
import { mapTeamIds, type TeamIdChoice, teamIdRules } from "../import/team-ids-in-paths"
import { operation } from "../operation"
import { inTeam, teamOf } from "../teams/team-and-project"

const target = z
  .string()
  .min(1)
  .max(200)
  .describe(
    `A team, or ${NOT_MEMORY} to skip the files. For another team, the files are imported into that one`,
  )

/** Schema of choices for team ids in paths (`memory/teams/<id>`). */
export const teamIdInput = z
  .array(z.object({ id: z.string().min(1).max(200), team: target }))
  .max(100)
  .describe("The team that each memory/teams/<id> belongs to. The source remembers these choices")

interface Choosing {
  readonly asked: z.output<typeof teamIdInput> | undefined
  /** Team that imports. */
  readonly own: { readonly id: string; readonly name: string }
}

/** Returns the chosen team for each id. Refuses teams that the actor may not import into. */
async function choicesOf(actor: Actor, { asked = [], own }: Choosing): Promise<Outcome<TeamIdChoice[]>> {
  const choices: TeamIdChoice[] = []
  for (const { id, team: reference } of asked) {
    const isOwn = reference.toLowerCase() === own.name.toLowerCase()
    if (reference === NOT_MEMORY || isOwn) {
      choices.push({ id, team: isOwn ? own : null })
      continue
    }
    const team = await teamOf(actor, "sync", reference)
    if (!team.ok) return { ...team, message: `${reference}: ${team.message}` }
    choices.push({ id, team: team.value })
  }
  return done(choices)
}

interface Offered {
  readonly source: { readonly kind: string; readonly name: string }
  readonly files: readonly { readonly path: string }[]
  readonly takenAs?: readonly FormatRule[] | undefined
}

/** Returns the format rules of an offer, and those for the chosen team ids. Refuses an invalid choice. */
export async function rulesOfOffer(
  actor: Actor,
  choosing: Choosing,
  { source, files, takenAs = [] }: Offered,
): Promise<Outcome<readonly FormatRule[]>> {
  const choices = await choicesOf(actor, choosing)
  if (!choices.ok) return choices
  const paths = files.map(({ path }) => path)
  const named = { choices: choices.value, ownTeam: choosing.own.id }
  const rules = teamIdRules(paths, prefixOfMemoryFolder(source, paths), named)
  return rules.ok ? done([...takenAs, ...rules.value]) : rules
}

export const mapImportTeamId = operation({
  name: "import.team-id",
  summary:
    "Choose the team for files in memory/teams/<id> in a planned run, or skip its files. The source remembers this choice.",
  method: "POST",
  path: "/imports/{run}/team-ids",
  right: "sync",
  input: z.object({ team: z.string(), run: z.string(), id: z.string().min(1).max(200), to: target }),
  output: z.object({ files: z.number() }),
  run: (actor, { team: reference, run: runId, id, to }) =>
    inTeam(actor, "sync", reference, async (own) => {
      const choices = await choicesOf(actor, { asked: [{ id, team: to }], own })
      if (!choices.ok) return choices
      const mapped = await mapTeamIds(actor, { teamId: own.id, runId }, choices.value)
      return mapped.ok ? done({ files: mapped.value }) : mapped
    }),
})
