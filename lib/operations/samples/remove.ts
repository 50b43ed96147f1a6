import { z } from "zod"
import { commit } from "@/lib/db/infra/commit"
import { deleteSampleTeams, sampleTeams } from "@/lib/db/samples/remove"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { can } from "@/lib/memory/teams/actor"
import { operation } from "../operation"

export const removeSamples = operation({
  name: "samples.remove",
  summary: "Delete the sample teams and everything in them. Your own teams are kept.",
  method: "DELETE",
  path: "/samples",
  right: "own",
  input: z.object({}),
  output: z.object({ teams: z.array(z.string()).describe("Names of the deleted teams") }),
  async run(actor) {
    if (!can(actor, "own", { teamId: null }))
      return refused("forbidden", "Only the Quarterdeck owner can remove the samples")
    const teams = await sampleTeams()
    const names = teams.map(({ name }) => name)
    if (teams.length === 0) return done({ teams: names })
    return commit(
      actor,
      { kind: "samples.remove", teamId: null, subject: names.join(", "), detail: { teams: names } },
      async (tx) => {
        await deleteSampleTeams(
          tx,
          teams.map(({ id }) => id),
        )
        return done({ teams: names })
      },
    )
  },
})
