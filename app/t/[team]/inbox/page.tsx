import { FolderUp } from "lucide-react"
import type { Metadata } from "next"
import type { ReactNode } from "react"
import { shown } from "@/app/shown"
import type { ConflictDetail } from "@/components/conflict/shapes"
import { StillConflict } from "@/components/conflict/still-conflict"
import { conflictQuery, proposalQuery, readFilters } from "@/components/inbox/filters"
import type { Excerpt } from "@/components/inbox/finding"
import { FindingPane } from "@/components/inbox/finding-pane"
import { InboxView } from "@/components/inbox/inbox-view"
import type { Item } from "@/components/inbox/item"
import { itemsOf } from "@/components/inbox/listing"
import type { ProposalDetail } from "@/components/proposal/shapes"
import { StillPane } from "@/components/proposal/still-pane"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { PageTop } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import { type Actor, can } from "@/lib/memory/actor"
import { listConflicts, showConflict } from "@/lib/operations/conflicts/read"
import { conflictDetail } from "@/lib/operations/conflicts/views"
import { showFileExcerpt } from "@/lib/operations/file-excerpt"
import { countInbox, showInbox } from "@/lib/operations/inbox"
import { listMemoryFiles } from "@/lib/operations/memory-files"
import { ask } from "@/lib/operations/operation"
import { listProposals, showProposal } from "@/lib/operations/proposals/read"
import { proposalDetail } from "@/lib/operations/proposals/views"
import { listSavedViews } from "@/lib/operations/saved-views"
import { teamOf } from "@/lib/operations/team-of"

export const metadata: Metadata = { title: "Inbox" }

/** More than anyone reads in one sitting; kinds and projects lead to the rest. */
const MOST_FINDINGS = 1_000
/** What comes with the page; the rest follows while one reads. */
const FIRST = 60

interface InboxPageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function InboxPage({ params, searchParams }: InboxPageProps) {
  const [{ team }, asked, actor] = await Promise.all([params, searchParams, requireActor()])
  const query = new URLSearchParams(Object.entries(asked).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])))
  const filters = readFilters(query)
  const project = filters.project ?? undefined
  const [proposalsOf, conflictsOf] = [proposalQuery(team, filters), conflictQuery(team, filters)]
  const [visible, inbox, counts, views, files, proposals, conflicts] = await Promise.all([
    teamOf(actor, "read", team),
    ask(showInbox, actor, { team, project }),
    ask(countInbox, actor, { team, project }),
    ask(listSavedViews, actor, { team }),
    ask(listMemoryFiles, actor, { team, project, limit: 1 }),
    proposalsOf === null ? null : ask(listProposals, actor, { ...proposalsOf, limit: FIRST }),
    conflictsOf === null ? null : ask(listConflicts, actor, { ...conflictsOf, limit: FIRST }),
  ])
  const place = shown(visible)
  const pages = { proposals: proposals && shown(proposals), conflicts: conflicts && shown(conflicts) }
  const findings = shown(inbox).findings
  const figures = shown(counts)
  if (shown(files).files.length === 0 && findings.length === 0 && figures.proposals === 0 && filters.tab === "waiting") return <FirstRun team={team} project={project} />
  const some = filters.tab === "waiting" || filters.tab === "alerts" ? findings.slice(0, MOST_FINDINGS) : []
  const items = itemsOf({ ...pages.proposals, ...pages.conflicts, findings: some }, filters)
  const first = items.find((one) => one.id === query.get("item")) ?? items[0]
  const known = await detailsOf(actor, team, first)
  const now = new Date().toISOString()
  query.delete("item")
  const backHref = `?${query}`
  const still = first ? stillPane(first, known, { team, now, backHref }) : null
  return (
    <InboxView
      key={`${filters.tab}/${project ?? ""}`}
      team={team}
      me={actor.id}
      mayCurate={can(actor, "curate", { teamId: place.id })}
      pages={pages}
      findings={some}
      counts={figures}
      details={known}
      excerpts={known.excerpts}
      views={shown(views).views}
      still={first && still ? { id: first.id, pane: still } : null}
      now={now}
    />
  )
}

interface Known {
  readonly proposals: readonly ProposalDetail[]
  readonly conflicts: readonly ConflictDetail[]
  readonly excerpts: Readonly<Record<string, Excerpt>>
}

/** All of the item that is shown first, so that the page is whole without script. */
async function detailsOf(actor: Actor, team: string, first: Item | undefined): Promise<Known> {
  const known = { proposals: [], conflicts: [], excerpts: {} }
  if (first?.kind === "proposal") {
    const detail = await ask(showProposal, actor, { proposal: first.id })
    return detail.ok ? { ...known, proposals: [proposalDetail.parse(detail.value)] } : known
  }
  if (first?.kind === "conflict") {
    const detail = await ask(showConflict, actor, { conflict: first.id })
    return detail.ok ? { ...known, conflicts: [conflictDetail.parse(detail.value)] } : known
  }
  if (!first?.finding.fileId) return known
  const { fileId, line } = first.finding
  const excerpt = await ask(showFileExcerpt, actor, { team, file: fileId, ...(line === null ? {} : { line }) })
  return excerpt.ok ? { ...known, excerpts: { [first.id]: excerpt.value } } : known
}

function stillPane(first: Item, { proposals: [proposal], conflicts: [conflict], excerpts }: Known, at: { team: string; now: string; backHref: string }): ReactNode {
  if (first.kind === "proposal") return proposal ? <StillPane detail={proposal} now={at.now} backHref={at.backHref} /> : null
  if (first.kind === "conflict") return <StillConflict {...at} conflict={conflict ?? first.conflict} detail={conflict ?? null} />
  return <FindingPane finding={first.finding} excerpt={excerpts[first.id] ?? null} problem={null} now={at.now} backHref={at.backHref} />
}

function FirstRun({ team, project }: { team: string; project: string | undefined }) {
  return (
    <>
      <PageTop title="Inbox" />
      <Empty
        icon={<FolderUp className="icon-lg" aria-hidden />}
        title={project ? "Nothing was imported into this project yet" : "Begin with the files that your agents keep"}
        action={
          <ButtonLink variant="primary" href={`/t/${team}/sources`}>
            Import memory files
          </ButtonLink>
        }
      >
        Drop a folder of them under Sources: you see what is in it before anything is written. What needs a person’s eye then waits here: proposals of agents, broken files, lines that
        no agent sees.
      </Empty>
    </>
  )
}
