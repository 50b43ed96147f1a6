import { z } from "zod"
import {
  addComment,
  changeComment,
  type CommentRow,
  dropComment,
  findCommentRow,
  listCommentRows,
  namesOfPeople,
} from "@/lib/db/comments"
import { commit } from "@/lib/db/infra/commit"
import { dropNoticesOfComment } from "@/lib/db/notifications/notices-and-digests"
import { readMembers } from "@/lib/db/teams/members"
import { visibleTeams } from "@/lib/db/teams/teams"
import {
  mentionedIn,
  withMentionIds,
  commentParts,
  DISCUSSED,
  type Discussed,
  LONGEST_COMMENT,
  FORMER_MEMBER,
} from "@/lib/memory/comments/comment-text"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { type Actor, can, isAgent, boundAgent } from "@/lib/memory/teams/actor"
import { visibilitiesOf, type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { findWithheldKind, withheldText, WITHHELD_KINDS } from "@/lib/memory/context/withheld"
import { tellOfComment } from "../notifications/personal-notifications"
import { operation } from "../operation"
import { visibleAlert } from "../alerts/alerts"
import { visibleConflict } from "../conflicts/conflicts"
import { visibleProposal } from "../proposals/summary"

const commentView = z.object({
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
async function viewComments(actor: Actor, rows: readonly CommentRow[]): Promise<CommentView[]> {
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

const isOwnComment = (
  actor: Actor,
  { authorKind, authorId }: Pick<CommentRow, "authorKind" | "authorId">,
): boolean => authorKind === actor.kind && authorId === actor.id

const on = z.enum(DISCUSSED).default("proposal").describe("Kind of item")
const item = z.string().describe("ID of the proposal, conflict or alert")
const text = z
  .string()
  .trim()
  .min(1, "write a comment first")
  .max(LONGEST_COMMENT, `a comment can have at most ${LONGEST_COMMENT.toLocaleString("en")} characters`)
  .describe("Plain text. @Name mentions a member of the team")

export const listComments = operation({
  name: "comment.list",
  summary: "List the comments on a proposal, conflict or alert, oldest first.",
  method: "GET",
  path: "/comments",
  right: "read",
  tool: {
    name: "memory_comments",
    title: "Read comments",
    about:
      "Curators may ask questions about your proposals. You can read the comments on your own proposals only.",
    fields: { item: "ID of your proposal" },
    without: ["on"],
  },
  input: z.object({ on, item }),
  output: z.object({ comments: z.array(commentView) }),
  async run(actor, input) {
    const subject = await visibleSubject(actor, input.on, input.item)
    if (!subject.ok) return subject
    const rows = await listCommentRows(subject.value.visible, subject.value)
    return done({ comments: await viewComments(actor, rows) })
  },
})

export const createComment = operation({
  name: "comment.create",
  summary:
    "Comment on a proposal, conflict or alert. Mentioned people and followers of the item are notified.",
  method: "POST",
  path: "/comments",
  right: "propose",
  tool: {
    name: "memory_comment",
    title: "Comment on a proposal",
    about: "Answer a question about one of your own proposals. To change the proposal, propose again.",
    fields: { item: "ID of your proposal" },
    without: ["on"],
  },
  example: { on: "proposal", item: "019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10", text: "Is this still true?" },
  input: z.object({ on, item, text }),
  output: commentView,
  async run(actor, input) {
    const found = await writableSubject(actor, input.on, input.item)
    if (!found.ok) return found
    const subject = found.value
    const members = await readMembers(subject.visible)
    const written = writtenText(input.text, members)
    if (!written.ok) return written
    const saved = await commit(actor, eventOf("comment.create", subject), async (tx) => {
      const row = await addComment(tx, { teamId: subject.teamId, subject, author: actor, ...written.value })
      await tellOfComment(tx, actor, subject, {
        id: row.id,
        mentioned: written.value.mentions,
        isNew: true,
        members: new Set(members.map((one) => one.id)),
      })
      return done(row)
    })
    return viewed(actor, saved)
  },
})

export const editComment = operation({
  name: "comment.edit",
  summary: "Edit your own comment.",
  method: "PATCH",
  path: "/comments/{comment}",
  right: "propose",
  input: z.object({ comment: z.string(), text }),
  output: commentView,
  async run(actor, input) {
    const found = await ownComment(actor, input.comment)
    if (!found.ok) return found
    const { row, subject } = found.value
    const members = await readMembers(subject.visible)
    const before = [...(await namesOfPeople(row.mentions))].map(([id, name]) => ({ id, name }))
    const known = new Set(members.map((one) => one.id))
    const written = writtenText(input.text, [...members, ...before.filter(({ id }) => !known.has(id))])
    if (!written.ok) return written
    const saved = await commit(actor, eventOf("comment.edit", subject), async (tx) => {
      const next = await changeComment(tx, row, { ...written.value, now: new Date() })
      if (next === null) return NO_COMMENT
      await tellOfComment(tx, actor, subject, {
        id: row.id,
        mentioned: written.value.mentions.filter((id) => !row.mentions.includes(id)),
        isNew: false,
        members: known,
      })
      return done(next)
    })
    return viewed(actor, saved)
  },
})

export const deleteComment = operation({
  name: "comment.delete",
  summary: "Delete your own comment, including its text and its notifications.",
  method: "DELETE",
  path: "/comments/{comment}",
  right: "propose",
  input: z.object({ comment: z.string() }),
  output: z.object({ id: z.string() }),
  async run(actor, input) {
    const found = await ownComment(actor, input.comment)
    if (!found.ok) return found
    const { row, subject } = found.value
    return commit(actor, eventOf("comment.delete", subject), async (tx) => {
      if (!(await dropComment(tx, row, new Date()))) return NO_COMMENT
      await dropNoticesOfComment(tx, row.teamId, row.id)
      return done({ id: row.id })
    })
  },
})

const NO_COMMENT = refused("not-found", "comment not found or deleted")

/** Returns the item if the actor may comment on it. */
async function writableSubject(actor: Actor, kind: Discussed, id: string): Promise<Outcome<Subject>> {
  const found = await visibleSubject(actor, kind, id)
  if (!found.ok) return found
  const { teamId, projectId } = found.value
  return can(actor, "propose", { teamId, projectId })
    ? found
    : refused("forbidden", "your role does not allow comments (requires permission to propose)")
}

/** Returns a comment of the actor with its item. */
async function ownComment(
  actor: Actor,
  id: string,
): Promise<Outcome<{ readonly row: CommentRow; readonly subject: Subject }>> {
  const row = await findCommentRow(visibilitiesOf(actor, await visibleTeams(actor)), id)
  if (row === null) return NO_COMMENT
  const subject = await writableSubject(actor, row.subjectKind as Discussed, row.subjectId)
  if (!subject.ok) return subject.reason === "forbidden" ? subject : NO_COMMENT
  if (!isOwnComment(actor, row)) return refused("forbidden", "only the author of a comment can change it")
  return done({ row, subject: subject.value })
}

/**
 * Returns the text to store, with ids in place of the names of mentioned people. Refuses mentions of people
 * who are not members of the team.
 */
function writtenText(
  written: string,
  people: Parameters<typeof withMentionIds>[1],
): Outcome<{ readonly text: string; readonly mentions: string[] }> {
  const stored = withMentionIds(written, people)
  const mentions = mentionedIn(stored)
  return mentions.every((id) => people.some((one) => one.id === id))
    ? done({ text: stored, mentions })
    : refused("invalid", "text: only members of the team can be mentioned")
}

/**
 * Returns the audit event, without the text of the comment. The event names the item, so that open pages
 * reload its comments.
 */
const eventOf = (kind: string, { kind: of, id, state, teamId, place }: Subject) => ({
  kind,
  teamId,
  subject: place,
  detail: { on: of, [`${of}s`]: [{ id, state }] },
})

async function viewed(actor: Actor, saved: Outcome<CommentRow>) {
  if (!saved.ok) return saved
  const [view] = await viewComments(actor, [saved.value])
  return view ? done(view) : NO_COMMENT
}

/** An item that people discuss, as the actor sees it. */
interface Subject {
  readonly kind: Discussed
  readonly id: string
  readonly teamId: string
  readonly projectId: string | null
  readonly visible: Visibility
  /** The path or agent, for the audit log and notifications. */
  readonly place: string
  readonly state: string
  /** People who follow the item without a comment: the assignee and the author. */
  readonly people: readonly string[]
}

const NOT_OWN = refused(
  "not-found",
  "proposal not found among your own proposals: agents can comment only on their own proposals",
)

/** Returns the item if the actor may read its comments. Agents may read those of their own proposals. */
async function visibleSubject(actor: Actor, kind: Discussed, id: string): Promise<Outcome<Subject>> {
  if (kind === "proposal") return proposalSubject(actor, id)
  if (isAgent(actor)) return NOT_OWN
  return kind === "conflict" ? conflictSubject(actor, id) : alertSubject(actor, id)
}

async function proposalSubject(actor: Actor, id: string): Promise<Outcome<Subject>> {
  const found = await visibleProposal(actor, id)
  if (!found.ok) return found
  const { teamId, projectId, path, state, assigneeId, authorKind, authorId, authorAgent } = found.value
  const isOwn = authorKind === actor.kind && authorId === actor.id
  const isOfAgent = authorAgent !== null && authorAgent === boundAgent(actor)
  if (isAgent(actor) && !((isOwn || isOfAgent) && can(actor, "propose", { teamId, projectId })))
    return NOT_OWN
  return done({
    kind: "proposal",
    id: found.value.id,
    teamId,
    projectId,
    visible: visibilityOf(actor, teamId),
    place: path,
    state,
    people: [...(assigneeId === null ? [] : [assigneeId]), ...(authorKind === "person" ? [authorId] : [])],
  })
}

async function conflictSubject(actor: Actor, id: string): Promise<Outcome<Subject>> {
  const found = await visibleConflict(actor, id)
  if (!found.ok) return found
  const { teamId, projectId, project, state, assigneeId } = found.value
  return done({
    kind: "conflict",
    id: found.value.id,
    teamId,
    projectId,
    visible: visibilityOf(actor, teamId),
    place: project,
    state,
    people: assigneeId === null ? [] : [assigneeId],
  })
}

async function alertSubject(actor: Actor, id: string): Promise<Outcome<Subject>> {
  const found = await visibleAlert(actor, id)
  if (!found.ok) return found
  const { teamId, path, agent, project, state, assignee, visible } = found.value
  return done({
    kind: "alert",
    id: found.value.id,
    teamId,
    projectId: null,
    visible,
    place: path ?? agent ?? project?.name ?? "the team",
    state,
    people: assignee === null ? [] : [assignee.id],
  })
}
