"use client"

import { useState } from "react"
import { callOperation } from "@/components/data/http-client"
import { useRead } from "@/components/data/use-read"
import { outbox } from "@/components/queue/shared-outbox"
import { useLive } from "@/components/queue/use-live"
import type { OutputOf } from "@/lib/http/contract"
import type { Discussed } from "@/lib/memory/comments/subject"

export type ItemComment = OutputOf<"comment.list">["comments"][number]

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
export function useThread({ team, on, item, me }: ThreadOptions) {
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
  const change = async <Answer>(
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
