import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { filePath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { UntrustedText } from "@/components/text/untrusted-text"
import { count } from "@/components/data/count"
import type { CompactionTarget, TrimStep } from "./compaction-types"

interface StepEntriesProps {
  team: string
  target: CompactionTarget
  step: TrimStep
  /** True to show all entries, as for the current step. */
  all: boolean
}

/** Maximum number of entries shown for other steps. */
const FEW = 3
const MARKS: Readonly<Record<TrimStep["how"], string>> = { merge: "−", remove: "−", move: "→", retire: "~" }

/** The entries that a step changes, each with its line, and the result. */
export function StepEntries({ team, target, step: { entries, into, to, text, how }, all }: StepEntriesProps) {
  const shown = all ? entries : entries.slice(0, FEW)
  return (
    <span className="grid gap-1 text-ink-2">
      {shown.map((one) => (
        <Entry key={one.id} team={team} file={target.file} line={one.line} mark={MARKS[how]}>
          <UntrustedText text={one.text} />
        </Entry>
      ))}
      {shown.length < entries.length ? (
        <span className="text-sm text-ink-3">
          and {count(entries.length - shown.length, "more entry", "more entries")}
        </span>
      ) : null}
      {into === null ? null : (
        <Entry team={team} file={target.file} line={into.line} mark="=">
          <span className="text-sm text-ink-3">keep: </span>
          <UntrustedText text={into.text} />
        </Entry>
      )}
      {to === null ? null : (
        <span className="text-sm wrap-anywhere">
          To{" "}
          <code className="font-mono">
            <VisibleText text={to} />
          </code>
          {text === null ? (
            " (already linked)"
          ) : (
            <>
              , linked from{" "}
              <q className="text-ink">
                <UntrustedText text={text} />
              </q>
            </>
          )}
        </span>
      )}
    </span>
  )
}

function Entry({
  team,
  file,
  line,
  mark,
  children,
}: {
  team: string
  file: string | null
  line: number
  mark: string
  children: ReactNode
}) {
  return (
    <span className="flex gap-2">
      <span aria-hidden className="w-3 shrink-0 text-center font-mono text-ink-3">
        {mark}
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      <span className="shrink-0 font-mono text-sm tabular-nums">
        {file === null ? (
          `:${line}`
        ) : (
          <Link
            href={filePath(team, file, line)}
            aria-label={`Line ${line}`}
            className="inline-flex min-h-6 min-w-6 items-center justify-end text-link"
          >
            :{line}
          </Link>
        )}
      </span>
    </span>
  )
}
