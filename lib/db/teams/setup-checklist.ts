import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"

/** The steps of the setup checklist that a team has done. */
export interface SetupFacts {
  readonly source: boolean
  readonly files: boolean
  readonly decided: boolean
  readonly invited: boolean
  readonly delivered: boolean
}

/** Returns the steps that a team has done. Reads all steps in one query. */
export async function readSetupFacts({ teamId }: Visibility): Promise<SetupFacts> {
  const [row] = await database().$queryRaw<SetupFacts[]>`
    SELECT EXISTS (SELECT 1 FROM source WHERE team_id = ${teamId}::uuid) AS source,
      EXISTS (SELECT 1 FROM memory_file WHERE team_id = ${teamId}::uuid) AS files,
      EXISTS (SELECT 1 FROM review WHERE team_id = ${teamId}::uuid) OR EXISTS (SELECT 1 FROM conflict WHERE team_id = ${teamId}::uuid AND state IN ('resolved', 'dismissed')) AS decided,
      (SELECT count(*) FROM membership WHERE team_id = ${teamId}::uuid) > 1 OR EXISTS (SELECT 1 FROM invitation WHERE team_id = ${teamId}::uuid) AS invited,
      EXISTS (SELECT 1 FROM receipt WHERE team_id = ${teamId}::uuid) AS delivered`
  return row as SetupFacts
}
