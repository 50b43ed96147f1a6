import type { Tx } from "./commit"

/** A revision that came without a proposal, and for whom. */
export interface AgentWrite {
  readonly teamId: string
  readonly fileId: string
  readonly revision: number
  readonly agent: string | null
  readonly session: string | null
}

/** Says whose a revision is: so all that an agent or a session wrote can be found, and taken back. */
export async function addAgentWrite(tx: Tx, { agent, ...write }: AgentWrite): Promise<void> {
  await tx.agentWrite.create({ data: { ...write, agentName: agent } })
}
