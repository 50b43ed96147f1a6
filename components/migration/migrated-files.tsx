"use client"

import { ChevronRight } from "lucide-react"
import {
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useRef,
  useState,
  useDeferredValue,
  useMemo,
} from "react"
import { diffLines } from "@/components/text/diff-lines"
import { VisibleText } from "@/components/text/visible-text"
import { DiffRows } from "@/components/text/revision-diff"
import { formatCount } from "@/lib/memory/text/sentence"
import { TableBox } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"
import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/field"
import {
  type PlannedFile,
  type PlannedEntry,
  type MigrationPreview,
  FILE_CHANGE_LABELS,
  ENTRY_CHANGE_LABELS,
} from "./migration-text"

export interface Steps {
  step(by: 1 | -1): void
}

interface FileListProps {
  groups: readonly { readonly name: string; readonly files: readonly PlannedFile[] }[]
  /** Paths of files that will be over budget. */
  over: ReadonlySet<string>
  ref?: Ref<Steps>
}

/** The changes of each file, by category. The lines open on demand. */
export function FileList({ groups, over, ref }: FileListProps) {
  const heads = useRef(new Map<number, HTMLButtonElement>())
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const firsts = groups.map((_, place) =>
    groups.slice(0, place).reduce((total, { files }) => total + files.length, 0),
  )
  useImperativeHandle(ref, () => ({
    step(by) {
      const at = [...heads.current].find(([, head]) => head === document.activeElement)?.[0]
      heads.current.get(at === undefined ? 0 : at + by)?.focus()
    },
  }))
  const turn = (path: string) =>
    setOpen((were) => new Set(were.has(path) ? [...were].filter((one) => one !== path) : [...were, path]))
  return groups.map(({ name, files }, group) => (
    <section key={name} aria-label={`Files in ${name}`}>
      <h3 className="mb-1 text-sm text-ink-2">
        {name} <span className="font-normal text-ink-3">{formatCount(files.length, "file")}</span>
      </h3>
      <TableBox className="overflow-hidden">
        {files.map((file, place) => (
          <div
            key={file.path}
            className="border-t border-line first:border-t-0"
            style={{ contentVisibility: "auto", containIntrinsicBlockSize: "auto 34px" }}
          >
            <button
              type="button"
              aria-expanded={open.has(file.path)}
              onClick={() => turn(file.path)}
              ref={(head) =>
                void (head
                  ? heads.current.set((firsts[group] ?? 0) + place, head)
                  : heads.current.delete((firsts[group] ?? 0) + place))
              }
              className="flex min-h-8.5 w-full flex-wrap items-center gap-x-2.5 gap-y-0.5 px-3 py-1 text-left hover:bg-raised focus-visible:bg-accent-wash"
            >
              <ChevronRight
                className={`size-3.5 shrink-0 text-ink-3 ${open.has(file.path) ? "rotate-90" : ""}`}
                aria-hidden
              />
              <span className="min-w-0 wrap-anywhere">
                <VisibleText text={file.path} />
              </span>
              <Tag tone={FILE_CHANGE_LABELS[file.becomes].tone}>{FILE_CHANGE_LABELS[file.becomes].words}</Tag>
              {file.restored ? <Tag>original restored</Tag> : null}
              {over.has(file.path) ? <Tag tone="caution">over budget</Tag> : null}
              <span className="ml-auto text-sm text-ink-2 tabular-nums">{linesWords(file)}</span>
            </button>
            {open.has(file.path) ? <Changes file={file} /> : null}
          </div>
        ))}
      </TableBox>
    </section>
  ))
}

function linesWords({ becomes, before, after }: PlannedFile): string {
  if (becomes === "same" || becomes === "removed") return formatCount(before, "line")
  return becomes === "made"
    ? formatCount(after, "line")
    : `${before.toLocaleString("en")} → ${formatCount(after, "line")}`
}

function Changes({ file: { hunks, added, cut } }: { file: PlannedFile }) {
  if (hunks === null)
    return (
      <p className="border-t border-line px-3 py-2 text-ink-2">
        {formatCount(added + cut, "changed line")}, too many to show here.
      </p>
    )
  if (hunks.length === 0)
    return <p className="border-t border-line px-3 py-2 text-ink-2">No changed lines.</p>
  return (
    <div className="border-t border-line">
      {hunks.map((hunk) => (
        <DiffRows
          key={`${hunk.line} ${hunk.before.length}`}
          rows={diffLines(hunk.before, hunk.after, hunk.line).rows}
        />
      ))}
    </div>
  )
}

type Filter = "all" | PlannedEntry["how"] | "left"

interface EntryListProps {
  entries: readonly PlannedEntry[]
  left: MigrationPreview["left"]
}

/** List of all entries with their new files, with search and filters, and the files that are ignored. */
export function EntryList({ entries, left }: EntryListProps) {
  const [filter, setFilter] = useState<Filter>("all")
  const [typed, setTyped] = useState("")
  const wanted = useDeferredValue(typed.trim().toLowerCase())
  const said = useMemo(
    () =>
      entries.map((one) =>
        `${one.text}\n${one.from.path}\n${one.to?.path ?? ""}\n${one.to?.section ?? ""}`.toLowerCase(),
      ),
    [entries],
  )
  const found = useMemo(
    () =>
      entries.flatMap((one, place) =>
        (filter === "all" || one.how === filter) && (wanted === "" || said[place]?.includes(wanted))
          ? [{ one, place }]
          : [],
      ),
    [entries, said, filter, wanted],
  )
  const stays = left.filter(
    ({ path, why }) => wanted === "" || `${path} ${why}`.toLowerCase().includes(wanted),
  )
  const of = (how: PlannedEntry["how"]) => entries.filter((one) => one.how === how).length
  const filters: readonly { readonly filter: Filter; readonly label: string; readonly number: number }[] = [
    { filter: "all", label: "All", number: entries.length },
    { filter: "moved", label: "Moved", number: of("moved") },
    { filter: "merged", label: "Merged", number: of("merged") },
    { filter: "same", label: "Unchanged", number: of("same") },
    { filter: "left", label: "Ignored", number: left.length },
  ]
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <search className="w-full md:w-64">
          <Input
            type="search"
            aria-label="Search entries"
            placeholder="Text, file or section"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </search>
        {filters.map((one) => (
          <Button
            key={one.filter}
            size="sm"
            variant={filter === one.filter ? "default" : "quiet"}
            aria-pressed={filter === one.filter}
            disabled={one.number === 0 && filter !== one.filter}
            onClick={() => setFilter(one.filter)}
          >
            {one.label} <span className="text-ink-3 tabular-nums">{one.number.toLocaleString("en")}</span>
          </Button>
        ))}
        <output className="ml-auto text-sm text-ink-2">
          {filter === "left" ? formatCount(stays.length, "file") : formatCount(found.length, "entry")}
        </output>
      </div>
      <TableBox className="overflow-hidden">
        {filter === "left" ? (
          <ul aria-label="Ignored files">
            {stays.map(({ path, why }) => (
              <li
                key={`${path} ${why}`}
                className="border-t border-line px-3 py-1.5 first:border-t-0 wrap-anywhere"
              >
                <span className="font-medium">{path}</span> <span className="text-ink-2">{why}</span>
              </li>
            ))}
          </ul>
        ) : (
          <Entries found={found} />
        )}
        {(filter === "left" ? stays.length : found.length) === 0 ? (
          <p className="px-3 py-2.5 text-ink-2">No results. Try other words or show all entries.</p>
        ) : null}
      </TableBox>
    </div>
  )
}

const CHUNK = 50
/** The typical height of a row. */
const ROW_PX = 54

/** The entries in chunks that are laid out when they scroll into view. */
function Entries({ found }: { found: readonly { readonly one: PlannedEntry; readonly place: number }[] }) {
  const chunks = Array.from({ length: Math.ceil(found.length / CHUNK) }, (_, chunk) =>
    found.slice(chunk * CHUNK, (chunk + 1) * CHUNK),
  )
  return (
    <ul aria-label="Entries">
      {chunks.map((some) => (
        <li
          key={some[0]?.place}
          style={{ contentVisibility: "auto", containIntrinsicBlockSize: `auto ${some.length * ROW_PX}px` }}
        >
          <ul>
            {some.map(({ one, place }) => (
              <EntryRow key={place} entry={one} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function EntryRow({ entry: { text, from, to, how, why } }: { entry: PlannedEntry }) {
  return (
    <li className="grid gap-0.5 border-t border-line px-3 py-1.5">
      <p className="flex items-baseline gap-2">
        <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
          <VisibleText text={text} />
        </span>
        <Tag tone={ENTRY_CHANGE_LABELS[how].tone}>{ENTRY_CHANGE_LABELS[how].words}</Tag>
      </p>
      <p className="text-sm text-ink-2 wrap-anywhere">
        {from.path}:{from.line}
        {to === null ? "" : ` → ${to.path}:${to.line}${to.section === null ? "" : `, ${to.section}`}`}
        {why === "" ? null : <span className="text-ink-3"> · {why}</span>}
      </p>
    </li>
  )
}

export type ChangedPart = "files" | "entries"

interface ChangedPartsProps {
  part: ChangedPart
  setPart: (part: ChangedPart) => void
  totals: { readonly files: number; readonly entries: number }
  files: ReactNode
  entries: ReactNode
}

/** The changes of a migration, by file or by entry. */
export function ChangedParts({ part, setPart, totals, files, entries }: ChangedPartsProps) {
  const choice = (name: ChangedPart, label: string, kbd: string) => (
    <Button
      size="sm"
      kbd={kbd}
      variant={part === name ? "default" : "quiet"}
      aria-pressed={part === name}
      onClick={() => setPart(name)}
    >
      {label} <span className="text-ink-3 tabular-nums">{totals[name].toLocaleString("en")}</span>
    </Button>
  )
  return (
    <section aria-label="Changes" className="grid grid-cols-1 gap-3">
      <div className="flex gap-1">
        {choice("files", "Files", "F")}
        {choice("entries", "Entries", "E")}
      </div>
      {part === "files" ? files : entries}
    </section>
  )
}

type MovedTotals = Record<"made" | "removed" | "changed" | "entries" | "moved" | "merged" | "stayed", number>

/** Returns the figures that a migration and its preview share. */
export function movedStats({ made, removed, changed, entries, moved, merged, stayed }: MovedTotals) {
  return [
    { label: "Files created", value: made.toLocaleString("en") },
    { label: "Files removed", value: removed.toLocaleString("en") },
    { label: "Files changed", value: changed.toLocaleString("en") },
    {
      label: "Entries",
      value: entries.toLocaleString("en"),
      note: `${moved.toLocaleString("en")} moved, ${merged.toLocaleString("en")} merged${stayed > 0 ? `, ${stayed.toLocaleString("en")} unchanged` : ""}`,
    },
  ]
}
