import type { OutputOf } from "@/lib/http/contract"
import type { ReactNode } from "react"
import { FileText as Icon } from "lucide-react"
import { Empty } from "@/components/ui/empty"
import { changedQuery } from "@/components/data/update-query"
import { citationsIn } from "@/lib/memory/memory-files/citations"
import type { Diagnostic } from "@/lib/memory/memory-files/diagnostic"
import { cutOf } from "@/lib/memory/memory-files/load-limit"
import { describeDays, describeEntryAge } from "@/lib/memory/memory-files/entry-age"
import { rawFileRows, readFileRows, type ShownFile } from "@/lib/memory/memory-files/file-rows"
import { hasInvisible } from "@/lib/memory/characters/invisible"
import { ageInDays, listUndated } from "@/lib/memory/memory-files/staleness"
import type { ProposingTo } from "@/components/proposals/propose/propose-types"
import type { VerificationDays } from "@/lib/memory/policies/verification"
import type { Curating } from "./curating"
import type { EntryFact } from "./entry-facts"
import type { FileAbout } from "./file-facts"
import { FileNotices } from "./file-notices"
import { FileReader } from "./file-reader"
import { FileSummaryLine } from "../file-summary-line"
import { describeCut } from "../limits"
import { RawTools } from "./raw-tools"

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
  proposing: ProposingTo | null
  curating?: Curating | null
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
