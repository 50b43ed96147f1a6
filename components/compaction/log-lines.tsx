"use client"

import { formatDates, formatDay } from "@/components/data/time-text"
import { useState, type ReactNode } from "react"
import { VisibleText } from "@/components/text/visible-text"
import { UntrustedText } from "@/components/text/untrusted-text"
import { callOperation } from "@/components/data/http-client"
import { Button } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import { Notice } from "@/components/ui/notice"
import { Loading, SkeletonRows } from "@/components/ui/skeleton"
import { Tag } from "@/components/ui/tag"
import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { requestOfPreview } from "./preview-frame"
import {
  type LeftLine,
  type LogsPreview,
  type WhyLeft,
  LEFT_REASON_WORDS,
  countLeftByReason,
  type Addition,
  type NearLine,
  type CompactionTarget,
  type CitedLine,
} from "./compaction"

/** The log lines that were not kept: counts by reason, and the lines on demand. */
export function LeftLines({ team, preview, all }: { team: string; preview: LogsPreview; all: boolean }) {
  const [lines, setLines] = useState<readonly LeftLine[] | null>(null)
  const [reading, setReading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [only, setOnly] = useState<WhyLeft | null>(null)
  const { left } = preview
  if (left.total === 0) return null
  const read = (because: WhyLeft | null) => {
    setOnly(because)
    if (lines !== null || reading) return
    setReading(true)
    setProblem(null)
    callOperation("compaction.preview", { ...requestOfPreview(team, preview, all) })
      .then(
        (answer) => (answer.kind === "logs" ? setLines(answer.left.lines) : undefined),
        (cause: Error) => setProblem(cause.message),
      )
      .finally(() => setReading(false))
  }
  const files = new Map(preview.logs.map((log) => [log.path, log.file]))
  const shown = lines?.filter(({ because }) => only === null || because === only) ?? []
  return (
    <section aria-label="Not kept" className="mt-6 px-4 md:px-7">
      <h2>
        Not kept{" "}
        <span className="font-normal text-ink-3 tabular-nums">{formatCount(left.total, "line")}</span>
      </h2>
      <p className="mt-0.5 text-ink-2">
        Logs are never changed. These lines stay searchable and are suggested if they recur in later logs.
      </p>
      <div className="mt-2 flex flex-wrap gap-1.5">
        {countLeftByReason(preview).map(([because, number]) => (
          <Button
            key={because}
            size="sm"
            aria-pressed={only === because}
            onClick={() => read(only === because ? null : because)}
          >
            {LEFT_REASON_WORDS[because]}{" "}
            <span className="font-normal text-ink-3 tabular-nums">{number.toLocaleString("en")}</span>
          </Button>
        ))}
        {lines === null && !reading ? (
          <Button size="sm" variant="quiet" onClick={() => read(null)}>
            Show lines
          </Button>
        ) : null}
      </div>
      {problem === null ? null : (
        <div className="mt-2">
          <Notice
            tone="danger"
            live
            title="Could not load the lines"
            action={
              <Button size="sm" onClick={() => read(only)}>
                Try again
              </Button>
            }
          >
            {problem}
          </Notice>
        </div>
      )}
      {reading ? (
        <div className="mt-2">
          <Loading what="the lines" />
          <SkeletonRows rows={4} />
        </div>
      ) : null}
      {lines === null ? null : (
        <ul className="mt-3 grid">
          {shown.map((one) => (
            <li
              key={`${one.path}:${one.line}:${one.text}`}
              className="grid gap-0.5 border-t border-line py-2"
              style={{ contentVisibility: "auto", containIntrinsicBlockSize: "auto 56px" }}
            >
              <UntrustedText text={one.text} />
              <span className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5 text-sm text-ink-2">
                {only === null ? (
                  <Tag tone={one.because === "flagged" ? "danger" : "neutral"}>
                    {LEFT_REASON_WORDS[one.because]}
                  </Tag>
                ) : null}
                <LinePlace team={team} file={files.get(one.path) ?? null} path={one.path} line={one.line} />
                <span className="min-w-0 wrap-anywhere">
                  <UntrustedText text={formatDates(one.why)} />
                </span>
              </span>
            </li>
          ))}
          {lines.length < left.total && only === null ? (
            <li className="border-t border-line py-2 text-ink-3">
              {formatCount(left.total - lines.length, "more line")} not shown
            </li>
          ) : null}
        </ul>
      )}
    </section>
  )
}

interface AdditionBesideProps {
  team: string
  addition: Addition
  target: CompactionTarget
}

/**
 * The log lines that an addition is based on, and the entries in memory that are similar to it or contradict
 * it.
 */
export function AdditionBeside({ team, addition: { cites, near, against }, target }: AdditionBesideProps) {
  const days = new Set(cites.map(({ day }) => day)).size
  return (
    <div className="grid gap-5">
      {against.length > 0 ? (
        <Part title="Contradicts" note="reviewers see both">
          {against.map((one) => (
            <Near key={`${one.path}:${one.line}`} team={team} near={one} target={target} why={one.why} />
          ))}
        </Part>
      ) : null}
      <Part
        title="Based on"
        note={`${formatCount(cites.length, "log line")}${days > 1 ? ` from ${days} days` : ""}`}
      >
        <CitedLines team={team} cites={cites} />
      </Part>
      {near.length > 0 ? (
        <Part title="Similar entries in memory" note="possible duplicates">
          {near.map((one) => (
            <Near key={`${one.path}:${one.line}`} team={team} near={one} target={target} />
          ))}
        </Part>
      ) : null}
    </div>
  )
}

function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold">
        {title} <span className="font-normal text-ink-2">{note}</span>
      </h3>
      <div className="grid gap-2.5">{children}</div>
    </section>
  )
}

function Near({
  team,
  near,
  target,
  why,
}: {
  team: string
  near: NearLine
  target: CompactionTarget
  why?: string
}) {
  return (
    <div className="grid gap-0.5 border-t border-line pt-2.5">
      <span className="flex flex-wrap gap-x-2.5 text-sm text-ink-2">
        <LinePlace
          team={team}
          file={near.path === target.path ? target.file : null}
          path={near.path}
          line={near.line}
        />
        <span className="tabular-nums">{Math.round(near.score * 100)}% similar</span>
      </span>
      <UntrustedText text={near.text} />
      {why === undefined ? null : <span className="text-sm text-danger">{formatDates(why)}</span>}
    </div>
  )
}

/** The log lines that an entry is based on, each with its day and a link. */
export function CitedLines({ team, cites }: { team: string; cites: readonly CitedLine[] }) {
  return (
    <ol className="grid gap-3">
      {cites.map((one) => (
        <li key={`${one.path}:${one.line}`} className="grid gap-0.5 border-t border-line pt-2.5">
          <span className="flex flex-wrap gap-x-2.5 text-sm text-ink-2">
            {one.day === null ? null : (
              <time dateTime={one.day} className="tabular-nums">
                {formatDay(one.day)}
              </time>
            )}
            <LinePlace team={team} {...one} />
          </span>
          <UntrustedText text={one.text} />
        </li>
      ))}
    </ol>
  )
}

/** A position "path:line", which is a link if the file is known. */
export function LinePlace({
  team,
  file,
  path,
  line,
}: {
  team: string
  file: string | null
  path: string
  line: number | null
}) {
  const words = (
    <code className="font-mono wrap-anywhere">
      <VisibleText text={path} />
      {line === null ? "" : `:${line}`}
    </code>
  )
  if (file === null) return <span className="text-ink-3">{words}</span>
  return (
    <Link href={filePath(team, file, line ?? undefined)} className="text-link">
      {words}
    </Link>
  )
}
