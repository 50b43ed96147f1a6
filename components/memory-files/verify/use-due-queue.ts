"use client"

import { useState } from "react"
import { sayProblem } from "@/components/data/announce"
import {
  forget,
  forgetDateWords,
  leavesWords,
  restore,
  vouch,
  withdrawVouch,
} from "@/components/memory-files/reader/curating"
import { type DueEntry, listedDue, nextAfter } from "./due"

interface DueQueueOptions {
  readonly entries: readonly DueEntry[]
  /** The entry that the URL names. */
  readonly asked: string | null
  /** Selects another entry. */
  readonly go: (id: string | null) => void
}

/** A change that can be undone. */
interface UndoableChange {
  /** The ID of the entry. */
  readonly id: string
  readonly undo: () => Promise<unknown>
  /** Said after the undo. */
  readonly words: string
}

/**
 * Returns the entries that are still due, and the actions on the current one. An entry leaves the list at once and
 * returns if the server refuses the change.
 */
export function useDueQueue(options: DueQueueOptions) {
  const { go } = options
  const list = useDueList(options)
  const { current, leaveList, returnToList } = list
  const [done, setDone] = useState<readonly UndoableChange[]>([])
  const [said, announce] = useState("")
  const note = (words: string, change: UndoableChange | null) => {
    if (change) setDone((before) => [...before, change])
    announce(words)
  }
  const undoChange = async (change: UndoableChange) => {
    try {
      await change.undo()
      returnToList(change.id)
      setDone((before) => before.filter((other) => other !== change))
      announce(change.words)
      go(change.id)
    } catch (cause) {
      void sayProblem((cause as Error).message)
    }
  }
  return {
    ...list,
    /** The last message to screen readers. */
    said,
    mayUndo: done.length > 0,
    undo: () => {
      const last = done.at(-1)
      if (last) void undoChange(last)
    },
    skip: () => {
      if (list.skip()) announce("Skipped to the end of the list")
    },
    verify: async () => {
      if (!current) return
      const { id } = current
      leaveList(current)
      try {
        const { until } = await vouch(current)
        note(forgetDateWords(until), { id, undo: () => withdrawVouch(id), words: "Verification withdrawn" })
      } catch (cause) {
        returnToList(id)
        void sayProblem((cause as Error).message)
      }
    },
    /** Resolves to an error message, or to null on success. */
    forget: async (reason: string): Promise<string | null> => {
      if (!current) return null
      const { id, agent } = current
      try {
        const { state } = await forget(current, reason)
        leaveList(current)
        const words = `Forgotten: ${leavesWords(agent === null ? 0 : 1)}`
        if (state === "waiting") note("Proposal added to the inbox", null)
        else note(words, { id, undo: () => restore(id), words: "Restored" })
        return null
      } catch (cause) {
        return (cause as Error).message
      }
    },
  }
}

/** Returns the entries that are still due and the current one, without those that left the list. */
function useDueList({ entries, asked, go }: DueQueueOptions) {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [skipped, setSkipped] = useState<readonly string[]>([])
  const left = listedDue(entries, gone, skipped)
  const current = left.find((one) => one.id === asked) ?? left[0] ?? null
  return {
    left,
    current,
    /** The number of entries that left the list. */
    gone: gone.size,
    leaveList: ({ id }: DueEntry) => {
      const next = nextAfter(left, id)
      setGone((before) => new Set([...before, id]))
      go(next)
    },
    returnToList: (id: string) => setGone((before) => new Set([...before].filter((one) => one !== id))),
    step: (by: 1 | -1) => {
      const next = left[left.findIndex((one) => one.id === current?.id) + by]
      if (next) go(next.id)
    },
    /** Moves the current entry to the end of the list. Returns false if there is none. */
    skip: (): boolean => {
      if (!current) return false
      const next = nextAfter(left, current.id)
      setSkipped((before) => [...before.filter((id) => id !== current.id), current.id])
      go(next)
      return true
    },
  }
}
