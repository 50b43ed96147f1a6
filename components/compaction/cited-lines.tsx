import { formatDay } from "@/components/data/day-text"
import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { UntrustedText } from "@/components/text/untrusted-text"
import type { CitedLine } from "./compaction-types"

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
