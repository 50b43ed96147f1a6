import { z } from "zod"
import { type CommentRow, namesOfPeople } from "@/lib/db/comments/comments"
import { commentParts } from "@/lib/memory/comments/mentions"
import { FORMER_MEMBER } from "@/lib/memory/comments/subject"
import { findWithheldKind, withheldText } from "@/lib/memory/context/withheld"
import { WITHHELD_KINDS } from "@/lib/memory/context/withheld-kinds"
import { type Actor, isAgent } from "@/lib/memory/teams/actor"

export const commentView = z.object({
  id: z.string(),
  text: z.string().describe("Plain text, with the names of mentioned people"),
  parts: z.array(
    z.object({
      text: z.string(),
      person: z.string().nullable().describe("ID of the mentioned person. Null for plain text"),
    }),
  ),
  author: z.object({
    kind: z.enum(["person", "token", "system"]),
    id: z.string(),
    name: z.string(),
  }),
  own: z.boolean().describe("True if you wrote the comment"),
  withheld: z
    .enum(WITHHELD_KINDS)
    .nullable()
    .describe(
      "Why the text of this comment is hidden from agents. Null if the text is not hidden. People can always see the text",
    ),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
})
export type CommentView = z.output<typeof commentView>

/** Returns comments as the actor sees them, with the current names of people. */
export async function viewComments(actor: Actor, rows: readonly CommentRow[]): Promise<CommentView[]> {
  const names = await namesOfPeople(
    rows.flatMap((row) => [...row.mentions, ...(row.authorKind === "person" ? [row.authorId] : [])]),
  )
  return rows.map((row) => {
    const kind = row.authorKind as CommentView["author"]["kind"]
    const withheld = kind === "person" ? null : findWithheldKind(row.text)
    const isHidden = withheld !== null && isAgent(actor)
    const parts = commentParts(isHidden ? withheldText(withheld) : row.text, names)
    return {
      id: row.id,
      text: parts.map((part) => part.text).join(""),
      parts,
      author: {
        kind,
        id: row.authorId,
        name: kind === "person" ? (names.get(row.authorId) ?? FORMER_MEMBER) : row.authorName,
      },
      own: isOwnComment(actor, row),
      withheld,
      createdAt: row.createdAt.toISOString(),
      editedAt: row.editedAt?.toISOString() ?? null,
    }
  })
}

export const isOwnComment = (
  actor: Actor,
  { authorKind, authorId }: Pick<CommentRow, "authorKind" | "authorId">,
): boolean => authorKind === actor.kind && authorId === actor.id
