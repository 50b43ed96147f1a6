import type { Discussed } from "@/lib/memory/comments/comment-text"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "./infra/client"
import type { Tx } from "./infra/commit"
import { isId, newId } from "./infra/identifiers"

export interface CommentRow {
  readonly teamId: string
  readonly id: string
  readonly subjectKind: string
  readonly subjectId: string
  readonly authorKind: string
  readonly authorId: string
  readonly authorName: string
  readonly text: string
  readonly mentions: readonly string[]
  readonly createdAt: Date
  readonly editedAt: Date | null
}

/** Reference to an item that can have comments. */
export interface SubjectRef {
  readonly kind: Discussed
  readonly id: string
}

/** Returns the comments of an item, oldest first. The caller must have checked that the item is visible. */
export async function listCommentRows(
  { teamId }: Visibility,
  { kind, id }: SubjectRef,
): Promise<CommentRow[]> {
  return database().comment.findMany({
    where: { teamId, subjectKind: kind, subjectId: id, deletedAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  })
}

/** Returns a comment of one of these teams; null if there is none, or it was deleted. */
export async function findCommentRow(visible: readonly Visibility[], id: string): Promise<CommentRow | null> {
  if (!isId(id)) return null
  return database().comment.findFirst({
    where: { teamId: { in: visible.map((one) => one.teamId) }, id, deletedAt: null },
  })
}

/** Returns the current names of people, by id. People without an active account are missing. */
export async function namesOfPeople(ids: readonly string[]): Promise<Map<string, string>> {
  const known = [...new Set(ids)].filter(isId)
  if (known.length === 0) return new Map()
  const people = await database().user.findMany({
    where: { id: { in: known }, disabledAt: null },
    select: { id: true, name: true },
  })
  return new Map(people.map(({ id, name }) => [id, name]))
}

export interface NewComment {
  readonly teamId: string
  readonly subject: SubjectRef
  readonly author: { readonly kind: string; readonly id: string; readonly name: string }
  readonly text: string
  readonly mentions: readonly string[]
}

export async function addComment(
  tx: Tx,
  { teamId, subject, author, text, mentions }: NewComment,
): Promise<CommentRow> {
  return tx.comment.create({
    data: {
      teamId,
      id: newId(),
      subjectKind: subject.kind,
      subjectId: subject.id,
      authorKind: author.kind,
      authorId: author.id,
      authorName: author.kind === "person" ? "" : author.name,
      text,
      mentions: [...mentions],
    },
  })
}

/** Replaces the text and mentions of a comment. Returns null if the comment was deleted. */
export async function changeComment(
  tx: Tx,
  { teamId, id }: Pick<CommentRow, "teamId" | "id">,
  { text, mentions, now }: { text: string; mentions: readonly string[]; now: Date },
): Promise<CommentRow | null> {
  const { count } = await tx.comment.updateMany({
    where: { teamId, id, deletedAt: null },
    data: { text, mentions: [...mentions], editedAt: now },
  })
  return count === 0 ? null : tx.comment.findUniqueOrThrow({ where: { teamId_id: { teamId, id } } })
}

/** Marks a comment as deleted and clears its text. Returns false if the comment was deleted already. */
export async function dropComment(
  tx: Tx,
  { teamId, id }: Pick<CommentRow, "teamId" | "id">,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.comment.updateMany({
    where: { teamId, id, deletedAt: null },
    data: { text: "", mentions: [], deletedAt: now },
  })
  return count > 0
}

/** Returns the ids of people who commented on an item or were mentioned in its comments. */
export async function followersOf(tx: Tx, teamId: string, { kind, id }: SubjectRef): Promise<string[]> {
  const rows = await tx.comment.findMany({
    where: { teamId, subjectKind: kind, subjectId: id, deletedAt: null },
    select: { authorKind: true, authorId: true, mentions: true },
  })
  const people = rows.flatMap(({ authorKind, authorId, mentions }) => [
    ...(authorKind === "person" ? [authorId] : []),
    ...mentions,
  ])
  return [...new Set(people)]
}
