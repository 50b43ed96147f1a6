import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { VisibleText } from "@/components/text/visible-text"
import { ButtonLink } from "@/components/ui/button"
import { ActionsTh, Table, Td, Th } from "@/components/data/table"
import { type RevertRequest, KIND_WORD, previewPath, type Writer } from "./revert-types"

interface WriterTableProps {
  team: string
  writers: readonly Writer[]
  /** Filters of the list, which the preview keeps. */
  narrowed: RevertRequest
  now: string
}

/** Writers whose writes are still current, latest first. */
export function WriterTable({ team, writers, narrowed, now }: WriterTableProps) {
  return (
    <Table label="Writers">
      <thead>
        <tr>
          <Th>Writer</Th>
          <Th>Kind</Th>
          <Th numeric>Files</Th>
          <Th numeric>Revisions</Th>
          <Th numeric>Proposals</Th>
          <Th>First</Th>
          <Th>Last</Th>
          <ActionsTh />
        </tr>
      </thead>
      <tbody>
        {writers.map((writer) => {
          const href = previewPath(team, { [writer.kind]: writer.id, ...narrowed })
          return (
            <tr key={`${writer.kind} ${writer.id}`}>
              <Td className="max-w-44 truncate font-medium md:max-w-80">
                <Link href={href} className="hover:underline">
                  <VisibleText text={writer.name} />
                </Link>
              </Td>
              <Td className="text-ink-2">{KIND_WORD[writer.kind]}</Td>
              <Td numeric>{writer.files.toLocaleString("en")}</Td>
              <Td numeric>{writer.revisions.toLocaleString("en")}</Td>
              <Td numeric>
                {writer.proposals > 0 ? (
                  writer.proposals.toLocaleString("en")
                ) : (
                  <span className="text-ink-3">0</span>
                )}
              </Td>
              <Td className="text-ink-2">
                <Instant at={writer.first} now={now} />
              </Td>
              <Td className="text-ink-2">
                <Instant at={writer.last} now={now} />
              </Td>
              <Td className="text-right">
                <ButtonLink
                  size="sm"
                  href={href}
                  aria-label={`Preview a revert of writes by the ${KIND_WORD[writer.kind]} ${writer.name}`}
                >
                  Preview
                </ButtonLink>
              </Td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}
