"use client"

import { useEffect, useId, useState } from "react"
import { Instant } from "@/components/data/instant"
import { markRead, useUnread } from "@/components/notifications/notification-bell"
import { useDraftFields } from "@/components/queue/drafts"
import { Avatar } from "./avatar"
import { type TeamMember, useMembers } from "@/components/teams/use-members"
import { VisibleText } from "@/components/text/visible-text"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { Tag } from "@/components/ui/tag"
import { editableText, type Discussed } from "@/lib/memory/comments/comment-text"
import { callOperation } from "@/components/data/http-client"
import { useRead } from "@/components/data/use-read"
import { outbox } from "@/components/queue/outbox-and-undo"
import { useLive } from "@/components/queue/use-live"
import type { OutputOf } from "@/lib/http/contract"
import { CommentBox, CommentText } from "./comment-box"

interface ThreadProps {
  team: string
  on: Discussed
  item: string
  /** The id of the person. */
  me: string
  /** True if the person’s role allows comments. */
  mayComment: boolean
  /** Opens the panel that assigns the item. Null if it cannot be assigned. */
  onAssign: (() => void) | null
  /** True if the person opened the item, which marks its notifications as read. */
  isOpened: boolean
  /** ISO instant. */
  now: string
}

/** The comments of an item, with a box for another one. */
export function Thread({ team, on, item, me, mayComment, isOpened, onAssign, now }: ThreadProps) {
  const heading = useId()
  const members = useMembers(team)
  const thread = useThread({ team, on, item, me })
  const isUnread = useUnread(team).some((one) => one.item === item)
  useEffect(() => {
    if (isOpened && isUnread) markRead(team, item)
  }, [team, item, isOpened, isUnread])
  const { comments, problem } = thread
  if (comments.length === 0 && !mayComment && !problem) return null
  return (
    <section aria-labelledby={heading} className="mt-6 grid grid-cols-1 gap-2">
      <div className="flex items-center gap-2">
        <h3 id={heading} className="flex-1">
          Comments
          {comments.length > 0 ? (
            <span className="ml-2 font-normal text-ink-3 tabular-nums">{comments.length}</span>
          ) : null}
        </h3>
        {onAssign ? (
          <Button size="sm" variant="quiet" aria-keyshortcuts="Shift+I" onClick={onAssign}>
            Assign to…
          </Button>
        ) : null}
      </div>
      {problem ? (
        <Notice tone="caution" live title="The comments could not be loaded">
          {problem}
        </Notice>
      ) : null}
      {comments.length > 0 ? (
        <ol className="grid grid-cols-1 gap-1">
          {comments.map((comment) => (
            <CommentLine key={comment.id} {...{ comment, members, now, mayComment, thread }} />
          ))}
        </ol>
      ) : null}
      {mayComment ? <NewComment members={members} onAdd={thread.add} /> : null}
    </section>
  )
}

/** Labels of the reasons for withholding a comment from agents. */
const WITHHELD_TAGS = {
  "instruction-like": "reads like an instruction",
  "hidden-characters": "hidden characters",
} as const

interface CommentLineProps {
  comment: ItemComment
  members: readonly TeamMember[]
  now: string
  mayComment: boolean
  thread: Pick<ReturnType<typeof useThread>, "edit" | "remove">
}

function CommentLine({ comment, members, now, mayComment, thread }: CommentLineProps) {
  const [edited, setEdited] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { author, own, editedAt } = comment
  const save = (text: string) => {
    setEdited(null)
    thread.edit(comment.id, text).catch((cause: Error) => {
      setEdited(text)
      setProblem(cause.message)
    })
  }
  const remove = () => thread.remove(comment.id).catch((cause: Error) => setProblem(cause.message))
  return (
    <li className="group/comment flex flex-wrap items-start gap-x-2">
      <Avatar name={author.name} />
      <div className="min-w-0 flex-1">
        {edited === null ? (
          <p className="whitespace-pre-wrap wrap-anywhere">
            <span className="font-semibold">
              <VisibleText text={author.name} />
            </span>{" "}
            {author.kind === "person" ? null : (
              <>
                <Tag>{author.kind === "token" ? "token" : "system"}</Tag>{" "}
              </>
            )}
            {comment.withheld === null ? null : (
              <>
                <Tag tone="caution">{WITHHELD_TAGS[comment.withheld]}</Tag>{" "}
              </>
            )}
            <CommentText parts={comment.parts} />
            {editedAt === null ? null : <span className="text-sm text-ink-3"> (edited)</span>}
          </p>
        ) : (
          <CommentBox
            label="Edit your comment"
            verb="Save"
            text={edited}
            {...{ members, problem }}
            focuses
            onText={setEdited}
            onSend={() => save(edited)}
            onLeave={() => setEdited(null)}
          />
        )}
        {problem !== null && edited === null ? (
          <p role="alert" className="text-sm text-danger">
            Comment not changed: {problem}
          </p>
        ) : null}
      </div>
      <Instant
        at={comment.createdAt}
        now={now}
        className="text-sm whitespace-nowrap text-ink-3 md:order-last"
      />
      {own && mayComment && edited === null ? (
        <OwnActions onEdit={() => setEdited(editableText(comment.parts, members))} onRemove={remove} />
      ) : null}
    </li>
  )
}

/** Edits and deletes the person's own comment. The second press deletes. */
function OwnActions({ onEdit, onRemove }: { onEdit: () => void; onRemove: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <span
      className={`flex gap-1 max-md:basis-full max-md:pl-5 ${isAsking ? "" : "md:opacity-0 md:group-focus-within/comment:opacity-100 md:group-hover/comment:opacity-100"}`}
    >
      <Button size="sm" variant="quiet" onClick={onEdit}>
        Edit
      </Button>
      <Button
        size="sm"
        variant={isAsking ? "danger" : "quiet"}
        onBlur={() => setAsking(false)}
        onClick={isAsking ? onRemove : () => setAsking(true)}
      >
        {isAsking ? "Delete comment" : "Delete"}
      </Button>
    </span>
  )
}

/**
 * The box for a new comment. The text is kept as a draft. The text of a refused comment returns to the box.
 */
function NewComment({
  members,
  onAdd,
}: {
  members: readonly TeamMember[]
  onAdd: (text: string) => Promise<void>
}) {
  const [{ text = "" }, type] = useDraftFields()
  const [problem, setProblem] = useState<string | null>(null)
  const send = () => {
    type({ text: "" })
    setProblem(null)
    onAdd(text.trim()).catch((cause: Error) => {
      type({ text })
      setProblem(`Comment not added: ${cause.message}`)
    })
  }
  return (
    <CommentBox
      label="Add a comment"
      verb="Comment"
      {...{ text, members, problem }}
      onText={(next) => type({ text: next })}
      onSend={send}
    />
  )
}

type ItemComment = OutputOf<"comment.list">["comments"][number]

/** A change that the page shows before the server has answered it. */
interface Pending {
  readonly key: number
  readonly apply: (comments: readonly ItemComment[]) => readonly ItemComment[]
}

interface ThreadOptions {
  readonly team: string
  readonly on: Discussed
  readonly item: string
  readonly me: string
}

const MEMBERS = { proposal: "proposals", conflict: "conflicts", alert: "alerts" } as const

/**
 * Returns the comments of an item with the changes that this page makes, and the functions that make changes.
 */
function useThread({ team, on, item, me }: ThreadOptions) {
  const [live, setLive] = useState(0)
  const { answer, problem } = useRead(
    `comments/${item}/${live}`,
    async (signal) => (await callOperation("comment.list", { on, item }, { signal })).comments,
  )
  const { shown, change } = useChanges(item, answer)
  const again = () => setLive((round) => round + 1)
  useLive(team, {
    onGap: again,
    onChange: (event) =>
      event.kind.startsWith("comment.") && event[MEMBERS[on]]?.some((one) => one.id === item)
        ? again()
        : undefined,
  })
  return {
    comments: shown,
    problem: answer === null ? problem : null,
    add: (text: string) => {
      const draft = unsentComment(text, me)
      return change(
        (comments) => [...comments, draft],
        (key) => callOperation("comment.create", { on, item, text }, { key }),
        (sent) => (comments) => (comments.some((one) => one.id === sent.id) ? comments : [...comments, sent]),
      )
    },
    edit: (id: string, text: string) =>
      change(
        replace(id, (one) => ({ ...one, text, parts: [{ text, person: null }] })),
        (key) => callOperation("comment.edit", { comment: id, text }, { key }),
        (sent) => replace(id, () => sent),
      ),
    remove: (id: string) =>
      change(
        (comments) => comments.filter((one) => one.id !== id),
        (key) => callOperation("comment.delete", { comment: id }, { key }),
        () => (comments) => comments.filter((one) => one.id !== id),
      ),
  }
}

const replace =
  (id: string, next: (comment: ItemComment) => ItemComment): Pending["apply"] =>
  (comments) =>
    comments.map((one) => (one.id === id ? next(one) : one))

/** Returns the comments with the changes of this page, and a function that makes a change. */
function useChanges(item: string, answer: readonly ItemComment[] | null) {
  const [answered, setAnswered] = useState<readonly Pending[]>([])
  const [pending, setPending] = useState<readonly Pending[]>([])
  // A new list of comments includes all changes that the server answered before.
  const [listed, setListed] = useState(answer)
  if (listed !== answer) {
    setListed(answer)
    setAnswered([])
  }
  /** Shows a change at once and sends it after earlier changes of this item. Rejects if the request fails. */
  const change = async <Answer,>(
    apply: Pending["apply"],
    send: (key: string) => Promise<Answer>,
    settled: (answer: Answer) => Pending["apply"],
  ): Promise<void> => {
    const key = nextKey()
    setPending((before) => [...before, { key, apply }])
    try {
      const result = await outbox.post({ lanes: [`comments/${item}`], ids: [], send }).answer
      setAnswered((before) => [...before, { key, apply: settled(result) }])
    } finally {
      setPending((before) => before.filter((one) => one.key !== key))
    }
  }
  const shown = [...answered, ...pending].reduce<readonly ItemComment[]>(
    (comments, one) => one.apply(comments),
    answer ?? [],
  )
  return { shown, change }
}

let keys = 0
const nextKey = () => (keys += 1)

/** Returns a comment as the page shows it until the server has stored it. */
function unsentComment(text: string, me: string): ItemComment {
  return {
    id: `unsent-${nextKey()}`,
    text,
    parts: [{ text, person: null }],
    author: { kind: "person", id: me, name: "You" },
    own: false,
    withheld: null,
    createdAt: new Date().toISOString(),
    editedAt: null,
  }
}
