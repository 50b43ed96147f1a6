import { FolderUp } from "lucide-react"
import type { Metadata } from "next"
import { shown } from "@/app/shown"
import { proposalQuery, readFilters } from "@/components/inbox/filters"
import type { Excerpt, Finding } from "@/components/inbox/finding"
import { FindingPane } from "@/components/inbox/finding-pane"
import { InboxView } from "@/components/inbox/inbox-view"
import { itemsOf } from "@/components/inbox/listing"
import { StillPane } from "@/components/proposal/still-pane"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { PageTop } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import { type Actor, can } from "@/lib/memory/actor"
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
  const wanted = proposalQuery(team, filters)
  const [visible, inbox, counts, views, files, listed] = await Promise.all([
    teamOf(actor, "read", team),
    ask(showInbox, actor, { team, project }),
    ask(countInbox, actor, { team, project }),
    ask(listSavedViews, actor, { team }),
    ask(listMemoryFiles, actor, { team, project, limit: 1 }),
    wanted === null ? null : ask(listProposals, actor, { ...wanted, limit: FIRST }),
  ])
  const place = shown(visible)
  const page = listed === null ? { proposals: [], next: null, total: 0 } : shown(listed)
  const findings = shown(inbox).findings
  const figures = shown(counts)
  if (shown(files).files.length === 0 && findings.length === 0 && figures.proposals === 0 && filters.tab === "waiting") return <FirstRun team={team} project={project} />
  const some = filters.tab === "waiting" || filters.tab === "alerts" ? findings.slice(0, MOST_FINDINGS) : []
  const items = itemsOf(page.proposals, some, filters)
  const first = items.find((one) => one.id === query.get("item")) ?? items[0]
  const detail = first?.kind === "proposal" ? await ask(showProposal, actor, { proposal: first.id }) : null
  const details = detail?.ok ? [proposalDetail.parse(detail.value)] : []
  const excerpts = first?.kind === "finding" ? await excerptOf(actor, team, first.finding) : {}
  const now = new Date().toISOString()
  query.delete("item")
  const backHref = `?${query}`
  const still = details[0] ? <StillPane detail={details[0]} now={now} backHref={backHref} /> : first?.kind === "finding" ? <FindingPane finding={first.finding} excerpt={excerpts[first.id] ?? null} problem={null} now={now} backHref={backHref} /> : null
  return (
    <InboxView
      key={`${filters.tab}/${project ?? ""}`}
      team={team}
      me={actor.id}
      mayCurate={can(actor, "curate", { teamId: place.id })}
      page={page}
      findings={some}
      counts={figures}
      details={details}
      excerpts={excerpts}
      views={shown(views).views}
      still={first && still ? { id: first.id, pane: still } : null}
      now={now}
    />
  )
}

/** The lines of the finding that is shown first, so that the page is whole without script. */
async function excerptOf(actor: Actor, team: string, finding: Finding): Promise<Record<string, Excerpt>> {
  if (!finding.fileId) return {}
  const excerpt = await ask(showFileExcerpt, actor, { team, file: finding.fileId, ...(finding.line === null ? {} : { line: finding.line }) })
  return excerpt.ok ? { [finding.id]: excerpt.value } : {}
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
