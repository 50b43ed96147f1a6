import { ownValue } from "@/lib/memory/text/own-value"
import { FolderUp } from "lucide-react"
import type { Metadata } from "next"
import { redirect } from "next/navigation"
import type { ReactNode } from "react"
import { shown } from "@/app/shown"
import { AlertPane } from "@/components/alerts/alert-pane"
import type { AlertDetail, Excerpt } from "@/components/alerts/alert-types"
import { excerptKey, wantsExcerpt } from "@/components/alerts/alert-text"
import type { SynthesisDetail } from "@/components/coach/waiting/waiting-synthesis-types"
import { SynthesisPane } from "@/components/coach/waiting/synthesis-pane"
import { SeedPane } from "@/components/seed/waiting/seed-pane"
import type { SeedPlanDetail } from "@/components/seed/waiting/waiting-seed-types"
import type { ConflictDetail } from "@/components/conflicts/conflict-types"
import { StillConflict } from "@/components/conflicts/still-conflict"
import {
  alertQuery,
  alertStateOf,
  conflictQuery,
  proposalQuery,
  readFilters,
  seedQuery,
  synthesisQuery,
} from "@/components/inbox/filters"
import { InboxView } from "@/components/inbox/inbox-view"
import type { InboxItem } from "@/components/inbox/item"
import { itemsOf } from "@/components/inbox/listing"
import { type FirstPages, seedPageOf } from "@/components/inbox/lists"
import type { ProposalDetail } from "@/components/proposals/proposal-types"
import { StillPane } from "@/components/proposals/still-pane"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { PageTop } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { listConflicts, showConflict } from "@/lib/operations/conflicts/read"
import { conflictDetail } from "@/lib/operations/conflicts/conflict-outputs"
import { listAlerts } from "@/lib/operations/alerts/list"
import { showAlert } from "@/lib/operations/alerts/show"
import { listSyntheses, showSynthesis } from "@/lib/operations/coach/read"
import { showFileExcerpt } from "@/lib/operations/memory-files/file-excerpt"
import { countInbox } from "@/lib/operations/inbox/counts"
import { listMemoryFiles } from "@/lib/operations/memory-files/list"
import { ask } from "@/lib/operations/operation"
import { listProposals, showProposal } from "@/lib/operations/proposals/read"
import { proposalDetail } from "@/lib/operations/proposals/proposal-outputs"
import { listSavedViews } from "@/lib/operations/inbox/saved-views"
import { listSeeds, showSeed } from "@/lib/operations/seed/read"
import { teamOf } from "@/lib/operations/teams/team-of"
import { namedAlert } from "./named-item"
import { singleParameters } from "../agents/view-query"

export const metadata: Metadata = { title: "Inbox" }

/** The number of items in the first response. The rest loads in the background. */
const FIRST = 60

interface InboxPageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function InboxPage({ params, searchParams }: InboxPageProps) {
  const [{ team }, asked, actor] = await Promise.all([params, searchParams, requireActor()])
  const query = singleParameters(asked)
  const filters = readFilters(query)
  const project = filters.project ?? undefined
  const [proposalsOf, conflictsOf, synthesesOf, seedsOf, alertsOf] = [
    proposalQuery(team, filters),
    conflictQuery(team, filters),
    synthesisQuery(team, filters),
    seedQuery(team, filters),
    alertQuery(team, filters),
  ]
  const [visible, counts, views, files, proposals, conflicts, syntheses, seeds, alerts] = await Promise.all([
    teamOf(actor, "read", team),
    ask(countInbox, actor, { team, project }),
    ask(listSavedViews, actor, { team }),
    ask(listMemoryFiles, actor, { team, project, limit: 1 }),
    proposalsOf === null ? null : ask(listProposals, actor, { ...proposalsOf, limit: FIRST }),
    conflictsOf === null ? null : ask(listConflicts, actor, { ...conflictsOf, limit: FIRST }),
    synthesesOf === null ? null : ask(listSyntheses, actor, { ...synthesesOf, limit: FIRST }),
    seedsOf === null ? null : ask(listSeeds, actor, { ...seedsOf, limit: FIRST }),
    alertsOf === null ? null : ask(listAlerts, actor, { ...alertsOf, limit: FIRST }),
  ])
  const place = shown(visible)
  const listedAlerts = alerts && shown(alerts)
  const named = listedAlerts?.alerts.some((one) => one.id === query.get("item"))
    ? null
    : await namedAlert(actor, place, query.get("item"), filters, alertStateOf(filters))
  if (named?.elsewhere)
    redirect(
      `/t/${team}/inbox?${new URLSearchParams({ ...(filters.project === null ? {} : { project: filters.project }), tab: "alerts", state: named.elsewhere, item: named.alert.id })}`,
    )
  const pages: FirstPages = {
    proposals: proposals && shown(proposals),
    conflicts: conflicts && shown(conflicts),
    syntheses: syntheses && shown(syntheses),
    seedPlans: seeds && seedPageOf(shown(seeds)),
    alerts:
      listedAlerts && named
        ? { ...listedAlerts, alerts: [named.alert, ...listedAlerts.alerts] }
        : listedAlerts,
  }
  const figures = shown(counts)
  if (
    shown(files).files.length === 0 &&
    figures.alerts === 0 &&
    figures.proposals === 0 &&
    figures.syntheses === 0 &&
    figures.seedPlans === 0 &&
    filters.tab === "waiting"
  )
    return <FirstRun team={team} project={project} />
  const items = itemsOf(
    { ...pages.proposals, ...pages.conflicts, ...pages.syntheses, ...pages.seedPlans, ...pages.alerts },
    filters,
  )
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
  readonly syntheses: readonly SynthesisDetail[]
  readonly seedPlans: readonly SeedPlanDetail[]
  readonly alerts: readonly AlertDetail[]
  readonly excerpts: Readonly<Record<string, Excerpt>>
}

/** Returns the details of the first item, so that the page works without scripts. */
async function detailsOf(actor: Actor, team: string, first: InboxItem | undefined): Promise<Known> {
  const known: Known = {
    proposals: [],
    conflicts: [],
    syntheses: [],
    seedPlans: [],
    alerts: [],
    excerpts: {},
  }
  if (first?.kind === "proposal") {
    const detail = await ask(showProposal, actor, { proposal: first.id })
    return detail.ok ? { ...known, proposals: [proposalDetail.parse(detail.value)] } : known
  }
  if (first?.kind === "conflict") {
    const detail = await ask(showConflict, actor, { conflict: first.id })
    return detail.ok ? { ...known, conflicts: [conflictDetail.parse(detail.value)] } : known
  }
  if (first?.kind === "synthesis") {
    const detail = await ask(showSynthesis, actor, { synthesis: first.id })
    return detail.ok ? { ...known, syntheses: [detail.value] } : known
  }
  if (first?.kind === "seed") {
    const detail = await ask(showSeed, actor, { plan: first.id })
    return detail.ok ? { ...known, seedPlans: [detail.value] } : known
  }
  if (!first) return known
  const { file, line } = first.alert
  const [detail, excerpt] = await Promise.all([
    ask(showAlert, actor, { alert: first.id }),
    file !== null && wantsExcerpt(first.alert)
      ? ask(showFileExcerpt, actor, { team, file, ...(line === null ? {} : { line }) })
      : null,
  ])
  return {
    ...known,
    alerts: detail.ok ? [{ ...detail.value, id: first.id }] : [],
    excerpts: excerpt?.ok ? { [excerptKey(first.alert)]: excerpt.value } : {},
  }
}

function stillPane(
  first: InboxItem,
  {
    proposals: [proposal],
    conflicts: [conflict],
    syntheses: [synthesis],
    seedPlans: [plan],
    alerts: [alert],
    excerpts,
  }: Known,
  at: { team: string; now: string; backHref: string },
): ReactNode {
  if (first.kind === "proposal")
    return proposal ? <StillPane detail={proposal} now={at.now} backHref={at.backHref} /> : null
  if (first.kind === "conflict")
    return <StillConflict {...at} conflict={conflict ?? first.conflict} detail={conflict ?? null} />
  if (first.kind === "synthesis")
    return (
      <SynthesisPane
        {...at}
        synthesis={synthesis ?? first.synthesis}
        detail={synthesis ?? null}
        problem={null}
      />
    )
  if (first.kind === "seed")
    return <SeedPane {...at} plan={first.plan} detail={plan ?? null} problem={null} />
  return (
    <AlertPane
      {...at}
      alert={first.alert}
      detail={alert ?? null}
      excerpt={ownValue(excerpts, excerptKey(first.alert)) ?? null}
      problem={null}
    />
  )
}

function FirstRun({ team, project }: { team: string; project: string | undefined }) {
  return (
    <>
      <PageTop title="Inbox" />
      <Empty
        icon={<FolderUp className="icon-lg" aria-hidden />}
        title={project ? "No memory files in this project yet" : "Import your agents’ memory files"}
        action={
          <ButtonLink variant="primary" href={`/t/${team}/sources`}>
            Import memory files
          </ButtonLink>
        }
      >
        Drop a folder in Sources and review it before anything is saved. Items that need a decision are then
        listed here: proposals from agents, files with errors, and lines that are not loaded.
      </Empty>
    </>
  )
}
