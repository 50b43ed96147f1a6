import type { OutputOf } from "@/lib/http/contract"
import type { ReactNode } from "react"
import { FileText as Icon } from "lucide-react"
import { Empty } from "@/components/ui/empty"
import { changedQuery } from "@/components/data/url-query"
import { citationsIn } from "@/lib/memory/memory-files/cited-code-paths"
import type { Diagnostic, LoadLimits } from "@/lib/memory/memory-files/format"
import { cutOf } from "@/lib/memory/memory-files/load-limit"
import { describeDays, describeEntryAge, ageInDays, listUndated } from "@/lib/memory/memory-files/entry-dates"
import { rawFileRows, readFileRows, type ShownFile } from "@/lib/memory/memory-files/file-rows"
import { hasInvisible } from "@/lib/memory/characters/hidden-characters"
import type { ProposalTarget } from "@/components/proposals/proposal-types"
import type { VerificationDays } from "@/lib/memory/policies/effective-settings"
import type { EntryRights } from "./entry-actions"
import type { EntryFact } from "./entry-facts"
import type { FileAbout } from "./file-facts"
import { FileReader, RawTools } from "./file-reader"
import { describeCut, describeSize } from "../load-limit-text"
import { Link } from "@/components/ui/link"
import { formatCount } from "@/lib/memory/text/sentence"
import { Tag } from "@/components/ui/tag"
import { Notice } from "@/components/ui/notice"
import { PageTop, Tabs } from "@/components/ui/page-top"
import { VisibleText } from "../../text/visible-text"

interface FileNoticesProps {
  state: string
  role: string
  format: string
  /** Number of problems that are errors. */
  errors: number
}

/** Notices above the text: removed from its source, malformed or read-only. */
function FileNotices({ state, role, format, errors }: FileNoticesProps) {
  const notices = [
    state === "gone" ? (
      <Notice key="gone" tone="caution" title="This file was removed from its source">
        The last imported text is kept. If a later import includes the file again, its history continues.
      </Notice>
    ) : null,
    state === "broken" ? (
      <Notice key="broken" tone="danger" title="This file could not be parsed">
        The original text is shown line by line. {errors > 0 ? "Each error is shown below its line. " : ""}
        Fix the file at its source and import it again.
      </Notice>
    ) : null,
    role === "identity" || format === "instructions" ? (
      <Notice key="read-only" title="Read-only">
        This file is maintained by people. Quarterdeck shows it for reference and never changes it.
      </Notice>
    ) : null,
  ].filter((one) => one !== null)
  return notices.length > 0 ? <div className="grid gap-2 px-3 pt-3 lg:px-5">{notices}</div> : null
}

interface FileSummaryLineProps {
  href: string
  file: { lines: number; cut: number | null; limits: LoadLimits; problems: number }
}

/** A link to the file's facts, for narrow screens where they are a page of their own. */
function FileSummaryLine({ href, file }: FileSummaryLineProps) {
  const below = file.cut === null ? 0 : Math.max(1, file.lines - file.cut + 1)
  return (
    <Link
      href={href}
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-2 text-ink-2 hover:bg-raised lg:hidden"
    >
      <span className="tabular-nums">{describeSize(file)}</span>
      {below > 0 ? <Tag tone="danger">{formatCount(below, "line")} not loaded</Tag> : null}
      {file.problems > 0 ? <Tag tone="caution">{formatCount(file.problems, "problem")}</Tag> : null}
      <span className="ml-auto text-link">About</span>
    </Link>
  )
}

interface FileTextProps {
  found: {
    file: FileAbout & { path: string; format: string; state: string; problems: number }
    text: string
    sections: readonly { name: string; level: number; line: number }[]
    entries: readonly FoundEntry[]
    log: readonly { date: string | null; line: number }[]
    diagnostics: readonly Diagnostic[]
  }
  raw: boolean
  query: URLSearchParams
  now: Date
  proposing: ProposalTarget | null
  curating?: EntryRights | null
  days?: VerificationDays
  children: ReactNode
}

type FoundEntry = OutputOf<"file.show">["entries"][number]

/** The text of a memory file, formatted or raw. */
export function FileText({
  found: { file, text, sections, entries, log, diagnostics },
  raw,
  query,
  now,
  proposing,
  curating = null,
  days,
  children,
}: FileTextProps) {
  const undated = new Set(listUndated(entries))
  const cut =
    file.cut === null
      ? null
      : (cutOf(text, file.limits) ?? { line: file.cut, offset: 0, reason: "lines" as const })
  const shown: ShownFile = {
    text,
    json: /\.jsonl?$/i.test(file.path),
    sections,
    entries: entries.map((entry, index) => ({
      text: entry.text,
      line: entry.line,
      endLine: entry.endLine,
      state: entry.state,
      note: noteOf(entry, describeEntryAge(entry, now, undated.has(index)), now),
    })),
    log: log.map((one) => ({ line: one.line, note: describeDays(ageInDays(one.date, now)) })),
    diagnostics,
    cut,
  }
  const rows = raw ? rawFileRows(shown) : readFileRows(shown)
  return (
    <FileReader
      path={file.path}
      rows={rows}
      facts={entries.map(factOf)}
      cut={cut && describeCut(cut, file.limits, file.lines)}
      raw={raw}
      now={now.toISOString()}
      proposing={proposing}
      curating={curating}
      {...(days && { days })}
      above={
        <>
          <FileSummaryLine href={changedQuery(query, { view: "about", line: null })} file={file} />
          <FileNotices
            state={file.state}
            role={file.role}
            format={file.format}
            errors={diagnostics.filter((one) => one.severity === "error").length}
          />
          {raw && text !== "" ? <RawTools text={text} hidden={hasInvisible(text)} /> : null}
          {rows.length === 0 ? (
            <Empty icon={<Icon className="icon-lg" aria-hidden />} title="This file is empty">
              The file was imported, but it has no text.
            </Empty>
          ) : null}
        </>
      }
    >
      {children}
    </FileReader>
  )
}

/** Returns the note of an entry, as in "9 months · verified". Null if there is nothing to note. */
function noteOf({ state, vouched, outranked }: FoundEntry, age: string | null, now: Date): string | null {
  const holds = state === "current" && vouched !== null && vouched.until >= now.toISOString().slice(0, 10)
  return [age, holds ? "verified" : null, outranked ? "outranked" : null].filter(Boolean).join(" · ") || null
}

function factOf(entry: FoundEntry): EntryFact {
  const { id, text, line, endLine, state, accessedCount, sinceRevision } = entry
  const { section, retiredBecause, date, type, confidence, key, vouched, outranked } = entry
  return {
    line,
    sinceRevision,
    ...withoutNulls({ section, retiredBecause, date, type, confidence, key, vouched, outranked }),
    ...(endLine > line && { endLine }),
    ...(state === "retired" && { retired: true }),
    ...(accessedCount > 0 && { read: accessedCount }),
    ...(citationsIn(text).length > 0 && { cites: id }),
  }
}

/** Returns the values that are not null. The page is smaller without the others. */
const withoutNulls = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    [Name in keyof Values]?: NonNullable<Values[Name]>
  }

export const FILE_VIEWS = ["read", "raw", "history", "blame", "compare", "entry", "about"] as const
export type FileView = (typeof FILE_VIEWS)[number]

export function readFileView(query: URLSearchParams): FileView {
  const view = query.get("view")
  return FILE_VIEWS.find((one) => one === view) ?? "read"
}

interface FileTopProps {
  path: string
  query: URLSearchParams
  view: FileView
  revisions: number
}

/** Query parameters that only one view uses. They are cleared when the view changes. */
const FORGOTTEN = { revision: null, before: null, left: null, right: null, entry: null }

/**
 * The path and the view tabs of a file. The end of a long path stays visible, because it identifies the file.
 */
export function FileTop({ path, query, view, revisions }: FileTopProps) {
  const end = path.lastIndexOf("/") + 1
  const at = path.lastIndexOf("/", end - 2) + 1
  const hrefFor = (to: string | null) => changedQuery(query, { view: to, ...FORGOTTEN })
  return (
    <PageTop
      title={
        <span className="flex min-w-0 md:max-w-36 lg:max-w-64 xl:max-w-128 2xl:max-w-190" title={path}>
          <span className="shrink-99 truncate font-normal text-ink-3">
            <VisibleText text={path.slice(0, at)} />
          </span>
          <span className="truncate">
            <VisibleText text={path.slice(at, end)} />
          </span>
          <span className="max-w-full shrink-0 truncate">
            <VisibleText text={path.slice(end)} />
          </span>
        </span>
      }
      tabs={
        <Tabs
          label="File views"
          tabs={[
            { label: "Formatted", href: hrefFor(null), current: view === "read" },
            { label: "Raw", href: hrefFor("raw"), current: view === "raw" },
            {
              label: "History",
              href: hrefFor("history"),
              count: revisions,
              current: view === "history" || view === "compare" || view === "entry",
            },
            { label: "Blame", href: hrefFor("blame"), current: view === "blame" },
            ...(view === "about" ? [{ label: "About", href: hrefFor("about"), current: true }] : []),
          ]}
        />
      }
    />
  )
}
