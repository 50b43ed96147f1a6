"use client"

import { useRouter } from "next/navigation"
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import { toast } from "sonner"
import { Button } from "@/components/ui/button"
import { changedQuery } from "@/components/data/update-query"
import { useKeys } from "@/components/data/keys"
import { useQuery } from "@/components/data/use-query"
import type { FileRow } from "@/lib/memory/memory-files/file-rows"
import { type VerificationDays, verificationDays } from "@/lib/memory/policies/verification"
import type { ProposingTo } from "@/components/proposals/propose/propose-types"
import { usePropose } from "@/components/proposals/propose/use-propose"
import type { Curating, EntryPlace } from "./curating"
import { EntryFacts, type EntryFact } from "./entry-facts"
import { FileChunk } from "./file-chunk"
import { FileMinimap, LONG_FILE } from "./file-minimap"
import type { CutWords } from "./limit-line"
import { ForgetForm } from "./forget-form"
import { CHUNK, useChunks } from "./line-chunks"
import { anchorRows, findSelection, reachOf, stepEntry } from "./selection"
import { useCurate } from "./use-curate"

interface FileReaderProps {
  path: string
  rows: readonly FileRow[]
  /** Facts of each entry, by the entry index in `rows`. */
  facts: readonly EntryFact[]
  cut: CutWords | null
  raw: boolean
  /** ISO instant from the server, so that ages are the same after hydration. */
  now: string
  /** Null if the user cannot propose. */
  proposing: ProposingTo | null
  /** Null if the user can neither forget nor verify entries. */
  curating?: Curating | null
  /** How long a verification is valid, by entry type. */
  days?: VerificationDays
  /** Notices and tools above the text. */
  above?: ReactNode
  /** Facts of the whole file, shown beside the text. */
  children: ReactNode
}

/** The text of a memory file, with the facts of the selected line beside it. The selection is in the URL. */
export function FileReader({
  path,
  rows,
  facts,
  cut,
  raw,
  now,
  proposing,
  curating = null,
  days = {},
  above,
  children,
}: FileReaderProps) {
  const router = useRouter()
  const [query, change, currentQuery] = useQuery()
  const anchored = useMemo(() => anchorRows(rows), [rows])
  const selected = useMemo(() => findSelection(anchored, query.get("line")), [anchored, query])
  const entry = selected?.row.entry
  const text = useRef<HTMLElement>(null)
  const chunks = useMemo(
    () =>
      Array.from({ length: Math.ceil(anchored.length / CHUNK) }, (_, chunk) =>
        anchored.slice(chunk * CHUNK, (chunk + 1) * CHUNK),
      ),
    [anchored],
  )
  const { isDrawn, heightOf, draw, watch } = useChunks(chunks.length, selected ? chunkOf(selected.index) : 0)

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

  const step = (by: 1 | -1) => {
    // Read the current query, because a second key press may arrive before the first one renders.
    const here = findSelection(anchored, currentQuery().get("line"))
    const next = stepEntry(anchored, here?.index ?? null, by)
    stepped.current = next !== null
    if (next !== null) change({ line: anchored[next]?.anchor ?? null })
  }
  const [propose, dialog] = usePropose(proposing)
  const proposeHere = (kind: "edit" | "retire" | "remove" | "move") => {
    const fact = entry === undefined ? undefined : facts[entry]
    if (entry === undefined || !fact) return
    propose?.({ kind, line: fact.line, position: entry - facts.findIndex((one) => one.line === fact.line) })
  }
  const curate = useCurate(curating)
  const [asking, setAsking] = useState<string | null>(null)
  const here = (): EntryPlace | null => {
    const fact = entry === undefined ? undefined : facts[entry]
    return entry === undefined || !fact
      ? null
      : { line: fact.line, position: entry - facts.findIndex((one) => one.line === fact.line) }
  }
  const openForget = () => (entry === undefined ? undefined : setAsking(selected?.anchor ?? null))
  const forgetHere = async (reason: string) => {
    const spot = here()
    const why = spot && curate ? await curate.forget(spot, reason) : null
    if (why !== null) return why
    setAsking(null)
    if (curating?.decides) change({ line: null }) // otherwise F would act on the line that moved up
    return null
  }
  const vouchHere = () => {
    const spot = here()
    if (spot && entry !== undefined && !facts[entry]?.retired) void curate?.vouch(spot)
  }
  const place = selected ? `${path}:${selected.row.line}` : null
  const copy = async () => {
    if (place === null) return
    await navigator.clipboard.writeText(place).then(
      () => toast(`Copied ${place}`, { duration: 2_000 }),
      () => toast.error("Copying is blocked by the browser. Select the text and copy it manually."),
    )
  }
  const go = (view: string | null) =>
    router.push(changedQuery(new URLSearchParams(window.location.search), { view, revision: null }))
  useKeys("Memory file", [
    { keys: "j", does: "Next entry", run: () => step(1) },
    { keys: "k", does: "Previous entry", run: () => step(-1) },
    { keys: "y", does: "Copy path and line (or press Enter)", run: () => void copy() },
    { keys: "r", does: raw ? "Formatted text" : "Raw text", run: () => go(raw ? null : "raw") },
    { keys: "h", does: "History", run: () => go("history") },
    { keys: "b", does: "Blame", run: () => go("blame") },
    ...(propose
      ? [
          { keys: "e", does: "Propose a change to the entry", run: () => proposeHere("edit") },
          {
            keys: "d",
            does: "Propose to retire or restore the entry",
            run: () => proposeHere("retire"),
          },
          {
            keys: "n",
            does: "Propose a new entry",
            run: () =>
              propose({
                kind: "add",
                section: (entry === undefined ? undefined : facts[entry]?.section) ?? null,
              }),
          },
        ]
      : []),
    ...(curate
      ? [
          {
            keys: "f",
            does: curating?.decides ? "Forget the entry" : "Propose to forget the entry",
            run: openForget,
          },
        ]
      : []),
    ...(curate && curating?.decides
      ? [
          { keys: "v", does: "Verify the entry", run: vouchHere },
          { keys: "u", does: "Undo the last change", run: curate.undo },
        ]
      : []),
    { keys: "Escape", does: "Deselect line", run: () => change({ line: null }) },
  ])

  const copyOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLAnchorElement)) return
    if (event.target.parentElement?.dataset["line"] !== selected?.anchor) return
    event.preventDefault()
    void copy()
  }
  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !(event.target instanceof Element)) return
    const link = event.target.closest("a")
    const line = event.target.closest<HTMLElement>("[data-line]")?.dataset["line"]
    if (line === undefined || (link && !link.getAttribute("href")?.startsWith("?line="))) return
    if (!link && window.getSelection()?.isCollapsed === false) return
    event.preventDefault()
    change({ line })
  }
  const reach = selected ? reachOf(anchored, selected) : { from: 0, to: -1 }
  const tabbable = selected?.index ?? anchored.findIndex(({ row }) => row.kind === "line")
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- lines are links; a click beside one is for the pointer
    <div className="flex max-lg:flex-col md:-mt-top md:min-h-dvh md:pt-top" onClick={choose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter on the chosen line's link, wherever that is in it */}
      <section
        ref={text}
        id="file-text"
        aria-label={raw ? "Raw text" : "Formatted text"}
        data-nowrap={query.get("wrap") === "off" ? "" : undefined}
        className="group/text min-w-0 flex-1 overflow-x-auto bg-surface pb-16 lg:border-r lg:border-line"
        onKeyDown={copyOnEnter}
      >
        {above}
        <div className={raw ? "pt-3" : "pt-4.5"}>
          {chunks.map((chunk, number) => {
            const from = number * CHUNK
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
                tabbable={
                  tabbable >= from && tabbable < from + CHUNK ? (anchored[tabbable]?.anchor ?? null) : null
                }
                selected={
                  selected && number >= chunkOf(reach.from) && number <= chunkOf(reach.to)
                    ? selected.anchor
                    : null
                }
                entry={entry ?? null}
              />
            )
          })}
        </div>
      </section>
      {rows.length >= LONG_FILE ? (
        <FileMinimap
          rows={rows}
          facts={facts}
          now={now}
          text={text}
          controls="file-text"
          selected={selected?.index ?? null}
        />
      ) : null}
      <aside
        aria-label="About this file"
        className="shrink-0 lg:sticky lg:top-0 lg:-mt-top lg:h-dvh lg:w-79 lg:overflow-y-auto lg:pt-top"
      >
        <div className="grid gap-5 lg:p-4.5">
          {selected && place !== null ? (
            <EntryFacts
              line={selected.row.line}
              fact={entry === undefined ? null : (facts[entry] ?? null)}
              now={now}
              copy={copy}
              close={() => change({ line: null })}
              propose={propose && proposeHere}
              forget={curate && openForget}
              vouch={curate && curating?.decides ? vouchHere : null}
              days={verificationDays(days, (entry === undefined ? undefined : facts[entry]?.type) ?? null)}
              asking={
                curating && asking !== null && asking === selected.anchor ? (
                  <ForgetForm
                    key={asking}
                    decides={curating.decides}
                    agents={curating.agents}
                    onForget={forgetHere}
                    onLeave={() => setAsking(null)}
                  />
                ) : null
              }
            />
          ) : null}
          {propose ? (
            <p
              className={
                selected ? "max-lg:hidden" : "max-lg:fixed max-lg:right-4 max-lg:bottom-4 max-lg:z-20"
              }
            >
              <Button
                kbd="N"
                className="max-lg:shadow-float"
                onClick={() =>
                  propose({
                    kind: "add",
                    section: (entry === undefined ? undefined : facts[entry]?.section) ?? null,
                  })
                }
              >
                Propose entry
              </Button>
            </p>
          ) : null}
          <div className="hidden gap-5 lg:grid">{children}</div>
        </div>
      </aside>
      {dialog}
    </div>
  )
}

const chunkOf = (row: number) => Math.floor(row / CHUNK)
