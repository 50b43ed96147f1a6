"use client"

import { useState } from "react"
import { askServer } from "@/components/data/http-client"
import { newKey } from "@/components/data/new-key"
import { say, sayProblem } from "@/components/data/announce"
import type { MissedEntry } from "./coverage/silos"

interface Proposed {
  id: string
  path: string
}

/** What is shared, from whom and to whom. */
export interface Shareable extends Pick<
  MissedEntry,
  | "entry"
  | "text"
  | "type"
  | "confidence"
  | "date"
  | "path"
  | "line"
  | "agent"
  | "project"
  | "category"
  | "missedBy"
  | "mates"
> {
  /** Why, where it is not that its mates miss it. */
  reason?: string
}

/** To whom: the memory that the category shares in the entry's project, or that of each mate. */
export type ShareWith = "category" | "mates"

/**
 * Shares what one agent knows: proposes it to its category's memory, or to each mate's, with where it comes from. Returns what waits by the entry, besides what did
 * already, and how to share; what was proposed can be withdrawn from the toast.
 */
export function useShare(team: string): {
  shared: ReadonlyMap<string, Proposed>
  busy: string | null
  share: (of: Shareable, how: ShareWith) => Promise<void>
} {
  const [shared, setShared] = useState<ReadonlyMap<string, Proposed>>(new Map())
  const [busy, setBusy] = useState<string | null>(null)
  const forget = (entry: string) => setShared((before) => new Map([...before].filter(([id]) => id !== entry)))
  const share = async (of: Shareable, how: ShareWith) => {
    setBusy(of.entry)
    try {
      const proposed: Proposed[] = []
      for (const whose of how === "category"
        ? [{ category: of.category, project: of.project }]
        : of.missedBy.map(({ name, project }) => ({ agent: name, project }))) {
        proposed.push(
          await askServer<Proposed>("/proposals", {
            method: "POST",
            key: newKey(),
            body: { team, ...whose, ...contentOf(of) },
          }),
        )
      }
      const [first] = proposed
      if (!first) return
      setShared((before) => new Map([...before, [of.entry, first]]))
      const undo = () =>
        void Promise.all(proposed.map(({ id }) => askServer(`/proposals/${id}`, { method: "DELETE" }))).then(
          () => forget(of.entry),
          (cause: Error) => sayProblem(cause.message),
        )
      void say(
        proposed.length === 1 ? `Proposed to ${first.path}` : `Proposed to ${proposed.length} agents`,
        { duration: 10_000, action: { label: "Undo", onClick: undo } },
      )
    } catch (cause) {
      void sayProblem(cause instanceof Error ? cause.message : String(cause))
    } finally {
      setBusy(null)
    }
  }
  return { shared, busy, share }
}

function contentOf({ text, date, type, confidence, agent, path, line, mates, reason }: Shareable) {
  return {
    content: date === null ? text : `[${date}] ${text}`,
    ...(type === null ? {} : { type: type.slice(0, 60) }),
    ...(confidence === null ? {} : { confidence }),
    reason:
      reason ??
      (mates === 1
        ? `${agent} knows it, its only mate does not`
        : `${agent} knows it, none of its ${mates} mates does`),
    evidence: `${path}:${line}`,
  }
}
