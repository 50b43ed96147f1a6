import { followersOf } from "@/lib/db/comments/comments"
import type { Tx } from "@/lib/db/infra/commit"
import { addPersonalNotices, dropAssignmentNotices } from "@/lib/db/notifications/personal-notices"
import type { Discussed } from "@/lib/memory/comments/subject"
import type { Actor } from "@/lib/memory/teams/actor"

/** An item that a notification is about. */
interface Subject {
  readonly kind: Discussed
  readonly id: string
  readonly teamId: string
  /** Path or agent of the item. */
  readonly place: string
  /** Ids of people who follow the item without a comment: the assignee and the author. */
  readonly people: readonly string[]
}

interface ToldComment {
  readonly id: string
  /** Ids of people whom the comment newly mentions. */
  readonly mentioned: readonly string[]
  /** True for a new comment, which notifies followers. False for an edited one. */
  readonly isNew: boolean
  /** Ids of people with access to the team. */
  readonly members: ReadonlySet<string>
}

/**
 * Notifies people whom a comment mentions, and the followers of the item. The author of the comment gets no
 * notice.
 */
export async function tellOfComment(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  { id, mentioned, isNew, members }: ToldComment,
): Promise<void> {
  const followers = isNew ? [...(await followersOf(tx, subject.teamId, subject)), ...subject.people] : []
  const told = [...new Set([...mentioned, ...followers])].filter(
    (person) => person !== actor.id && members.has(person),
  )
  await addPersonalNotices(
    tx,
    subject.teamId,
    told.map((userId) => ({
      userId,
      reason: mentioned.includes(userId) ? ("mention" as const) : ("comment" as const),
      subjectKind: subject.kind,
      subjectId: subject.id,
      subject: subject.place,
      commentId: id,
      byName: actor.name,
    })),
  )
}

interface Assigned {
  readonly teamId: string
  readonly kind: Discussed
  /** Id of the new assignee. Null: unassigned. */
  readonly person: string | null
  readonly items: readonly { readonly id: string; readonly place: string }[]
}

/**
 * Notifies a person of newly assigned items, unless the person assigned them. Deletes earlier notices about
 * these items for other people.
 */
export async function tellOfAssignment(
  tx: Tx,
  actor: Actor,
  { teamId, kind, person, items }: Assigned,
): Promise<void> {
  await dropAssignmentNotices(tx, teamId, { subjectIds: items.map((one) => one.id), except: person })
  if (person === null || person === actor.id) return
  await addPersonalNotices(
    tx,
    teamId,
    items.map(({ id, place }) => ({
      userId: person,
      reason: "assignment",
      subjectKind: kind,
      subjectId: id,
      subject: place,
      commentId: null,
      byName: actor.name,
    })),
  )
}
