"use client"

import type { SeedFormat } from "@/lib/memory/seed/seed-entry"
import { Download } from "lucide-react"
import { type ReactNode, useState } from "react"
import { CopyText } from "@/components/context/copy-text"
import { VisibleText } from "@/components/text/visible-text"
import { buttonLook } from "@/components/ui/button-look"
import { formatCount } from "@/lib/memory/text/sentence"
import { useRead } from "@/components/data/use-read"
import { Dialog } from "@/components/ui/dialog"
import { Field, Select } from "@/components/ui/field"
import { Notice } from "@/components/ui/notice"
import { Skeleton } from "@/components/ui/skeleton"
import { textLines } from "@/lib/memory/text/line-differences"
import { seedTextPath } from "@/components/data/addresses"
import { type FirstContext, type SeedPlan, type PlanText, planName } from "../seed-plans"
import { fetchContext, fetchText } from "./plan-requests"

export interface FormatChoice {
  readonly id: string
  readonly name: string
}

interface PreviewDialogProps {
  plan: SeedPlan
  open: "text" | "context"
  formats: readonly FormatChoice[]
  onClose: () => void
}

/** A preview of the file, or of the agent's context at its first session. */
export function PreviewDialog({ plan, open, formats, onClose }: PreviewDialogProps) {
  return open === "text" ? (
    <TextDialog plan={plan} formats={formats} onClose={onClose} />
  ) : (
    <ContextDialog plan={plan} onClose={onClose} />
  )
}

function TextDialog({ plan, formats, onClose }: Omit<PreviewDialogProps, "open">) {
  const [format, setFormat] = useState(plan.format)
  const { answer, problem } = useCurrent<PlanText>(format, (signal) => fetchText(plan.id, format, signal))
  const told = new Map<string, number[]>()
  for (const { message, line } of answer?.diagnostics ?? [])
    told.set(message, [...(told.get(message) ?? []), line])
  return (
    <Dialog
      open
      size="lg"
      focus="itself"
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="File preview"
      description={answer === null ? plan.path : `${answer.path}, ${formatCount(answer.lines, "line")}`}
    >
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-50">
          <Field
            label="Format"
            hint={
              format === plan.format
                ? "The format of this plan."
                : "For download only. The plan itself uses the same format as the sibling agents."
            }
          >
            {(control) => (
              <Select
                {...control}
                value={format}
                onChange={(event) => setFormat(event.target.value as SeedFormat)}
              >
                {formats.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <span className="flex gap-2 pb-5.5">
          <a href={seedTextPath(plan.team, plan.id, format)} download className={buttonLook("default", "sm")}>
            <Download className="icon" aria-hidden />
            Download
          </a>
          {answer === null ? null : <CopyText text={answer.text} />}
        </span>
      </div>
      {told.size === 0 ? null : (
        <Notice tone="caution" title="Format warnings">
          <ul>
            {[...told].map(([message, lines]) => (
              <li key={message}>
                {lines.length === 1 ? "Line" : "Lines"} {lines.join(", ")}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Shown what="File text" problem={problem} text={answer?.text ?? null} numbered />
    </Dialog>
  )
}

function ContextDialog({ plan, onClose }: Pick<PreviewDialogProps, "plan" | "onClose">) {
  const { answer, problem } = useCurrent<FirstContext>("context", (signal) => fetchContext(plan.id, signal))
  return (
    <Dialog
      open
      size="lg"
      focus="itself"
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Context preview for ${planName(plan)}`}
      description={
        answer === null
          ? "After this plan is applied"
          : `After this plan is applied: ${formatCount(answer.tokens, "token")}, ${formatCount(answer.entries, "entry")}`
      }
    >
      <Shown what="Context" problem={problem} text={answer?.text ?? null} />
    </Dialog>
  )
}

function Shown({
  what,
  text,
  problem,
  numbered = false,
}: {
  what: string
  text: string | null
  problem: string | null
  numbered?: boolean
}) {
  if (problem !== null) {
    return (
      <Notice tone="danger" live title={`Could not load the ${what.toLowerCase()}`}>
        {problem}. Close this dialog and try again.
      </Notice>
    )
  }
  if (text === null) return <Skeleton className="h-80" />
  const lines = textLines(text)
  return (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={what}
      className="max-h-120 overflow-auto rounded-md border border-line bg-ground py-2 font-mono text-sm leading-normal"
    >
      {lines.map((line, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no ID and never move
        <Line key={place} number={numbered ? place + 1 : null}>
          <VisibleText text={line} />
        </Line>
      ))}
    </pre>
  )
}

function Line({ number, children }: { number: number | null; children: ReactNode }) {
  return (
    <span className="flex gap-3 px-3">
      {number === null ? null : (
        <span aria-hidden className="w-7 shrink-0 text-right text-ink-3 tabular-nums select-none">
          {number}
        </span>
      )}
      <span className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">
        {children}
        {"\n"}
      </span>
    </span>
  )
}

/**
 * Returns the answer of the request for the current key, and its problem. The answer is null while the
 * request is pending and if it failed.
 */
function useCurrent<Answer>(key: string, read: (signal: AbortSignal) => Promise<Answer>) {
  const { answer, problem, isPending } = useRead(key, read)
  return { answer: isPending || problem !== null ? null : answer, problem }
}
