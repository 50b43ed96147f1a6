"use client"

import { formatCount } from "@/lib/memory/text/sentence"
import { useRouter } from "next/navigation"
import { useMemo, useState } from "react"
import { callOperation } from "@/components/data/http-client"
import { newKey } from "@/components/data/idempotency-key"
import { useRead } from "@/components/data/use-read"
import { showToast, showErrorToast } from "@/components/data/show-toast"
import {
  AS_IT_CAME,
  type GroupChoice,
  type Consolidation,
  consolidationGroups,
  type ProposalGroup,
  toApprove,
} from "./consolidation"
import type { DecisionOutcome } from "../proposal-types"
import { refusalWords } from "../rejection-text"

/** Debounce of preview requests, in milliseconds. */
const PAUSE_MS = 200

/** Returns the selection, its preview and the approve action. */
export function useConsolidation(team: string, { category, files }: Consolidation) {
  const [choice, setChoice] = useState<GroupChoice>(AS_IT_CAME)
  const groups = useMemo(() => files.map((file) => consolidationGroups(file, choice)), [files, choice])
  const leading = leadsOf(groups.flat())
  const isDefault = leading === leadsOf(files.flatMap((file) => file.groups))
  // The preview from the server is for the default selection.
  const asked = isDefault ? "" : leading
  const { answer, problem, isPending } = usePreviewOf({ team, category: category.slug, asked })
  const results = files.map((file, index) => {
    if (!groups[index]?.some((group) => group.chosen)) return null
    if (asked === "") return file.result
    return problem === null ? (answer?.get(`${file.project.slug}/${file.path}`) ?? null) : null
  })
  const { approve, sending, refused } = useApproval({
    team,
    category: category.slug,
    onApproved: () => setChoice(AS_IT_CAME),
  })
  return {
    groups,
    results,
    /** True while the preview is outdated. */
    pending: isPending,
    problem,
    sending,
    refused: refused.map((one) => ({ id: one.id, words: refusalWords(one.refused) })),
    approve: () => approve(groups.flat()),
    choose: (key: string) => setChoice((before) => ({ ...before, turned: toggled(before.turned, key) })),
    lead: (key: string, id: string) =>
      setChoice((before) => ({ ...before, leads: { ...before.leads, [key]: id } })),
  }
}

/** Returns the ids of the leading proposals of the chosen groups, separated by commas. */
const leadsOf = (groups: readonly Pick<ProposalGroup, "chosen" | "lead">[]): string =>
  groups
    .filter((group) => group.chosen)
    .map((group) => group.lead.id)
    .join()

interface PreviewOptions {
  readonly team: string
  readonly category: string
  /** The selection as in `leadsOf`; empty for the default one. */
  readonly asked: string
}

/** Returns the last preview by project and path of the file, fetched shortly after the selection changed. */
function usePreviewOf({ team, category, asked }: PreviewOptions) {
  return useRead(
    asked === "" ? null : asked,
    async (signal) => {
      const { files } = await callOperation(
        "category.preview-consolidation",
        { category, team, proposals: asked.split(",") },
        { signal },
      )
      return new Map(files.map((file) => [`${file.project}/${file.path}`, file.result]))
    },
    { pause: PAUSE_MS },
  )
}

interface ApprovalOptions extends Pick<PreviewOptions, "team" | "category"> {
  readonly onApproved: () => void
}

/**
 * Returns a function that approves the chosen groups and offers to undo it. `refused`: outcomes that the
 * server refused last.
 */
function useApproval({ team, category, onApproved }: ApprovalOptions) {
  const router = useRouter()
  const [sending, setSending] = useState(false)
  const [refused, setRefused] = useState<readonly DecisionOutcome[]>([])
  const undo = async (ids: readonly string[]) => {
    try {
      await callOperation("proposal.undo-many", { proposals: ids }, { key: newKey() })
      await showToast("Approval undone")
    } catch (cause) {
      await showErrorToast(`Undo failed: ${(cause as Error).message}`)
    }
    router.refresh()
  }
  const approve = async (all: readonly ProposalGroup[]) => {
    const groups = toApprove(all)
    if (sending || groups.length === 0) return
    setSending(true)
    try {
      const { outcomes, revisions } = await callOperation(
        "category.approve-consolidated",
        { category, team, groups },
        { key: newKey() },
      )
      const done = outcomes.filter((one) => one.ok)
      setRefused(outcomes.filter((one) => !one.ok))
      onApproved()
      const action = { label: "Undo", onClick: () => void undo(done.map((one) => one.id)) }
      if (done.length > 0) await showToast(approvedWords(done, revisions), { action })
      router.refresh()
    } catch (cause) {
      await showErrorToast(`Could not approve the proposals: ${(cause as Error).message}`)
    } finally {
      setSending(false)
    }
  }
  return { approve, sending, refused }
}

/** Returns the message after an approval: "Approved 4 as one revision, merged 2 duplicates". */
function approvedWords(done: readonly DecisionOutcome[], revisions: number): string {
  const merged = done.filter((one) => one.state === "merged").length
  const as = revisions === 1 ? "one revision" : `${revisions} revisions`
  const duplicates = merged === 1 ? "1 duplicate" : `${merged} duplicates`
  return `Approved ${formatCount(done.length - merged, "entry")} in ${as}${merged > 0 ? ` and merged ${duplicates}` : ""}`
}

function toggled(from: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(from)
  if (!next.delete(key)) next.add(key)
  return next
}
