import { Table, Td, Th } from "@/components/ui/table"
import { Tag } from "@/components/ui/tag"
import { describeMoment } from "@/components/ui/moment"
import type { Source } from "./source"

const KINDS: Record<string, string> = { upload: "upload", directory: "directory", client: "command line" }

/** Where the team's memory files come from. `now` is an ISO instant. */
export function SourceTable({ sources, now }: { sources: readonly Source[]; now: string }) {
  return (
    <Table label="Sources" className="md:table-fixed">
      <thead>
        <tr>
          <Th className="max-md:w-full">Source</Th>
          <Th className="w-32 max-md:hidden">Kind</Th>
          <Th numeric className="md:w-20">
            Files
          </Th>
          <Th numeric className="md:w-24">
            Gone
          </Th>
          <Th className="md:w-36">Last import</Th>
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <tr key={source.id}>
            <Td className="max-w-0 truncate font-medium" title={source.name}>
              {source.name}
            </Td>
            <Td className="text-ink-2 max-md:hidden">{KINDS[source.kind] ?? source.kind}</Td>
            <Td numeric>{source.files.toLocaleString("en")}</Td>
            <Td numeric>{source.gone > 0 ? <Tag tone="caution">{source.gone} gone</Tag> : <span className="text-ink-3">0</span>}</Td>
            <Td className="text-ink-2">{source.lastImportedAt ? describeMoment(source.lastImportedAt, now) : "never"}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
