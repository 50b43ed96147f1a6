import type { OutputOf } from "@/lib/http/contract"
import { Link } from "@/components/ui/link"
import { describeAge } from "@/components/data/time-text"
import { BudgetBar } from "@/components/charts/inline-charts"
import { formatCount } from "@/lib/memory/text/sentence"
import { TableBox, Td, Th } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"
import { linesLoaded } from "@/lib/memory/memory-files/load-limit"
import { filePath } from "@/components/data/addresses"

/** A memory file in a list, as `showAgent` and `showCategory` return it. */
export type LoadTableFile = OutputOf<"agent.show">["files"][number]

interface FileTableProps {
  team: string
  label: string
  files: readonly LoadTableFile[]
  /** ISO date. */
  today: string
  /** True if shared files are marked. */
  markShared?: boolean
}

export function LoadFileTable({ team, label, files, today, markShared }: FileTableProps) {
  return (
    <TableBox className="overflow-hidden">
      <table aria-label={label} className="w-full table-fixed border-separate border-spacing-0">
        <thead>
          <tr>
            <Th>File</Th>
            <Th className="hidden w-56 2xl:table-cell">Format</Th>
            <Th className="hidden w-44 sm:table-cell">Lines / budget</Th>
            <Th numeric className="hidden w-20 xl:table-cell">
              Entries
            </Th>
            <Th className="hidden w-30 2xl:table-cell">Updated</Th>
            <Th className="w-36 max-sm:text-right">State</Th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <FileRow
              key={file.id}
              team={team}
              file={file}
              today={today}
              shared={markShared === true && file.agent === null}
            />
          ))}
        </tbody>
      </table>
    </TableBox>
  )
}

/** A row of the table. On narrow screens the bar is below the path. */
function FileRow({
  team,
  file,
  today,
  shared,
}: {
  team: string
  file: LoadTableFile
  today: string
  shared: boolean
}) {
  return (
    <tr className="relative hover:bg-raised">
      <Td className="max-sm:py-2">
        <Link
          href={filePath(team, file.id)}
          title={file.path}
          className="block font-mono text-sm wrap-anywhere after:absolute after:inset-0 max-sm:whitespace-normal sm:flex"
        >
          <span className="sm:min-w-0 sm:truncate">{file.path}</span>
          {shared ? <span className="ml-2 shrink-0 font-sans text-ink-3">shared</span> : null}
        </Link>
        <span className="mt-1 flex items-center sm:hidden">
          <Lines file={file} />
        </span>
      </Td>
      <Td className="hidden truncate text-ink-2 2xl:table-cell">{file.formatName}</Td>
      <Td className="hidden sm:table-cell">
        <Lines file={file} />
      </Td>
      <Td numeric className="hidden xl:table-cell">
        {(file.entries - file.retired).toLocaleString("en")}
      </Td>
      <Td className="hidden text-ink-2 2xl:table-cell">
        {file.updatedOn === null ? "undated" : describeAge(file.updatedOn, today)}
      </Td>
      <Td className="max-sm:text-right">
        <FileState file={file} />
      </Td>
    </tr>
  )
}

function Lines({ file }: { file: LoadTableFile }) {
  return (
    <>
      <BudgetBar
        lines={file.lines}
        budget={file.limits.budget}
        limit={linesLoaded(file)}
        tone={file.cut === null ? undefined : "danger"}
        className="mr-2.25 w-24"
      />
      <span className="text-ink-2 tabular-nums">{file.lines.toLocaleString("en")}</span>
    </>
  )
}

function FileState({ file }: { file: LoadTableFile }) {
  if (file.state === "broken") return <Tag tone="danger">malformed</Tag>
  if (file.state === "gone") return <Tag>removed</Tag>
  if (file.cut !== null)
    return <Tag tone="danger">{formatCount(file.lines - file.cut + 1, "line")} truncated</Tag>
  const over = file.limits.budget === null ? 0 : file.lines - file.limits.budget
  if (over > 0) return <Tag tone="caution">{formatCount(over, "line")} over budget</Tag>
  if (file.problems > 0) return <Tag tone="caution">{formatCount(file.problems, "problem")}</Tag>
  return <Tag tone="good">fully loaded</Tag>
}
