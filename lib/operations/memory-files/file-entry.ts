import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { findCurrentFile, entriesAtHead } from "@/lib/db/memory-files/current-revisions"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { inTeam } from "../teams/team-of"

export const showFileEntry = operation({
  name: "file.entry",
  summary: "Return the entry that a line of a memory file belongs to, in the form that proposals use.",
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
      .describe("Zero-based position of the entry, if several entries share the line"),
    revision: z.coerce
      .number()
      .pipe(z.int32().positive())
      .optional()
      .describe("The revision you read. The request is rejected if the file has changed"),
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
      const head = await findCurrentFile(visibilityOf(actor, team.id), input.file)
      if (!head) return refused("not-found", "memory file not found")
      if (input.revision !== undefined && input.revision !== head.revision)
        return refused(
          "stale",
          `${head.path} is now at revision ${head.revision}, but you have revision ${input.revision}. Read it again`,
        )
      const here = (await entriesAtHead(visibilityOf(actor, team.id), head.id)).filter(
        (entry) => entry.line <= input.line && entry.endLine >= input.line,
      )
      const entry = here[input.position ?? 0]
      if (!entry) return refused("not-found", `line ${input.line} of ${head.path} is not part of an entry`)
      const { id, text, section, state, line } = entry
      return done({ id, text, section, state, line, revision: head.revision })
    }),
})
