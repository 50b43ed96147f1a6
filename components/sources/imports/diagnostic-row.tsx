import { Link } from "@/components/ui/link"
import type { Ref } from "react"
import type { Diagnostic } from "@/lib/memory/memory-files/diagnostic"
import { SeverityIcon } from "./severity"

interface DiagnosticRowProps {
  diagnostic: Diagnostic
  /** The number of columns up to the status, which narrow screens show. */
  columns: number
  /** The address of the file conflict, or null. */
  decideAt: string | null
  index: number
  rowRef: Ref<HTMLTableRowElement>
}

/** A finding in the file above, with its place. */
export function DiagnosticRow({ diagnostic, columns, decideAt, index, rowRef }: DiagnosticRowProps) {
  return (
    <tr ref={rowRef} data-index={index} aria-rowindex={index + 2}>
      <td colSpan={columns} className="py-1 pr-3 pl-7.75">
        <span className="flex items-start gap-2 text-ink-2">
          <SeverityIcon severity={diagnostic.severity} />
          <span className="w-14 shrink-0 font-mono text-sm leading-5 text-ink-3 tabular-nums">
            {diagnostic.line}:{diagnostic.column}
          </span>
          <span className="min-w-0">
            {diagnostic.message}
            {decideAt === null ? null : (
              <>
                {" "}
                <Link href={decideAt} className="text-link">
                  Resolve file conflict
                </Link>
              </>
            )}
          </span>
        </span>
      </td>
    </tr>
  )
}
