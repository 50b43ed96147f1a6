"use client"

import { useRouter } from "next/navigation"
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from "react"
import dynamic from "next/dynamic"
import { Copy, WrapText } from "lucide-react"
import { copyToClipboard } from "@/components/data/copy-to-clipboard"
import { showToast } from "@/components/data/show-toast"
import { preloadParts, preloadable } from "@/components/data/preloadable"
import { Button } from "@/components/ui/button"
import { changedQuery } from "@/components/data/url-query"
import { type KeyBinding, useKeys, stepKeys } from "@/components/data/keyboard-shortcuts"
import type { FileRow } from "@/lib/memory/memory-files/file-rows"
import { type VerificationDays, verificationDays } from "@/lib/memory/policies/effective-settings"
import type { ProposalTarget } from "@/components/proposals/proposal-types"
import { useQuery } from "@/components/data/use-query"
import type { EntryRights } from "./entry-actions"
import { EntryFacts, type EntryFact } from "./entry-facts"
import { FileChunk } from "./file-lines"
import type { CutWords } from "../load-limit-text"
import { selectedRange, chunkOf, useEntryActions, useSelectedLine } from "./use-selected-line"

/** Minimum number of rows of a file that has a map. */
const LONG_FILE = 100
const FileMinimap = dynamic(() => import("./file-minimap").then((one) => one.FileMinimap))
const ForgetForm = preloadable(() => import("./forget-form").then((one) => one.ForgetForm))

interface FileReaderProps {
  path: string
  rows: readonly FileRow[]
  /** Facts of each entry, by the entry index in `rows`. */
  facts: readonly EntryFact[]
  cut: CutWords | null
  raw: boolean
  /** ISO instant from the server, so that ages are the same after hydration. */
  now: string
  /** Target of new proposals. Null if the user cannot propose. */
  proposing: ProposalTarget | null
  /** Rights on the entries. Null if the user can neither forget nor verify entries. */
  curating?: EntryRights | null
  /** Number of days that a verification is valid, by entry type. */
  days?: VerificationDays
  /** Notices and tools above the text. */
  above?: ReactNode
  /** Facts of the whole file, shown beside the text. */
  children: ReactNode
}

/** The text of a memory file, with the facts of the selected line beside it. The selection is in the URL. */
export function FileReader(props: FileReaderProps) {
  const { path, rows, facts, raw, now, proposing, curating = null, above } = props
  const text = useRef<HTMLElement>(null)
  useEffect(() => preloadParts([ForgetForm]), [])
  const selection = useSelectedLine(rows, text)
  const { selected, select, step } = selection
  const actions = useEntryActions({
    facts,
    selected,
    proposing,
    curating,
    onRemoved: () => select(null), // otherwise F would act on the line that moved up
  })
  const place = selected ? `${path}:${selected.row.line}` : null
  const copy = () => copyPlace(place)
  useReaderKeys({ raw, step, copy, select, actions, curating, writes: proposing?.revision != null })
  const copyOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || selected === null || !isLinkOfLine(event.target, selected.anchor)) return
    event.preventDefault()
    void copy()
  }
  const choose = (event: MouseEvent) => {
    const line = clickedLine(event)
    if (line === null) return
    event.preventDefault()
    select(line)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- lines are links; a click beside one is for the pointer
    <div className="flex max-lg:flex-col md:-mt-top md:min-h-dvh md:pt-top" onClick={choose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter on the chosen line's link, wherever that is in it */}
      <section
        ref={text}
        id="file-text"
        aria-label={raw ? "Raw text" : "Formatted text"}
        data-nowrap={selection.isWrapped ? undefined : ""}
        className="group/text min-w-0 flex-1 overflow-x-auto bg-surface pb-16 lg:border-r lg:border-line"
        onKeyDown={copyOnEnter}
      >
        {above}
        <div className={raw ? "pt-3" : "pt-4.5"}>
          <Lines selection={selection} cut={props.cut} />
        </div>
      </section>
      {rows.length >= LONG_FILE ? (
        <FileMinimap
          {...{ rows, facts, now, text }}
          controls="file-text"
          selected={selected?.index ?? null}
        />
      ) : null}
      <ReaderAside {...props} {...{ selected, select, actions, copy }} />
      {actions.dialog}
    </div>
  )
}

/** Copies "path:line", if a line is selected. */
async function copyPlace(place: string | null): Promise<void> {
  if (place === null) return
  await copyToClipboard(place, () => showToast(`Copied ${place}`, { duration: 2_000 }))
}

const isLinkOfLine = (target: EventTarget, line: string): boolean =>
  target instanceof HTMLAnchorElement && target.parentElement?.dataset["line"] === line

/** Returns the line that a click selects. Null for other links, new windows and a selection of text. */
function clickedLine({ target, metaKey, ctrlKey, shiftKey }: MouseEvent): string | null {
  if (metaKey || ctrlKey || shiftKey || !(target instanceof Element)) return null
  const link = target.closest("a")
  const selects = link ? isLineLink(link) : window.getSelection()?.isCollapsed !== false
  return selects ? (target.closest<HTMLElement>("[data-line]")?.dataset["line"] ?? null) : null
}

const isLineLink = (link: HTMLAnchorElement): boolean =>
  link.getAttribute("href")?.startsWith("?line=") === true

interface ReaderKeysOptions {
  readonly raw: boolean
  readonly step: (by: 1 | -1) => void
  readonly copy: () => Promise<void>
  readonly select: (line: string | null) => void
  readonly actions: ReturnType<typeof useEntryActions>
  readonly curating: EntryRights | null
  /** True if the user may write without a proposal. */
  readonly writes: boolean
}

/** Binds the keys of the reader. Keys without a right are not bound. */
function useReaderKeys({ raw, step, copy, select, actions, curating, writes }: ReaderKeysOptions): void {
  const router = useRouter()
  const go = (view: string | null) =>
    router.push(changedQuery(new URLSearchParams(window.location.search), { view, revision: null }))
  const { propose, proposeNew, forget, verify, undo } = actions
  const proposeKeys: KeyBinding[] = [
    {
      keys: "e",
      does: writes ? "Edit the entry" : "Propose a change to the entry",
      run: () => propose?.("edit"),
    },
    {
      keys: "d",
      does: writes ? "Retire or restore the entry" : "Propose retiring or restoring the entry",
      run: () => propose?.("retire"),
    },
    { keys: "n", does: writes ? "Add an entry" : "Propose a new entry", run: () => proposeNew?.() },
  ]
  const forgetKey: KeyBinding = {
    keys: "f",
    does: curating?.decides ? "Forget the entry" : "Propose forgetting the entry",
    run: () => forget?.(),
  }
  const verifyKeys: KeyBinding[] = [
    { keys: "v", does: "Verify the entry", run: () => verify?.() },
    { keys: "u", does: "Undo the last change", run: () => undo?.() },
  ]
  useKeys("Memory file", [
    ...stepKeys({ row: "entry", step }),
    { keys: "y", does: "Copy the path and line (or press Enter)", run: () => void copy() },
    { keys: "r", does: raw ? "Show formatted text" : "Show raw text", run: () => go(raw ? null : "raw") },
    { keys: "h", does: "History", run: () => go("history") },
    { keys: "b", does: "Blame", run: () => go("blame") },
    ...(propose ? proposeKeys : []),
    ...(forget ? [forgetKey] : []),
    ...(verify ? verifyKeys : []),
    { keys: "Escape", does: "Deselect the line", run: () => select(null) },
  ])
}

type Selection = ReturnType<typeof useSelectedLine>

/** The lines of the file, in chunks that render when they come near the screen. */
function Lines({ selection, cut }: { selection: Selection; cut: CutWords | null }) {
  const { anchored, selected, chunks, isDrawn, heightOf, watch } = selection
  const reach = selected ? selectedRange(anchored, selected) : { from: 0, to: -1 }
  const tabbable = selected?.index ?? anchored.findIndex(({ row }) => row.kind === "line")
  return chunks.map((chunk, number) => {
    const hasTabStop = chunkOf(tabbable) === number
    const isSelected = number >= chunkOf(reach.from) && number <= chunkOf(reach.to)
    return (
      <FileChunk
        // oxlint-disable-next-line react/no-array-index-key -- a chunk is its place in the file
        key={number}
        number={number}
        rows={chunk}
        drawn={isDrawn(number)}
        knownHeight={heightOf(number)}
        watch={watch}
        cut={cut}
        tabbable={hasTabStop ? (anchored[tabbable]?.anchor ?? null) : null}
        selected={selected && isSelected ? selected.anchor : null}
        entry={selected?.row.entry ?? null}
      />
    )
  })
}

interface ReaderAsideProps extends FileReaderProps, Pick<Selection, "selected" | "select"> {
  actions: ReturnType<typeof useEntryActions>
  copy: () => Promise<void>
}

/** The facts of the selected line, the button that proposes an entry, and the facts of the file. */
function ReaderAside(props: ReaderAsideProps) {
  const { now, proposing, curating, days = {}, selected, select, actions, copy, children } = props
  const { fact, propose, proposeNew, forget, verify, isForgetting } = actions
  return (
    <aside
      aria-label="About this file"
      className="shrink-0 lg:sticky lg:top-0 lg:-mt-top lg:h-dvh lg:w-79 lg:overflow-y-auto lg:pt-top"
    >
      <div className="grid gap-5 lg:p-4.5">
        {selected ? (
          <EntryFacts
            line={selected.row.line}
            fact={fact}
            now={now}
            copy={copy}
            close={() => select(null)}
            propose={propose}
            writes={proposing?.revision != null}
            forget={forget}
            vouch={verify}
            days={verificationDays(days, fact?.type ?? null)}
            asking={
              curating && isForgetting ? (
                <ForgetForm
                  key={selected.anchor}
                  decides={curating.decides}
                  agents={curating.agents}
                  onForget={actions.confirmForget}
                  onLeave={actions.leaveForget}
                />
              ) : null
            }
          />
        ) : null}
        {proposeNew ? (
          <p
            className={selected ? "max-lg:hidden" : "max-lg:fixed max-lg:right-4 max-lg:bottom-4 max-lg:z-20"}
          >
            <Button kbd="N" className="max-lg:shadow-float" onClick={proposeNew}>
              {proposing?.revision == null ? "Propose entry" : "Add entry"}
            </Button>
          </p>
        ) : null}
        <div className="hidden gap-5 lg:grid">{children}</div>
      </div>
    </aside>
  )
}

/** Tools above the raw text: a line wrap toggle and a button that copies the exact text. */
export function RawTools({ text, hidden }: { text: string; hidden: boolean }) {
  const [query, change] = useQuery()
  const wraps = query.get("wrap") !== "off"
  const copy = () => copyToClipboard(text, () => showToast("Text copied", { duration: 2_000 }))
  return (
    <div className="sticky left-0 flex flex-wrap items-center gap-2 px-3 pt-3 lg:px-5">
      <Button size="sm" aria-pressed={wraps} onClick={() => change({ wrap: wraps ? "off" : null })}>
        <WrapText className="icon" aria-hidden />
        Wrap long lines
      </Button>
      <Button size="sm" onClick={() => void copy()}>
        <Copy className="icon" aria-hidden />
        Copy text
      </Button>
      {hidden ? (
        <span className="text-sm text-danger">
          Hidden characters are shown in red. Copied text includes them.
        </span>
      ) : null}
    </div>
  )
}
