import { database } from "./client"
import type { Tx } from "./commit"

export async function listAgentNames(teamId: string, projectId: string): Promise<string[]> {
  return (await database().agent.findMany({ where: { teamId, projectId }, select: { name: true }, orderBy: { name: "asc" } })).map((one) => one.name)
}

/** Whether an agent declares that it keeps no memory. */
export async function isOptedOut(teamId: string, projectId: string, name: string, client: Pick<Tx, "agent"> = database()): Promise<boolean> {
  return (await client.agent.findUnique({ where: { teamId_projectId_name: { teamId, projectId, name } }, select: { optedOut: true } }))?.optedOut ?? false
}

/** Names of a team's agents, in whichever project, each once. */
export async function teamAgentNames(teamId: string): Promise<string[]> {
  const rows = await database().agent.findMany({ where: { teamId }, select: { name: true }, distinct: ["name"], orderBy: { name: "asc" } })
  return rows.map((one) => one.name)
}
