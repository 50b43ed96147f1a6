"use client"

import { useEffect, useMemo, useRef, useState, type RefObject } from "react"
import { useRouter } from "next/navigation"
import type { FileRow, LineRow } from "@/lib/memory/memory-files/file-rows"
import { holdKeys } from "@/components/data/keyboard-shortcuts"
import { useQuery } from "@/components/data/use-query"
import type { ProposalTarget } from "@/components/proposals/proposal-types"
import { usePropose } from "@/components/proposals/use-propose"
import { showToast, showErrorToast, dismissToast } from "@/components/data/show-toast"
import { undoRevisionPath } from "../revert/reverts"
import {
  entryAt,
  forgetEntry,
  forgetEffectWords,
  restoreEntry,
  forgetDateWords,
  verifyEntry,
  withdrawVerification,
  type EntryRights,
  type EntryPlace,
} from "./entry-actions"
import type { EntryFact } from "./entry-facts"
import { CHUNK, useChunks } from "./line-chunks"

/**
 * A row with its anchor in the URL: its line, with a number if several entries share the line, as in "12" or
 * "1.3".
 */
export interface AnchoredRow {
  readonly row: FileRow
  readonly anchor: string
}

export function anchorRows(rows: readonly FileRow[]): AnchoredRow[] {
  const seen = new Map<number, number>()
  return rows.map((row) => {
    if (row.kind !== "line") return { row, anchor: "" }
    const nth = seen.get(row.line) ?? 0
    seen.set(row.line, nth + 1)
    return { row, anchor: nth === 0 ? String(row.line) : `${row.line}.${nth}` }
  })
}

export interface SelectedLine {
  /** Index of the selected row. */
  readonly index: number
  readonly row: LineRow
  readonly anchor: string
}

/**
 * Returns the row that the URL names, or the entry that contains its line if the line is not shown. Null if
 * there is none.
 */
export function findSelection(rows: readonly AnchoredRow[], wanted: string | null): SelectedLine | null {
  if (wanted === null || !/^\d{1,9}(?:\.\d{1,6})?$/.test(wanted)) return null
  const exact = rows.findIndex((one) => one.anchor === wanted)
  const line = Number.parseInt(wanted, 10)
  const index = exact >= 0 ? exact : rows.findLastIndex(({ row }) => row.kind === "line" && row.line <= line)
  const found = rows[index]
  return found?.row.kind === "line" ? { index, row: found.row, anchor: found.anchor } : null
}

/** Returns the rows of the selected entry, including problems between its lines. */
export function selectedRange(
  rows: readonly AnchoredRow[],
  { index, row }: SelectedLine,
): { from: number; to: number } {
  const isOurs = (at: number) => {
    const one = rows[at]?.row
    return one !== undefined && (one.kind !== "line" || (row.entry !== undefined && one.entry === row.entry))
  }
  let [from, to] = [index, index]
  while (isOurs(from - 1)) from -= 1
  while (isOurs(to + 1)) to += 1
  return { from, to }
}

/** Returns the index of the next or previous entry. Null if there is none. */
export function stepEntry(rows: readonly AnchoredRow[], from: number | null, by: 1 | -1): number | null {
  const own = from === null ? undefined : entryOf(rows[from])
  const before = by > 0 ? -1 : rows.length
  for (let index = (from ?? before) + by; index >= 0 && index < rows.length; index += by) {
    const row = rows[index]?.row
    if (row?.kind === "line" && row.first && row.entry !== own) return index
  }
  return null
}

function entryOf(one: AnchoredRow | undefined): number | undefined {
  return one?.row.kind === "line" ? one.row.entry : undefined
}

/** Only the last change can be undone, so its toast replaces the one before. */
const UNDOABLE = "curated"

/**
 * Returns functions that forget and verify an entry, and undo the last of these changes. Null without the
 * right.
 */
function useCurate(curating: EntryRights | null) {
  const router = useRouter()
  const last = useRef<(() => void) | null>(null)
  if (curating === null) return null
  const back = (work: () => Promise<unknown>, words: string) => {
    const onClick = () => {
      last.current = null
      void dismissToast(UNDOABLE)
      void work().then(
        () => {
          void showToast(words)
          router.refresh()
        },
        (cause: Error) => showErrorToast(cause.message),
      )
    }
    last.current = onClick
    return { label: "Undo", onClick }
  }
  return {
    undo: (): void =>
      last.current
        ? last.current()
        : void showToast("Nothing to undo. See Forgotten entries next to the text."),
    /** Resolves to an error message, or to null on success. */
    async forget(place: EntryPlace, reason: string): Promise<string | null> {
      try {
        const entry = await entryAt(curating, place)
        const { state, proposal } = await forgetEntry(entry, reason)
        if (state === "waiting")
          showProposalAdded(() => router.push(`/t/${curating.team}/inbox?item=${proposal}`))
        else
          void showToast(`Entry ${forgetEffectWords(curating.agents)}`, {
            id: UNDOABLE,
            action: back(() => restoreEntry(entry.id), "Entry restored"),
          })
        router.refresh()
        return null
      } catch (cause) {
        return (cause as Error).message
      }
    },
    async vouch(place: EntryPlace): Promise<void> {
      try {
        const entry = await entryAt(curating, place)
        const { until } = await verifyEntry(entry)
        void showToast(forgetDateWords(until), {
          id: UNDOABLE,
          action: back(() => withdrawVerification(entry.id), "Verification withdrawn"),
        })
        router.refresh()
      } catch (cause) {
        void showErrorToast((cause as Error).message)
      }
    },
  }
}

const showProposalAdded = (onClick: () => void): void =>
  void showToast("Proposal added to the inbox", { action: { label: "Open", onClick } })

/** Returns the number of the chunk that contains a row. */
export const chunkOf = (row: number) => Math.floor(row / CHUNK)

/**
 * Returns the rows in chunks and the selected line, which is in the URL, with functions that select another one.
 * Scrolls to the selected line.
 */
export function useSelectedLine(rows: readonly FileRow[], text: RefObject<HTMLElement | null>) {
  const [query, change, currentQuery] = useQuery()
  const anchored = useMemo(() => anchorRows(rows), [rows])
  const selected = useMemo(() => findSelection(anchored, query.get("line")), [anchored, query])
  const chunks = useMemo(
    () =>
      Array.from({ length: Math.ceil(anchored.length / CHUNK) }, (_, chunk) =>
        anchored.slice(chunk * CHUNK, (chunk + 1) * CHUNK),
      ),
    [anchored],
  )
  const { draw, ...drawn } = useChunks(chunks.length, selected ? chunkOf(selected.index) : 0)
  const seen = useRef<string | null>(null)
  const stepped = useRef(false)
  useEffect(() => {
    if (!selected || seen.current === selected.anchor) return
    const line = text.current?.querySelector<HTMLElement>(`[data-line="${selected.anchor}"]`)
    if (!line) return draw(chunkOf(selected.index))
    line.scrollIntoView({ block: seen.current === null ? "center" : "nearest" })
    seen.current = selected.anchor
    if (stepped.current) line.querySelector("a")?.focus({ preventScroll: true })
    stepped.current = false
  })
  const select = (line: string | null) => change({ line })
  return {
    anchored,
    selected,
    chunks,
    ...drawn,
    isWrapped: query.get("wrap") !== "off",
    select,
    /** Selects the next or the previous entry. */
    step: (by: 1 | -1) => {
      // Read the current query, because a second key press may arrive before the first one renders.
      const here = findSelection(anchored, currentQuery().get("line"))
      const next = stepEntry(anchored, here?.index ?? null, by)
      stepped.current = next !== null
      if (next !== null) select(anchored[next]?.anchor ?? null)
    },
  }
}

interface EntryActionsOptions {
  readonly facts: readonly EntryFact[]
  readonly selected: ReturnType<typeof findSelection>
  readonly proposing: ProposalTarget | null
  readonly curating: EntryRights | null
  /** Called after the entry was removed from the file. */
  readonly onRemoved: () => void
}

/**
 * Returns the fact of the selected entry, and the actions on it. An action is null if the person lacks the
 * right.
 */
export function useEntryActions(options: EntryActionsOptions) {
  const { facts, selected, proposing, curating, onRemoved } = options
  const anchor = selected?.anchor ?? null
  const { fact, place } = selectedEntry(facts, selected)
  const [propose, dialog] = usePropose(
    proposing,
    (revision) => proposing && undoRevisionPath(proposing.team, proposing.file, revision),
  )
  const curate = useCurate(curating)
  const [asking, setAsking] = useState<string | null>(null)
  const mayVerify = curate !== null && curating?.decides === true
  const askWhyForgotten = () => {
    if (selected?.row.entry === undefined || asking === anchor) return
    holdKeys() // A reason can be chosen before the form is there.
    setAsking(anchor)
  }
  return {
    fact,
    dialog,
    propose:
      propose && ((kind: "edit" | "retire" | "remove" | "move") => place && propose({ kind, ...place })),
    proposeNew: propose && (() => propose({ kind: "add", section: fact?.section ?? null })),
    /** Opens the form that asks for a reason. */
    forget: curate && askWhyForgotten,
    isForgetting: curate !== null && asking !== null && asking === anchor,
    leaveForget: () => setAsking(null),
    /** Resolves to an error message, or to null on success. */
    confirmForget: async (reason: string): Promise<string | null> => {
      const problem = place && curate ? await curate.forget(place, reason) : null
      if (problem !== null) return problem
      setAsking(null)
      if (curating?.decides) onRemoved()
      return null
    },
    verify: mayVerify ? () => place && !fact?.retired && void curate.vouch(place) : null,
    undo: mayVerify ? curate.undo : null,
  }
}

/**
 * Returns the fact of the selected entry, and its place: its line, and its position among the entries there.
 * Both are null if no entry is selected.
 */
function selectedEntry(
  facts: readonly EntryFact[],
  selected: EntryActionsOptions["selected"],
): { fact: EntryFact | null; place: EntryPlace | null } {
  const entry = selected?.row.entry
  const fact = entry === undefined ? undefined : facts[entry]
  if (entry === undefined || !fact) return { fact: null, place: null }
  const position = entry - facts.findIndex((one) => one.line === fact.line)
  return { fact, place: { line: fact.line, position } }
}
