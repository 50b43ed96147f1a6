"use client"

import { useEffect } from "react"
import { ArrowLeft } from "lucide-react"
import { preloadParts, preloadable } from "@/components/data/preloadable"
import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { formatDay } from "@/components/data/time-text"
import { KeyedButton } from "@/components/queue/keyed-button"
import { CitedFiles } from "@/components/memory-files/reader/cited-files"
import { VisibleText } from "@/components/text/visible-text"
import { FactList } from "@/components/memory-files/reader/entry-facts"
import { titledStatement } from "@/lib/memory/memory-files/shown-statement"
import { dueWords, type DueEntry, type DueGroup } from "./due-queue"
import { callOperation } from "@/components/data/http-client"
import { useRead } from "@/components/data/use-read"

interface LinesAroundProps {
  team: string
  file: string
  line: number
  endLine: number
}

/** The lines around an entry in its file, with the entry highlighted. */
function LinesAround({ team, file, line, endLine }: LinesAroundProps) {
  // If the request fails, the entry is still shown above.
  const { answer } = useRead(`${team} ${file} ${line}`, (signal) =>
    callOperation("file.excerpt", { file, team, line: String(line) }, { signal }),
  )
  if (answer === null) return <div className="min-h-45 rounded-lg border border-line" />
  return (
    <div className="min-h-45 overflow-hidden rounded-lg border border-line">
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, so the box needs keyboard focus
        tabIndex={0}
        aria-label="Lines in the file"
        className="overflow-x-auto bg-surface font-mono text-sm leading-5 -outline-offset-2"
      >
        {answer.lines.map((one) => (
          <span
            key={one.line}
            className={`flex pr-3 ${one.line >= line && one.line <= endLine ? "bg-accent-wash" : "text-ink-2"}`}
          >
            <span className="w-11 shrink-0 pr-2.5 text-right text-ink-3 select-none">{one.line}</span>
            <span className="min-w-0 break-words whitespace-pre-wrap">
              <VisibleText text={one.text} />
            </span>
          </span>
        ))}
      </pre>
    </div>
  )
}

const ForgetForm = preloadable(() =>
  import("@/components/memory-files/reader/forget-form").then((one) => one.ForgetForm),
)

interface DuePaneProps {
  team: string
  group: DueGroup
  asked: boolean
  today: string
  decides: boolean
  proposes: boolean
  forgetting: boolean
  onVouch: () => void
  onEdit: () => void
  onForget: () => void
  onForgotten: (reason: string) => Promise<string | null>
  onLeave: () => void
  onLater: () => void
  onBack: () => void
}

/** An entry with its location, its author and the actions. */
export function DuePane({ group, ...props }: DuePaneProps) {
  useEffect(() => preloadParts([ForgetForm]), [])
  const [entry, ...others] = group.copies
  return entry ? <Details {...props} entry={entry} others={others} /> : null
}

type DetailsProps = Omit<DuePaneProps, "group"> & { entry: DueEntry; others: readonly DueEntry[] }

function Details({ team, entry, others, asked, today, decides, proposes, forgetting, ...on }: DetailsProps) {
  const { text, title, path, line, fileId, from, type, section, agent, date } = entry
  return (
    <div className={`min-w-0 flex-1 flex-col bg-surface md:flex ${asked ? "flex" : "hidden"}`}>
      <div className="relative min-h-0 flex-1 overflow-y-auto px-4 py-4 md:px-7 md:py-5">
        <p className="mb-2 md:hidden">
          <button type="button" onClick={on.onBack} className="inline-flex items-center gap-1.5 text-link">
            <ArrowLeft className="icon" aria-hidden />
            Back to list
          </button>
        </p>
        <h2 className="mb-1 text-md whitespace-pre-wrap wrap-anywhere">
          <VisibleText text={titledStatement({ text, title })} />
        </h2>
        <p className="mb-3 text-ink-2">
          <Link href={filePath(team, fileId, line)} className="font-mono text-sm text-link wrap-anywhere">
            <VisibleText text={`${path}:${line}`} />
          </Link>
        </p>
        {others.length > 0 ? (
          <p className="mb-3 text-sm text-ink-2">
            Also in{" "}
            {others.map((other, place) => (
              <span key={other.id}>
                {place === 0 ? "" : ", "}
                <Link
                  href={filePath(team, other.fileId, other.line)}
                  className="font-mono text-link wrap-anywhere"
                >
                  <VisibleText text={`${other.path}:${other.line}`} />
                </Link>
              </span>
            ))}
            .
          </p>
        ) : null}
        <LinesAround team={team} file={fileId} line={line} endLine={entry.endLine} />
        <div className="mt-4">
          <FactList
            facts={[
              {
                term: "Written by",
                value: (
                  <>
                    <VisibleText text={from.by} />,{" "}
                    <time dateTime={from.at}>{formatDay(from.at.slice(0, 10))}</time>
                  </>
                ),
              },
              { term: "Reason", value: <VisibleText text={from.reason} /> },
              { term: "Date", value: date === null ? null : formatDay(date) },
              { term: "Section", value: section === null ? null : <VisibleText text={section} /> },
              { term: "Type", value: type },
              { term: "Agent", value: agent },
              { term: "State", value: dueWords(entry, today) },
            ]}
          />
        </div>
        <CitedFiles entry={entry.id} />
      </div>
      {forgetting ? (
        <ForgetForm
          docked
          decides={decides}
          agents={agent === null ? 0 : 1}
          onForget={on.onForgotten}
          onLeave={on.onLeave}
        />
      ) : null}
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line bg-ground px-4 py-2.5 md:px-7">
        {decides ? (
          <KeyedButton variant="primary" kbd="V" onClick={on.onVouch}>
            {verifyWords(others.length + 1)} until {formatDay(entry.until)}
          </KeyedButton>
        ) : (
          <p className="text-ink-2">Only team leads and owners can verify entries.</p>
        )}
        {proposes ? (
          <>
            <KeyedButton kbd="E" onClick={on.onEdit}>
              Propose change
            </KeyedButton>
            <KeyedButton kbd="F" onClick={on.onForget}>
              {decides ? "Forget" : "Propose forgetting"}
            </KeyedButton>
          </>
        ) : null}
        <KeyedButton kbd="H" variant="quiet" onClick={on.onLater}>
          Skip
        </KeyedButton>
      </div>
    </div>
  )
}

/** Returns the verb of the button for a number of equal entries: "Verify", "Verify both", "Verify all 3". */
function verifyWords(entries: number): string {
  if (entries === 1) return "Verify"
  return entries === 2 ? "Verify both" : `Verify all ${entries}`
}
