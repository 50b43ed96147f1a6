import { database } from "../data/writable"
import { newId } from "@/lib/db/infra/identifiers"

/** Inserts a pending seed plan, by default without entries. Returns its ID. */
export async function givenSeedPlan(
  teamId: string,
  {
    projectId,
    agentName = "newcomer",
    ...more
  }: { projectId: string; agentName?: string | null; state?: string; category?: string },
): Promise<string> {
  const id = newId()
  await database().seedPlan.create({
    data: {
      teamId,
      id,
      projectId,
      agentName,
      roles: [],
      budget: 100,
      path: `.kaizen/agents/${agentName ?? more.category}/memory.md`,
      format: "kaizen",
      state: "waiting",
      authorKind: "person",
      authorId: id,
      authorName: "Mara Reyes",
      ...more,
    },
  })
  return id
}
