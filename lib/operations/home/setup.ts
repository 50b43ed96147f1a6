import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { readSetupFacts } from "@/lib/db/teams/setup-checklist"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { inTeam } from "../teams/team-of"

export const showSetup = operation({
  name: "home.setup",
  summary: "Show which of the five setup steps for a team are done.",
  method: "GET",
  path: "/home/setup",
  right: "read",
  example: { team: "platform" },
  input: z.object({ team: z.string() }),
  output: z.object({
    source: z.boolean().describe("A source is connected"),
    files: z.boolean().describe("Memory files were imported"),
    decided: z.boolean().describe("A proposal or conflict was decided"),
    invited: z.boolean().describe("The team has a second member or an invitation"),
    delivered: z.boolean().describe("A harness reported that it loaded memory"),
  }),
  run: (actor, { team: slug }) =>
    inTeam(actor, "read", slug, async (team) => done(await readSetupFacts(visibilityOf(actor, team.id)))),
})
