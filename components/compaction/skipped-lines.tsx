"use client"

import { formatDates } from "@/components/data/day-text"
import { useState } from "react"
import { UntrustedText } from "@/components/text/untrusted-text"
import { callOperation } from "@/components/data/http-client"
import { Button } from "@/components/ui/button"
import { count } from "@/components/data/count"
import { Notice } from "@/components/ui/notice"
import { Loading, SkeletonRows } from "@/components/ui/skeleton"
import { Tag } from "@/components/ui/tag"
import { requestOfPreview } from "./preview-request"
import { LinePlace } from "./cited-lines"
import type { LeftLine, LogsPreview, WhyLeft } from "./compaction-types"
import { LEFT_REASON_WORDS, countLeftByReason } from "./compaction-text"

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
        Not kept <span className="font-normal text-ink-3 tabular-nums">{count(left.total, "line")}</span>
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
              {count(left.total - lines.length, "more line")} not shown
            </li>
          ) : null}
        </ul>
      )}
    </section>
  )
}
