import { Instant } from "@/components/data/instant"
import { Undo2 } from "lucide-react"
import { notFound } from "next/navigation"
import { CarryOutForm } from "@/components/memory-files/revert/revert-forms"
import { ChangePreview } from "@/components/memory-files/revert/change-preview"
import { historyPath, revertConsequence, type RevertRequest } from "@/components/memory-files/revert/reverts"
import { readRevertRequest, selectionOf } from "@/app/t/[team]/settings/history/revert-request"
import { VisibleText } from "@/components/text/visible-text"
import { ButtonLink } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import { Empty } from "@/components/ui/empty"
import { TableBox } from "@/components/data/table"
import { requireActor } from "@/lib/auth/actor"
import { can } from "@/lib/memory/teams/actor"
import { runOperation } from "@/lib/operations/operation"
import { previewRevert } from "@/lib/operations/reverts/preview"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { revert } from "../actions"
import { HistoryTop, NotPermitted } from "../history-top"

export const metadata = { title: "Revert" }

interface PreviewPageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function PreviewPage({ params, searchParams }: PreviewPageProps) {
  const [{ team: slug }, query, actor] = await Promise.all([params, searchParams, requireActor()])
  const team = await teamOf(actor, "read", slug)
  if (!team.ok) notFound()
  if (!can(actor, "curate", { teamId: team.value.id })) return <NotPermitted team={slug} />
  const asked = readRevertRequest(query)
  const seen = await runOperation(previewRevert, actor, { team: slug, ...selectionOf(asked) })
  const back = <ButtonLink href={historyPath(slug)}>Choose another writer</ButtonLink>
  if (!seen.ok) {
    return (
      <>
        <HistoryTop team={slug}>Revert</HistoryTop>
        <Empty icon={<Undo2 className="icon-lg" aria-hidden />} title="Nothing to preview" action={back}>
          {seen.message}
        </Empty>
      </>
    )
  }
  const { name, files, totals, proposals, shown } = seen.value
  const nothing = totals.files === 0 && totals.left === 0 && proposals.waiting === 0
  const writer = nothing ? quotedWriter(asked, name) : name
  return (
    <>
      <HistoryTop team={slug}>
        <VisibleText text={asked.revert || asked.revision ? `Undo ${name}` : `Revert writes by ${writer}`} />
      </HistoryTop>
      <div className="grid grid-cols-1 gap-3.5 p-4">
        <Intro asked={asked} hasWrites={!nothing} />
        {nothing ? (
          <TableBox>
            <Empty
              icon={<Undo2 className="icon-lg" aria-hidden />}
              title={`No writes by ${writer} in current memory`}
              action={back}
            >
              The writes were never approved or have already been reverted.
            </Empty>
          </TableBox>
        ) : (
          <>
            <TableBox className="p-4">
              <CarryOutForm
                action={revert.bind(null, slug, asked)}
                shown={shown}
                waiting={proposals.waiting}
                consequence={
                  totals.files > 0
                    ? revertConsequence(totals)
                    : `Reject ${formatCount(proposals.waiting, "proposal")}`
                }
                isDestructive={totals.gone > 0 || totals.cut > 0}
                suggestion=""
              />
            </TableBox>
            <ChangePreview team={slug} totals={totals} files={files} writes="Writes" />
          </>
        )}
      </div>
    </>
  )
}

/** Returns the name in quotes if it is a bare name: a name such as "nobody" reads as part of the sentence. */
function quotedWriter({ agent, token, person }: RevertRequest, name: string): string {
  return (agent ?? token ?? person) === undefined ? name : `“${name}”`
}

function Intro({ asked, hasWrites }: { asked: RevertRequest; hasWrites: boolean }) {
  if (!hasWrites && [asked.from, asked.to, asked.project].every((one) => one === undefined)) return null
  return (
    <p className="text-ink-2">
      {asked.from ? (
        <>
          From: <Instant at={asked.from} />.{" "}
        </>
      ) : null}
      {asked.to ? (
        <>
          To: <Instant at={asked.to} />.{" "}
        </>
      ) : null}
      {asked.project ? `Project: ${asked.project}. ` : ""}
      {hasWrites
        ? "Nothing has been written yet. Changes by others are kept, and their later changes to these lines are listed below."
        : null}
    </p>
  )
}
