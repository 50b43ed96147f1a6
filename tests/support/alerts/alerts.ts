import { randomBytes } from "node:crypto"
import { database } from "../data/writable"
import { newId } from "@/lib/db/infra/identifiers"
import type { AlertKind, AlertState } from "@/lib/memory/alerts/kinds"

export interface GivenAlert {
  readonly projectId: string
  readonly kind?: AlertKind
  readonly state?: AlertState
  readonly severity?: "error" | "warning" | "info"
  readonly path?: string
  readonly message?: string
  readonly agentId?: string | null
  readonly fileId?: string
  /** True to assign it to a deleted user. */
  readonly assigned?: boolean
}

/** Inserts an alert into the table. Its unit is never evaluated. */
export async function givenAlert(
  team: { readonly id: string },
  {
    projectId,
    kind = "stale-file",
    state = "open",
    severity = "warning",
    path = `given/${newId()}.md`,
    message = "Given by a test",
    agentId = null,
    fileId,
    assigned = false,
  }: GivenAlert,
): Promise<string> {
  const [id, now] = [newId(), new Date()]
  await database().alert.create({
    data: {
      teamId: team.id,
      id,
      key: new Uint8Array(randomBytes(32)),
      kind,
      unit: "file",
      unitId: newId(),
      state,
      severity,
      projectId,
      agentId,
      ...(fileId === undefined ? {} : { fileId }),
      path,
      line: 1,
      message,
      evidence: {},
      assigneeId: assigned ? newId() : null,
      raisedAt: now,
      changedAt: now,
    },
  })
  return id
}
