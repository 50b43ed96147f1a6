import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../data/writable"
import { newId } from "@/lib/db/infra/identifiers"
import type { AlertKind } from "@/lib/memory/alerts/kinds"
import { evaluateTeam } from "@/lib/operations/alerts/evaluate"

const DAY = 86_400_000

export const inDays = (days: number): Date => new Date(Date.now() + days * DAY)

/** ISO date in UTC, `days` from now. */
export const dayIn = (days: number): string => inDays(days).toISOString().slice(0, 10)

/** Sessions of an agent that ended `daysAgo` days ago without a receipt. */
export async function givenSessions(
  { team }: { readonly team: { readonly id: string } },
  { agent, harness, days }: { agent: string; harness: string | null; days: readonly number[] },
): Promise<void> {
  const project = await database().project.findFirstOrThrow({ where: { teamId: team.id } })
  await database().agentSession.createMany({
    data: days.map((ago) => ({
      teamId: team.id,
      projectId: project.id,
      agentName: agent,
      session: newId(),
      harness,
      startedAt: inDays(-ago),
      closedAt: inDays(-ago),
      summary: "Done",
    })),
  })
}

/** Evaluates the team and returns the alerts of one kind as text: state, agent, part, round and message. */
export async function notifyOf(
  { team }: { readonly team: { readonly id: string } },
  kind: AlertKind,
  now = new Date(),
): Promise<string[]> {
  await evaluateTeam(systemActor(), team.id, { now })
  const alerts = await database().alert.findMany({ where: { teamId: team.id, kind } })
  const agents = new Map(
    (await database().agent.findMany({ where: { teamId: team.id } })).map((one) => [one.id, one.name]),
  )
  return alerts
    .map(
      (one) => `${one.state} ${agents.get(one.agentId ?? "") ?? ""} ${one.part} ${one.round}: ${one.message}`,
    )
    .toSorted()
}
