import { z } from "zod"
import { setWriting } from "@/lib/db/categories"
import { commit } from "@/lib/db/commit"
import { done, refused } from "@/lib/memory/outcome"
import { WRITE_POLICIES } from "@/lib/memory/taxonomy"
import { operation } from "./operation"
import { inTeam } from "./team-of"

/** As agents are called wherever memory names them. */
const agentName = z.string().trim().regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,79}$/u, "an agent's name: letters, digits, dot, dash and underscore, at most 80 of them")

export const setCategoryWriting = operation({
  name: "category.set",
  summary: "Say how entries get into a category's memory: by its coordinator, by each agent for itself, or by adding only.",
  method: "PUT",
  path: "/categories/{category}",
  right: "manage",
  input: z.object({
    team: z.string(),
    category: z.string().max(100).describe("The category's slug"),
    writePolicy: z.enum(WRITE_POLICIES, "coordinated, direct or append-only"),
    coordinator: agentName.nullable().describe("The agent that writes for the others; null: none"),
  }),
  output: z.object({ category: z.string(), writePolicy: z.enum(WRITE_POLICIES), coordinator: z.string().nullable() }),
  run: (actor, { team: asked, category, writePolicy, coordinator }) =>
    inTeam(actor, "manage", asked, (team) =>
      commit(actor, { kind: "category.set", teamId: team.id, subject: category, detail: { writePolicy, coordinator } }, async (tx) =>
        (await setWriting(tx, team.id, category, { writePolicy, coordinator })) ? done({ category, writePolicy, coordinator }) : refused("not-found", `there is no category ${category} in this team`),
      ),
    ),
})
