import { Instant } from "@/components/data/instant"
import { Undo2 } from "lucide-react"
import { notFound } from "next/navigation"
import { CarryOutForm } from "@/components/memory-files/revert/revert-forms"
import { ChangePreview } from "@/components/memory-files/revert/change-preview"
import { historyPath, restoreConsequence } from "@/components/memory-files/revert/reverts"
import { instantOf, readRevertRequest } from "@/app/t/[team]/settings/history/revert-request"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { TableBox } from "@/components/data/table"
import { requireActor } from "@/lib/auth/actor"
import { can } from "@/lib/memory/teams/actor"
import { asSentence } from "@/lib/memory/text/sentence"
import { runOperation } from "@/lib/operations/operation"
import { previewRestore } from "@/lib/operations/reverts/point-in-time-restore"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { restore } from "../actions"
import { HistoryTop, NotPermitted } from "../history-top"

export const metadata = { title: "Restore everything" }

interface RestorePageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function RestorePage({ params, searchParams }: RestorePageProps) {
  const [{ team: slug }, query, actor] = await Promise.all([params, searchParams, requireActor()])
  const team = await teamOf(actor, "read", slug)
  if (!team.ok) notFound()
  if (!can(actor, "curate", { teamId: team.value.id })) return <NotPermitted team={slug} />
  const { at: typed = "", zone = "UTC", project } = readRevertRequest(query)
  const asked = { at: instantOf(typed, zone), ...(project ? { project } : {}) }
  const seen = await runOperation(previewRestore, actor, { team: slug, ...asked })
  const back = <ButtonLink href={historyPath(slug)}>Choose another time</ButtonLink>
  if (!seen.ok) {
    const isTimeInvalid = seen.reason === "invalid"
    return (
      <>
        <HistoryTop team={slug}>Restore everything</HistoryTop>
        <Empty
          icon={<Undo2 className="icon-lg" aria-hidden />}
          title={isTimeInvalid ? "Invalid time" : "Nothing to preview"}
          action={back}
        >
          {isTimeInvalid ? "Choose a date between 1 January 1970 and today." : asSentence(seen.message)}
        </Empty>
      </>
    )
  }
  const { files, totals, shown } = seen.value
  return (
    <>
      <HistoryTop team={slug}>Restore everything</HistoryTop>
      <div className="grid grid-cols-1 gap-3.5 p-4">
        <p className="text-ink-2">
          Restores all memory files{project ? ` in ${project}` : ""} to their state as of{" "}
          <Instant at={asked.at} look="second" />. Nothing has been written yet.
        </p>
        {totals.files === 0 && totals.left === 0 ? (
          <TableBox>
            <Empty
              icon={<Undo2 className="icon-lg" aria-hidden />}
              title="No changes since then"
              action={back}
            >
              No memory files have changed since then.
            </Empty>
          </TableBox>
        ) : (
          <>
            <TableBox className="p-4">
              <CarryOutForm
                action={restore.bind(null, slug, asked)}
                shown={shown}
                waiting={0}
                consequence={restoreConsequence(totals)}
                isDestructive={totals.gone > 0}
                suggestion=""
              />
            </TableBox>
            <ChangePreview team={slug} totals={totals} files={files} writes="Revisions to discard" />
          </>
        )}
      </div>
    </>
  )
}
