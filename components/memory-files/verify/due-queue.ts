"use client"

import { useState } from "react"
import type { OutputOf } from "@/lib/http/contract"
import { formatDay } from "@/components/data/time-text"
import { groupBy } from "@/lib/memory/text/aggregates"
import { showErrorToast } from "@/components/data/show-toast"
import { formatCount } from "@/lib/memory/text/sentence"
import {
  forgetEntry,
  forgetDateWords,
  forgetEffectWords,
  restoreEntry,
  verifyEntries,
  withdrawVerification,
} from "@/components/memory-files/reader/entry-actions"

/** An entry that is due for verification, as the API returns it. */
export type DueEntry = OutputOf<"entry.due">["entries"][number]

type Due = Pick<DueEntry, "vouched" | "due">

/** Returns the verification of an entry and the day it is due: "never verified, due since 3 Mar 2026". */
export const dueWords = (entry: Due, today: string): string =>
  `${entry.vouched === null ? "never verified" : `verified by ${entry.vouched.by}`}, ${dueDayWords(entry, today)}`

/** Returns the day an entry is due: "due since 3 Mar 2026", "expired on 21 May 2026". */
export function dueDayWords({ vouched, due }: Due, today: string): string {
  const isPast = due <= today
  if (vouched === null) return `due ${isPast ? "since" : "on"} ${formatDay(due)}`
  return `${isPast ? "expired" : "expires"} on ${formatDay(due)}`
}

/** Returns the entries without those in `gone`, with the skipped ones in `later` at the end. */
function listedDue(
  entries: readonly DueEntry[],
  gone: ReadonlySet<string>,
  later: readonly string[],
): DueEntry[] {
  const left = entries.filter((one) => !gone.has(one.id))
  return [
    ...left.filter((one) => !later.includes(one.id)),
    ...later.flatMap((id) => left.find((one) => one.id === id) ?? []),
  ]
}

/** Entries with the same title and text. They are verified together. */
export interface DueGroup {
  /** The id of the first entry. */
  readonly id: string
  /** The entries, the longest overdue first. */
  readonly copies: readonly DueEntry[]
}

/** Groups the entries with the same title and text. The groups have the order of their first entries. */
export const groupDue = (entries: readonly DueEntry[]): DueGroup[] =>
  [...groupBy(entries, (one) => `${one.title ?? ""}\0${one.text}`).values()].flatMap((copies) =>
    copies[0] ? [{ id: copies[0].id, copies }] : [],
  )

/**
 * Returns the id of the next group that stays after those that leave the list, or else of the one before.
 * Null if no group stays.
 */
export function nextAfter(groups: readonly DueGroup[], leaving: readonly string[]): string | null {
  const isLeaving = ({ copies }: DueGroup) => copies.every(({ id }) => leaving.includes(id))
  const at = groups.findIndex(isLeaving)
  const stays = (one: DueGroup) => !isLeaving(one)
  return (groups.slice(at + 1).find(stays) ?? groups.slice(0, Math.max(0, at)).findLast(stays))?.id ?? null
}

interface DueQueueOptions {
  readonly entries: readonly DueEntry[]
  /** Id of the entry that the URL names, or null. */
  readonly asked: string | null
  /** Selects another entry. */
  readonly go: (id: string | null) => void
}

/** A change that can be undone. */
interface UndoableChange {
  /** The IDs of the entries. */
  readonly ids: readonly string[]
  readonly undo: () => Promise<unknown>
  /** Message after the undo. */
  readonly words: string
}

/**
 * Returns the entries that are still due, and the actions on the current one. Verified entries leave the list
 * at once and return if the server refuses them.
 */
export function useDueQueue(options: DueQueueOptions) {
  const { go } = options
  const list = useDueList(options)
  const { current, leaveList, returnToList } = list
  const { announce, note, ...history } = useUndoHistory((ids) => {
    returnToList(ids)
    go(ids[0] ?? null)
  })
  const verify = async (groups: readonly DueGroup[]) => {
    const entries = groups.flatMap(({ copies }) => copies)
    if (entries.length === 0) return
    leaveList(entries.map(({ id }) => id))
    try {
      const { verified, refused } = await verifyEntries(entries)
      returnToList(refused.map(({ id }) => id))
      if (refused[0]) void showErrorToast(refused[0].message)
      const ids = verified.map(({ id }) => id)
      if (ids.length === 0) return
      note(verifiedWords(verified), {
        ids,
        undo: () => Promise.all(ids.map(withdrawVerification)),
        words: ids.length === 1 ? "Verification withdrawn" : `${ids.length} verifications withdrawn`,
      })
    } catch (cause) {
      returnToList(entries.map(({ id }) => id))
      void showErrorToast((cause as Error).message)
    }
  }
  return {
    ...list,
    ...history,
    skip: () => {
      if (list.skip()) announce("Moved to the end of the list")
    },
    verify,
    /** Forgets the first entry of the current group. Resolves to an error message, or to null on success. */
    forget: async (reason: string): Promise<string | null> => {
      const entry = current?.copies[0]
      if (!entry) return null
      const { id, agent } = entry
      try {
        const { state } = await forgetEntry(entry, reason)
        leaveList([id])
        const words = `Entry ${forgetEffectWords(agent === null ? 0 : 1)}`
        if (state === "waiting") note("Proposal added to the inbox", null)
        else note(words, { ids: [id], undo: () => restoreEntry(id), words: "Restored" })
        return null
      } catch (cause) {
        return (cause as Error).message
      }
    },
  }
}

/**
 * Returns the changes that can be undone, newest first, and the last message. `onUndone` receives the entries
 * of an undone change.
 */
function useUndoHistory(onUndone: (ids: readonly string[]) => void) {
  const [done, setDone] = useState<readonly UndoableChange[]>([])
  const [said, announce] = useState("")
  const undoChange = async (change: UndoableChange) => {
    try {
      await change.undo()
      setDone((before) => before.filter((other) => other !== change))
      announce(change.words)
      onUndone(change.ids)
    } catch (cause) {
      void showErrorToast((cause as Error).message)
    }
  }
  return {
    /** The last message to screen readers. */
    said,
    announce,
    note: (words: string, change: UndoableChange | null) => {
      if (change) setDone((before) => [...before, change])
      announce(words)
    },
    mayUndo: done.length > 0,
    undo: () => {
      const last = done.at(-1)
      if (last) void undoChange(last)
    },
  }
}

function verifiedWords(verified: readonly { readonly until: string }[]): string {
  const [first, ...others] = verified
  return others.length === 0
    ? forgetDateWords(first?.until ?? "")
    : `${formatCount(verified.length, "entry")} verified`
}

/** Returns the groups of entries that are still due and the current one, without those that left the list. */
function useDueList({ entries, asked, go }: DueQueueOptions) {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [skipped, setSkipped] = useState<readonly string[]>([])
  const left = groupDue(listedDue(entries, gone, skipped))
  const current = left.find(({ copies }) => copies.some(({ id }) => id === asked)) ?? left[0] ?? null
  const place = left.findIndex((one) => one === current)
  return {
    left,
    current,
    /** The number of entries that left the list. */
    gone: gone.size,
    leaveList: (ids: readonly string[]) => {
      setGone((before) => new Set([...before, ...ids]))
      if (!current?.copies.some(({ id }) => ids.includes(id))) return
      const copy = current.copies.find(({ id }) => !ids.includes(id))
      go(copy?.id ?? nextAfter(left, ids))
    },
    returnToList: (ids: readonly string[]) =>
      setGone((before) => new Set([...before].filter((one) => !ids.includes(one)))),
    step: (by: 1 | -1) => {
      const next = left[place + by]
      if (next) go(next.id)
    },
    /** Moves the current entries to the end of the list. Returns false if there are none. */
    skip: (): boolean => {
      if (!current) return false
      const ids = current.copies.map(({ id }) => id)
      const next = nextAfter(left, ids)
      setSkipped((before) => [...before.filter((id) => !ids.includes(id)), ...ids])
      go(next)
      return true
    },
  }
}
