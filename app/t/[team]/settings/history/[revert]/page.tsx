import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { VisibleText } from "@/components/text/visible-text"
import { KeptLines } from "@/components/memory-files/revert/change-preview"
import { historyPath } from "@/components/memory-files/revert/reverts"
import { RevertTitle } from "@/components/memory-files/revert/revert-overview"
import { UndoForm } from "@/components/memory-files/revert/revert-forms"
import { ButtonLink } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import { Notice } from "@/components/ui/notice"
import { TableBox, Table, Td, Th } from "@/components/data/table"
import { requireActor } from "@/lib/auth/actor"
import { groupBy } from "@/lib/memory/text/aggregates"
import { runOperation } from "@/lib/operations/operation"
import { showRevert } from "@/lib/operations/reverts/reverts"
import { undo } from "../actions"
import { HistoryTop } from "../history-top"

export const metadata = { title: "Reverted" }

export default async function RevertPage({ params }: { params: Promise<{ team: string; revert: string }> }) {
  const [{ team, revert: id }, actor] = await Promise.all([params, requireActor()])
  const revert = valueOrNotFound(await runOperation(showRevert, actor, { team, revert: id }))
  const now = new Date().toISOString()
  const rejected =
    revert.rejected > 0 ? ` ${formatCount(revert.rejected, "undecided proposal")} rejected.` : ""
  return (
    <>
      <HistoryTop team={team}>
        <RevertTitle {...revert} />
      </HistoryTop>
      <div className="grid grid-cols-1 gap-3.5 p-4">
        <Notice
          tone={revert.undone ? "neutral" : "good"}
          title={
            revert.of.at
              ? `${formatCount(revert.files, "file")} restored`
              : `${formatCount(revert.writes, "write")} in ${formatCount(revert.files, "file")} reverted`
          }
          action={
            revert.undone ? (
              <ButtonLink size="sm" href={`${historyPath(team)}/${revert.undone}`}>
                View undo
              </ButtonLink>
            ) : undefined
          }
        >
          By {revert.by}, <Instant at={revert.at} now={now} />: <VisibleText text={revert.reason} />.
          {rejected}
        </Notice>
        {revert.undone === null && revert.files > 0 && revert.of.synthesis === undefined ? (
          <UndoForm
            action={undo.bind(null, team, revert.id)}
          >{`Undo revert of ${formatCount(revert.files, "file")}`}</UndoForm>
        ) : null}
        {revert.left.length > 0 ? (
          <section aria-labelledby="left" className="grid gap-2.5">
            <h2 id="left">Kept because of later changes by others</h2>
            {[...groupBy(revert.left, (one) => one.fileId)].map(([fileId, left]) => (
              <TableBox key={fileId} className="overflow-hidden">
                <p className="px-3 py-1.5 text-sm">
                  <Link href={`/t/${team}/memory/${fileId}`} className="text-link wrap-anywhere">
                    {left[0]?.path}
                  </Link>
                </p>
                <KeptLines left={left} />
              </TableBox>
            ))}
          </section>
        ) : null}
        <Table label="Files">
          <thead>
            <tr>
              <Th>File</Th>
              <Th>Project</Th>
              <Th>Now</Th>
              <Th numeric>Lines</Th>
            </tr>
          </thead>
          <tbody>
            {revert.changed.map((file) => (
              <tr key={file.fileId}>
                <Td className="max-w-120 truncate">
                  <Link
                    href={`/t/${team}/memory/${file.fileId}${file.revision === null ? "" : `?view=history&revision=${file.revision}`}`}
                    className="font-medium hover:underline"
                  >
                    {file.path}
                  </Link>
                </Td>
                <Td className="text-ink-2">{file.project.name}</Td>
                <Td className="text-ink-2">
                  {[file.revision === null ? "" : `revision ${file.revision}`, stateWords(file.becomes)]
                    .filter(Boolean)
                    .join(", ")}
                </Td>
                <Td numeric>
                  <span className="text-good">+{file.added.toLocaleString("en")}</span>{" "}
                  <span className="text-danger">−{file.cut.toLocaleString("en")}</span>
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </>
  )
}

function stateWords(becomes: string | null): string {
  if (becomes === "gone") return "removed"
  return becomes === "present" ? "restored" : ""
}
