"use client"

import { useState } from "react"
import { callOperation } from "@/components/data/http-client"
import { newKey } from "@/components/data/idempotency-key"
import { showToast, showErrorToast } from "@/components/data/show-toast"
import { Link } from "@/components/ui/link"
import { Tag } from "@/components/ui/tag"
import type { MissedEntry } from "./coverage/overlapping-entries"

interface Proposed {
  id: string
  path: string
}

/** The entry to share, its agent and its recipients. */
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
  /** The reason of the proposal; default: the entry is missing in other agents. */
  reason?: string
}

/** The recipient: the category memory in the entry's project, or the own memory of each teammate. */
export type ShareWith = "category" | "mates"

/**
 * Returns a function that proposes an entry to category memory or to each teammate, with its source as
 * evidence. A toast offers to undo the proposals. `shared`: the first new proposal by entry. `busy`: the
 * entry that is being shared.
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
          await callOperation("proposal.create", { team, ...whose, ...contentOf(of) }, { key: newKey() }),
        )
      }
      const [first] = proposed
      if (!first) return
      setShared((before) => new Map([...before, [of.entry, first]]))
      const undo = () =>
        void Promise.all(proposed.map(({ id }) => callOperation("proposal.withdraw", { proposal: id }))).then(
          () => forget(of.entry),
          (cause: Error) => showErrorToast(cause.message),
        )
      void showToast(
        proposed.length === 1 ? `Proposed to ${first.path}` : `Proposed to ${proposed.length} agents`,
        { duration: 10_000, action: { label: "Undo", onClick: undo } },
      )
    } catch (cause) {
      void showErrorToast(cause instanceof Error ? cause.message : String(cause))
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
        ? `Known to ${agent}, missing from its only teammate`
        : `Known to ${agent}, missing from its ${mates} teammates`),
    evidence: `${path}:${line}`,
  }
}

/** Marks an entry that was already proposed, with a link to its proposal in the inbox. */
export function WaitingLink({ team, proposal }: { team: string; proposal: string }) {
  return (
    <>
      <Tag tone="caution">waiting</Tag>
      <Link href={`/t/${team}/inbox?item=${proposal}`} className="text-link">
        View proposal
      </Link>
    </>
  )
}
