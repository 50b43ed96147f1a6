import { formatDay } from "@/components/data/day-text"
import { Link } from "@/components/ui/link"
import { differingWords } from "@/components/text/differing-words"
import { filePath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { Pieces } from "@/components/text/changed-words"
import { UntrustedText } from "@/components/text/untrusted-text"
import { Tag } from "@/components/ui/tag"
import type { Citation } from "../review-types"

interface CitedEntryProps {
  team: string
  cited: Citation
  /** The number of the citation in the text. */
  number: number
}

/** A cited entry as it is now: its agent, its place, and what changed since it was cited. */
export function CitedEntry({ team, cited, number }: CitedEntryProps) {
  const { agent, section, date, stands, text } = cited
  const undatedNote = stands === "gone" ? "" : "undated"
  return (
    <article
      className="grid gap-1.5"
      style={{ contentVisibility: "auto", containIntrinsicBlockSize: "auto 90px" }}
    >
      <header className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <span className="text-ink-3 tabular-nums">{number}</span>
        <b>
          {agent === null ? (
            <>{stands === "gone" ? "No longer stored" : "Shared memory"}</>
          ) : (
            <VisibleText text={agent} />
          )}
        </b>
        {stands === "changed" ? <Tag tone="caution">changed since it was cited</Tag> : null}
        {stands === "gone" ? <Tag tone="danger">removed</Tag> : null}
        <span className="ml-auto text-sm text-ink-3 tabular-nums">
          {date === null ? undatedNote : formatDay(date)}
        </span>
      </header>
      {stands === "changed" ? (
        <ThenNow cited={cited} />
      ) : (
        <p className={stands === "gone" ? "text-ink-3 line-through" : ""}>
          <UntrustedText text={text} />
        </p>
      )}
      <p className="flex flex-wrap gap-x-2.5 text-sm text-ink-2">
        <CitedPlace team={team} cited={cited} />
        {section === null ? null : (
          <span>
            <VisibleText text={section} />
          </span>
        )}
      </p>
    </article>
  )
}

/** A link "path:line" to the cited line; plain text if the entry was removed. */
export function CitedPlace({
  team,
  cited: { file, path, line, lineNow, stands },
}: {
  team: string
  cited: Citation
}) {
  const at = lineNow ?? line
  const words = (
    <code className="font-mono wrap-anywhere">
      <VisibleText text={path} />:{at}
    </code>
  )
  if (stands === "gone") return <span className="text-ink-3">{words}</span>
  return (
    <Link href={filePath(team, file, at)} data-cited className="text-link">
      {words}
    </Link>
  )
}

function ThenNow({ cited: { text, now } }: { cited: Citation }) {
  const { before, after } = differingWords(text, now ?? text)
  return (
    <dl className="grid gap-1.5">
      <div className="flex gap-2.5">
        <dt className="w-9 shrink-0 text-ink-3">Then</dt>
        <dd className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">
          <Pieces pieces={before} as="cut" />
        </dd>
      </div>
      <div className="flex gap-2.5">
        <dt className="w-9 shrink-0 text-ink-3">Now</dt>
        <dd className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">
          <Pieces pieces={after} as="add" />
        </dd>
      </div>
    </dl>
  )
}
