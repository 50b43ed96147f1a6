import { CalendarCheck } from "lucide-react"
import type { Metadata } from "next"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { CompactionKeys } from "@/components/compaction/compaction-keys"
import { type DueRow, DueTable, HistoryTable } from "@/components/compaction/compaction-tables"
import { compactionPath } from "@/components/compaction/compaction"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { placePath } from "@/components/shell/navigation"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { Panel } from "@/components/ui/panel"
import { requireActor } from "@/lib/auth/actor"
import { listDueCompactions } from "@/lib/operations/compaction/due"
import { listCompactionHistory } from "@/lib/operations/compaction/history"
import { runOperation } from "@/lib/operations/operation"
import { readParameters, type PageSearch } from "@/app/page-parameters"

export const metadata: Metadata = { title: "Compact" }

/** Kinds of events that change which compactions are due or the state of their proposals. */
const CHANGES = ["compaction", "proposal", "file", "import", "policy"] as const

export default async function CompactionPage({
  params,
  searchParams,
}: {
  params: Promise<{ team: string }>
  searchParams: PageSearch
}) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const { project, cursor } = readParameters(search, ["project", "cursor"])
  const now = new Date().toISOString()
  const [due, older] = await Promise.all([
    runOperation(listDueCompactions, actor, { team, project }),
    cursor === undefined ? null : runOperation(listCompactionHistory, actor, { team, project, cursor }),
  ])
  const { memories, history: first } = valueOrNotFound(due)
  const history = older === null ? first : valueOrNotFound(older)
  const rows = memories.flatMap((memory): DueRow[] => memory.kinds.map((kind) => ({ memory, kind })))
  const [dueNow, later] = [rows.filter(({ kind }) => kind.due), rows.filter(({ kind }) => !kind.due)]
  const listed = { team, showProject: project === undefined, now }
  return (
    <>
      <PlaceTop team={team} project={project} current="memory/compact" />
      <LiveRefresh team={team} on={CHANGES} />
      <CompactionKeys />
      <div className="grid grid-cols-1 gap-5 p-4">
        <p className="max-w-180 text-ink-2">
          Compaction turns daily logs into long-term memory, trims files to fit their budgets, and removes old
          runs but keeps their lessons. Every change is a proposal that a curator must approve.
        </p>
        {rows.length === 0 ? (
          <NothingToCompact filesHref={placePath(team, "memory", project ?? null)} />
        ) : null}
        {dueNow.length > 0 ? (
          <Panel title="Due" note={dueNow.length}>
            <DueTable label="Due" rows={dueNow} {...listed} />
          </Panel>
        ) : null}
        {dueNow.length === 0 && rows.length > 0 ? (
          <Panel title="Due">
            <p className="text-ink-2">No compactions are due.</p>
          </Panel>
        ) : null}
        {later.length > 0 ? (
          <Panel title="Not due yet" note={later.length}>
            <DueTable label="Not due yet" rows={later} {...listed} />
          </Panel>
        ) : null}
        {history.compactions.length > 0 || cursor !== undefined ? (
          <Panel title={cursor === undefined ? "History" : "Older compactions"}>
            <HistoryTable compactions={history.compactions} {...listed} />
            <Pages team={team} project={project} isFirst={cursor === undefined} next={history.cursor} />
          </Panel>
        ) : null}
      </div>
    </>
  )
}

function NothingToCompact({ filesHref }: { filesHref: string }) {
  return (
    <Empty
      icon={<CalendarCheck className="icon-lg" aria-hidden />}
      title="Nothing to compact"
      action={<ButtonLink href={filesHref}>View all memory files</ButtonLink>}
    >
      There are no daily logs, files over budget or run caches.
    </Empty>
  )
}

interface PagesProps {
  team: string
  project: string | undefined
  isFirst: boolean
  /** Cursor of the next page; null on the last page. */
  next: string | null
}

function Pages({ team, project, isFirst, next }: PagesProps) {
  if (isFirst && next === null) return null
  return (
    <nav aria-label="Compaction history pages" className="mt-2.5 flex gap-2">
      {isFirst ? null : (
        <ButtonLink size="sm" href={compactionPath(team, { project })}>
          Newest
        </ButtonLink>
      )}
      {next === null ? null : (
        <ButtonLink size="sm" href={compactionPath(team, { project, cursor: next })}>
          Older
        </ButtonLink>
      )}
    </nav>
  )
}
