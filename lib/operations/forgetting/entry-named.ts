import { entriesByKey } from "@/lib/db/entry-keys"
import { isId } from "@/lib/db/identifiers"
import { projectBound, visibleTeams } from "@/lib/db/visible"
import { type Actor, can } from "@/lib/memory/actor"
import { done, type Outcome, refused } from "@/lib/memory/outcome"
import { noEntry } from "./turn"

/** So many candidates are named where a key is that of several. */
const NAMED = 10

/** The id of the entry that is meant: by its id here, else by the key that its own file gives it, where one alone has it. */
export async function entryNamed(actor: Actor, { reference, scope, project }: { reference: string; scope: string | undefined; project: string | undefined }): Promise<Outcome<string>> {
  if (isId(reference)) return done(reference)
  const teams = (await visibleTeams(actor)).filter((team) => can(actor, "read", { teamId: team.id }))
  const found = await entriesByKey(teams.map((team) => team.id), { key: reference, scope, project, bound: projectBound(actor), take: NAMED + 1 })
  const [only, another] = found
  if (!only) return noEntry(reference)
  if (!another) return done(only.id)
  const candidates = found.slice(0, NAMED).map(({ id, text, path, line, project: name }) => ({ id, text, path, line, project: name }))
  const lines = candidates.map((one) => `${one.id}  ${one.path}:${one.line} of ${one.project}: ${one.text.split("\n")[0]?.slice(0, 80)}`)
  return refused("conflict", `${reference} is the key of several entries: name one by its id${project === undefined ? ", or the project" : ""}\n${lines.join("\n")}${found.length > NAMED ? "\n…" : ""}`, { candidates })
}
