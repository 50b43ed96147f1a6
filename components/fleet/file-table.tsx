import Link from "next/link"
import { describeAge } from "@/components/ui/age"
import { BudgetBar } from "@/components/ui/bar"
import { count } from "@/components/ui/count"
import { Table, Td, Th } from "@/components/ui/table"
import { Tag } from "@/components/ui/tag"
import { filePath } from "./fleet"

/** A memory file as lists show it: part of what `showAgent` and `showCategory` answer with. */
export interface ListedFile {
  id: string
  path: string
  formatName: string
  role: string
  state: "present" | "gone" | "broken"
  /** Null: the file is not one agent's own. */
  agent: string | null
  lines: number
  entries: number
  /** The first line that the harness does not load. */
  cut: number | null
  limits: { budget: number | null; lines: number | null }
  problems: number
  updatedOn: string | null
}

interface FileTableProps {
  team: string
  label: string
  files: readonly ListedFile[]
  /** ISO date. */
  today: string
  /** Marks the files that more than one agent reads. */
  markShared?: boolean
}

export function FileTable({ team, label, files, today, markShared }: FileTableProps) {
  return (
    <Table label={label}>
      <thead>
        <tr>
          <Th>File</Th>
          <Th className="hidden lg:table-cell">Format</Th>
          <Th>Lines against budget</Th>
          <Th numeric>Entries</Th>
          <Th>Updated</Th>
          <Th>State</Th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <tr key={file.id} className="relative hover:bg-raised">
            <Td>
              <Link href={filePath(team, file.id)} prefetch={false} className="font-mono text-sm after:absolute after:inset-0">
                {file.path}
              </Link>
              {markShared && file.agent === null ? <span className="ml-2 text-sm text-ink-3">shared</span> : null}
            </Td>
            <Td className="hidden text-ink-2 lg:table-cell">{file.formatName}</Td>
            <Td>
              <BudgetBar lines={file.lines} budget={file.limits.budget} limit={file.limits.lines} tone={file.cut === null ? undefined : "danger"} className="mr-2.25 w-24" />
              <span className="text-ink-2 tabular-nums">{file.lines.toLocaleString("en")}</span>
            </Td>
            <Td numeric>{file.entries.toLocaleString("en")}</Td>
            <Td className="text-ink-2">{file.updatedOn === null ? "undated" : describeAge(file.updatedOn, today)}</Td>
            <Td>
              <FileState file={file} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function FileState({ file }: { file: ListedFile }) {
  if (file.state === "broken") return <Tag tone="danger">could not be parsed</Tag>
  if (file.state === "gone") return <Tag>gone from its source</Tag>
  if (file.cut !== null) return <Tag tone="danger">{count(file.lines - file.cut + 1, "line")} past the cut</Tag>
  if (file.problems > 0) return <Tag tone="caution">{count(file.problems, "problem")}</Tag>
  return <Tag tone="good">loads whole</Tag>
}
