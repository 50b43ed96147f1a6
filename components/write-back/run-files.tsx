import Link from "next/link"
import { Table, Td, Th } from "@/components/ui/table"
import { Tag } from "@/components/ui/tag"
import { conflictPath, type WriteBack } from "./shapes"
import { STATUS_LOOKS } from "./words"

const FIRST = 200

/** What became of each file; those that want looking at come first. */
export function RunFiles({ run }: { run: WriteBack }) {
  const order = ["failed", "conflict", "left", "written", "same", "waiting"]
  const files = run.files.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status)).slice(0, FIRST)
  return (
    <Table label="What became of each file">
      <thead>
        <tr>
          <Th>File</Th>
          <Th>Outcome</Th>
          <Th numeric>Lines</Th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <tr key={file.id}>
            <Td className="h-auto py-1.5 whitespace-normal wrap-anywhere">
              <span className="font-medium">{file.path}</span>
              {file.reason && file.status !== "written" ? <span className="block text-sm text-ink-2">{file.reason}</span> : null}
              {file.conflict ? (
                <Link href={conflictPath(run.team, file.conflict)} prefetch={false} className="text-sm text-link">
                  Decide the file conflict
                </Link>
              ) : null}
            </Td>
            <Td>
              <Tag tone={STATUS_LOOKS[file.status].tone}>{STATUS_LOOKS[file.status].words}</Tag>
            </Td>
            <Td numeric>
              {file.status === "written" ? (
                <>
                  +{file.added.toLocaleString("en")} −{file.removed.toLocaleString("en")}
                </>
              ) : null}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
