import { z } from "zod"
import { findHead, headEntries } from "@/lib/db/heads"
import { mayReadFile } from "@/lib/db/visible"
import { done, refused } from "@/lib/memory/outcome"
import { operation } from "./operation"
import { inTeam } from "./team-of"

export const showFileEntry = operation({
  name: "file.entry",
  summary: "The entry that a line of a memory file belongs to, as a proposal names it.",
  method: "GET",
  path: "/files/{file}/entry",
  right: "read",
  refuses: ["stale"],
  input: z.object({
    team: z.string(),
    file: z.string(),
    line: z.coerce.number().int().positive(),
    position: z.coerce
      .number()
      .int()
      .min(0)
      .optional()
      .describe("Where several entries share the line: which, from 0"),
    revision: z.coerce
      .number()
      .pipe(z.int32().positive())
      .optional()
      .describe("The revision that one looks at; refused where the file says something else by now"),
  }),
  output: z.object({
    id: z.string(),
    text: z.string(),
    section: z.string().nullable(),
    state: z.enum(["current", "retired"]),
    line: z.number(),
    revision: z.number(),
  }),
  run: (actor, input) =>
    inTeam(actor, "read", input.team, async (team) => {
      const head = await findHead(team.id, input.file)
      if (!head || !mayReadFile(actor, head))
        return refused("not-found", "there is no such memory file, or you may not see it")
      if (input.revision !== undefined && input.revision !== head.revision)
        return refused(
          "stale",
          `${head.path} is at revision ${head.revision} by now, you look at ${input.revision}: read it again`,
        )
      const here = (await headEntries(team.id, head.id)).filter(
        (entry) => entry.line <= input.line && entry.endLine >= input.line,
      )
      const entry = here[input.position ?? 0]
      if (!entry) return refused("not-found", `line ${input.line} of ${head.path} is part of no entry`)
      const { id, text, section, state, line } = entry
      return done({ id, text, section, state, line, revision: head.revision })
    }),
})
