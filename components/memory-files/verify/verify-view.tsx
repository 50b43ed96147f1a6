"use client"

import { useRouter } from "next/navigation"
import dynamic from "next/dynamic"
import { useEffect, useRef, useState } from "react"
import { filePath } from "@/components/data/addresses"
import {
  forget,
  leavesWords,
  restore,
  forgetDateWords,
  vouch,
  withdrawVouch,
} from "@/components/memory-files/reader/curating"
import { useKeys } from "@/components/data/keys"
import { changedQuery, useQuery } from "@/components/data/use-query"
import { sayProblem } from "@/components/data/announce"
import { type DueEntry, listedDue, nextAfter } from "./due"
import { DueList } from "./due-list"
import { DuePane } from "./due-pane"

const ProposeDialog = dynamic(() =>
  import("@/components/proposals/propose/propose-dialog").then((one) => one.ProposeDialog),
)

interface VerifyViewProps {
  team: string
  entries: readonly DueEntry[]
  /** The number of entries due, including those not on this page. */
  total: number
  /** True if the person can verify and forget directly. */
  decides: boolean
  proposes: boolean
  /** ISO day, from the server. */
  today: string
}

/**
 * Entries due for verification: the list on the left, the entry on the right. Narrow screens show one at a
 * time.
 */
export function VerifyView({ team, entries, total, decides, proposes, today }: VerifyViewProps) {
  const router = useRouter()
  const [query, change] = useQuery()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [later, setLater] = useState<readonly string[]>([])
  const [asking, setAsking] = useState<"forget" | "edit" | null>(null)
  const [done, setDone] = useState<readonly { id: string; take: () => Promise<unknown>; words: string }[]>([])
  const [said, announce] = useState("")
  const frame = useRef<HTMLElement>(null)
  const left = listedDue(entries, gone, later)
  const asked = query.get("entry")
  const current = left.find((one) => one.id === asked) ?? left[0] ?? null
  const follow = useRef(false)
  useEffect(() => {
    if (!follow.current || !current) return
    follow.current = false
    const link = frame.current?.querySelector<HTMLElement>(`[data-entry="${current.id}"]`)
    link?.scrollIntoView({ block: "nearest" })
    link?.focus({ preventScroll: true })
  }, [current])

  const go = (id: string | null) => {
    follow.current = id !== null
    setAsking(null)
    change({ entry: id })
  }
  const step = (by: 1 | -1) => {
    const at = left.findIndex((one) => one.id === current?.id)
    const next = left[at + by]
    if (next) go(next.id)
  }
  const take = async (one: { id: string; take: () => Promise<unknown>; words: string }) => {
    try {
      await one.take()
      setGone((before) => new Set([...before].filter((id) => id !== one.id)))
      setDone((before) => before.filter((other) => other !== one))
      announce(one.words)
      go(one.id)
    } catch (cause) {
      void sayProblem((cause as Error).message)
    }
  }
  /** Selects the next entry immediately. Entries that the server refuses return to the list. */
  const leave = (
    entry: DueEntry,
    words: string,
    undo: { take: () => Promise<unknown>; words: string } | null,
  ) => {
    const way = undo && { id: entry.id, ...undo }
    if (way) setDone((before) => [...before, way])
    announce(words)
  }
  const pass = (entry: DueEntry) => {
    const next = nextAfter(left, entry.id)
    setGone((before) => new Set([...before, entry.id]))
    go(next)
  }
  const confirm = async () => {
    if (!current || !decides || asking) return
    const entry = current
    pass(entry)
    try {
      const { until } = await vouch(entry)
      leave(entry, forgetDateWords(until), {
        take: () => withdrawVouch(entry.id),
        words: "Verification withdrawn",
      })
    } catch (cause) {
      setGone((before) => new Set([...before].filter((id) => id !== entry.id)))
      void sayProblem((cause as Error).message)
    }
  }
  const forgetIt = async (reason: string): Promise<string | null> => {
    if (!current) return null
    try {
      const { state } = await forget(current, reason)
      pass(current)
      if (state === "waiting") leave(current, "Proposal added to the inbox", null)
      else
        leave(current, `Forgotten: ${leavesWords(current.agent === null ? 0 : 1)}`, {
          take: () => restore(current.id),
          words: "Restored",
        })
      return null
    } catch (cause) {
      return (cause as Error).message
    }
  }
  const putOff = () => {
    if (!current) return
    const next = nextAfter(left, current.id)
    setLater((before) => [...before.filter((id) => id !== current.id), current.id])
    go(next)
    announce("Skipped to the end of the list")
  }
  const undo = () => {
    const last = done.at(-1)
    if (last) void take(last)
  }
  const href = current && filePath(team, current.fileId, current.line)
  useKeys("Verify", [
    { keys: "j", does: "Next entry", run: () => step(1) },
    { keys: "k", does: "Previous entry", run: () => step(-1) },
    ...(decides ? [{ keys: "v", does: "Verify and go to the next entry", run: () => void confirm() }] : []),
    ...(proposes
      ? [
          { keys: "e", does: "Propose a change", run: () => setAsking("edit") },
          { keys: "f", does: decides ? "Forget" : "Propose to forget", run: () => setAsking("forget") },
        ]
      : []),
    { keys: "h", does: "Skip to the end of the list", run: putOff },
    { keys: "u", does: "Undo", run: undo },
    { keys: "o", does: "Open file", run: () => (href ? router.push(href) : undefined) },
  ])
  return (
    <div className="min-h-0 flex-1 md:flex">
      <DueList
        frame={frame}
        entries={left}
        total={total - gone.size}
        said={said}
        mayUndo={done.length > 0}
        onUndo={undo}
        current={current?.id ?? null}
        asked={asked !== null}
        address={(id) => changedQuery(query, { entry: id })}
        today={today}
        onOpen={go}
      />
      {current ? (
        <DuePane
          key={current.id}
          team={team}
          entry={current}
          asked={asked !== null}
          today={today}
          decides={decides}
          proposes={proposes}
          forgetting={asking === "forget"}
          onVouch={() => void confirm()}
          onEdit={() => setAsking("edit")}
          onForget={() => setAsking("forget")}
          onForgotten={forgetIt}
          onLeave={() => setAsking(null)}
          onLater={putOff}
          onBack={() => change({ entry: null })}
        />
      ) : null}
      {asking === "edit" && current ? (
        <ProposeDialog
          to={{
            team,
            project: current.project.slug,
            file: current.fileId,
            path: current.path,
            sections: [],
            typed: false,
          }}
          intent={{ kind: "edit", line: current.line, position: 0 }}
          entry={{
            id: current.id,
            text: current.text,
            section: current.section,
            state: "current",
            line: current.line,
          }}
          close={() => setAsking(null)}
        />
      ) : null}
    </div>
  )
}
