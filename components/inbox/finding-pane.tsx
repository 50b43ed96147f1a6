import { ArrowLeft } from "lucide-react"
import Link from "next/link"
import { Notice } from "@/components/ui/notice"
import { describeMoment } from "@/components/ui/moment"
import { Skeleton } from "@/components/ui/skeleton"
import { ExcerptBox } from "./excerpt-box"
import { Facts } from "./facts"
import type { Excerpt, Finding } from "./finding"
import { KindTag, LOOK } from "./kind-look"

interface FindingPaneProps {
  finding: Finding
  excerpt: Excerpt | null
  problem: string | null
  now: string
  /** The list, for a screen that shows one at a time. */
  backHref: string
}

/** The finding itself: what it is, where, the lines, and what can be done. */
export function FindingPane({ finding, excerpt, problem, now, backHref }: FindingPaneProps) {
  const column = excerpt?.diagnostics.find((one) => one.line === finding.line)?.column
  const place = `${finding.path}${finding.line === null ? "" : `:${finding.line}${column === undefined ? "" : `:${column}`}`}`
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <article aria-label="The finding" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-4 py-5 -outline-offset-2 md:px-7">
      <Link href={backHref} className="mb-3 inline-flex items-center gap-1.5 font-medium text-ink-2 md:hidden">
        <ArrowLeft className="icon" aria-hidden />
        Back to the list
      </Link>
      <header className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        <h2 className="text-lg">{LOOK[finding.kind].title}</h2>
        <KindTag kind={finding.kind} />
        <time dateTime={finding.at} className="ml-auto whitespace-nowrap text-ink-3">
          {describeMoment(finding.at, now)}
        </time>
      </header>
      <p className="mt-0.75 text-ink-2">
        {finding.agent ? (
          <>
            <b className="text-ink">{finding.agent}</b>,{" "}
          </>
        ) : null}
        <code className="font-mono wrap-anywhere">{place}</code>
        {finding.projectName ? `, in ${finding.projectName}` : ""}
      </p>
      <p className="mt-3 mb-4.5 max-w-160 wrap-break-word">{finding.message}.</p>
      {problem ? (
        <Notice tone="caution" live title="The lines could not be read">
          {problem}. Opening the file shows them all.
        </Notice>
      ) : excerpt ? (
        <ExcerptBox finding={finding} excerpt={excerpt} />
      ) : finding.fileId ? (
        <Skeleton className="h-56" />
      ) : null}
      <Facts finding={finding} excerpt={excerpt} />
    </article>
  )
}
