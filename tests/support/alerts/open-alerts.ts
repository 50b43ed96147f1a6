import { database } from "../data/writable"
import { newId } from "@/lib/db/infra/identifiers"

interface Given {
  readonly kind?: string
  readonly severity?: "error" | "warning" | "info"
  readonly raisedAt?: Date
  readonly message?: string
  readonly projectId?: string
  readonly path?: string
}

/** Inserts an open alert of a memory file that is never evaluated. */
export async function givenOpenAlert(
  team: { readonly id: string },
  {
    kind = "over-budget",
    severity = "warning",
    raisedAt = new Date(),
    message = "MEMORY.md is 12 lines over its budget",
    projectId,
    path,
  }: Given = {},
): Promise<string> {
  const id = newId()
  const unitId = newId()
  await database().alert.create({
    data: {
      teamId: team.id,
      id,
      key: new Uint8Array(Buffer.from(id.replaceAll("-", ""), "hex")),
      kind,
      unit: "file",
      unitId,
      state: "open",
      severity,
      message,
      evidence: {},
      raisedAt,
      changedAt: raisedAt,
      projectId: projectId ?? null,
      path: path ?? null,
    },
  })
  return id
}

export const setAlert = async (
  team: { readonly id: string },
  id: string,
  data: { state?: string; severity?: string; round?: number; raisedAt?: Date },
) => void (await database().alert.update({ where: { teamId_id: { teamId: team.id, id } }, data }))
