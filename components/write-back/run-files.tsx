import { Link } from "@/components/ui/link"
import { count } from "@/components/data/count"
import { Box } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"
import { conflictPath } from "@/components/data/addresses"
import type { Status, WriteBack } from "./write-back-types"
import { linesWords, STATUS_LOOKS } from "./write-back-text"

const ORDER: readonly Status[] = ["failed", "conflict", "left", "written", "removed", "same", "waiting"]
const FIRST = 200

/** The result for each file. Files that need attention come first. */
export function RunFiles({ run }: { run: WriteBack }) {
  const files = run.files.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))
  return (
    <Box>
      <ul aria-label="Results by file">
        {files.slice(0, FIRST).map((file) => (
          <li
            key={file.id}
            className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 border-t border-line px-3 py-2 first:border-t-0"
          >
            <span className="min-w-0 font-medium wrap-anywhere">{file.path}</span>
            <Tag tone={STATUS_LOOKS[file.status].tone}>{STATUS_LOOKS[file.status].words}</Tag>
            {file.status === "written" || file.status === "removed" ? (
              <span className="ml-auto text-sm text-ink-2 tabular-nums">{linesWords(file)}</span>
            ) : null}
            {(file.reason && file.status !== "written") || file.conflict ? (
              <p className="w-full text-sm text-ink-2 wrap-anywhere">
                {file.status === "written" ? "" : `${file.reason ?? ""} `}
                {file.conflict ? (
                  <Link href={conflictPath(run.team, file.conflict)} className="text-link">
                    Resolve file conflict
                  </Link>
                ) : null}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      {files.length > FIRST ? (
        <p className="border-t border-line px-3 py-2 text-sm text-ink-2">
          And {count(files.length - FIRST, "more file")}.
        </p>
      ) : null}
    </Box>
  )
}
