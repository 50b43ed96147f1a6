import { database } from "./client"
import type { Tx } from "./commit"
import { agentKey, ensureAgents, ensureCategories, holdNames } from "./places"
import { markUnits } from "./watch-marks"

/** The agent whose memory is made: placed in its category, where it has none; made, where nobody knew it. */
export async function ensuredAgent(tx: Tx, teamId: string, { projectId, name, category }: { readonly projectId: string; readonly name: string; readonly category: string | null }): Promise<{ readonly id: string; readonly made: boolean }> {
  await holdNames(tx, teamId)
  const known = await tx.agent.findUnique({ where: { teamId_projectId_name: { teamId, projectId, name } }, select: { id: true, categoryId: true } })
  if (known && (known.categoryId !== null || category === null)) return { id: known.id, made: false }
  const categoryId = category === null ? null : ((await ensureCategories(tx, teamId, [category])).get(category) ?? null)
  const ids = await ensureAgents(tx, teamId, [{ projectId, name, categoryId }])
  return { id: ids.get(agentKey(projectId, name)) ?? "", made: known === null }
}

export interface EntryNow {
  readonly text: string
  readonly state: string
  readonly line: number
  /** ISO date */
  readonly date: string | null
}

/** Entries as they stand now, by id; those that are gone are left out. */
export async function entriesOfIds(teamId: string, ids: readonly string[], client: Pick<Tx, "$queryRaw"> = database()): Promise<Map<string, EntryNow>> {
  if (ids.length === 0) return new Map()
  const rows = await client.$queryRaw<(EntryNow & { id: string })[]>`
    SELECT e.id, e.text, e.state, e.line, e.stated_on::text AS date FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id AND f.state <> 'gone' WHERE e.team_id = ${teamId}::uuid AND e.id = ANY(${[...ids]}::uuid[])`
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** Has the alerts of an agent looked at again: what was decided of it stands in no file. */
export async function markAgentNamed(tx: Tx, teamId: string, projectId: string, name: string): Promise<void> {
  const agent = await tx.agent.findUnique({ where: { teamId_projectId_name: { teamId, projectId, name } }, select: { id: true } })
  if (agent) await markUnits(tx, teamId, { files: [], agents: [agent.id], projects: [] })
}
