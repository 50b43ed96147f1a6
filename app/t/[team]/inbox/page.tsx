import { ownValue } from "@/lib/memory/text/own-value"
import { FolderUp } from "lucide-react"
import type { Metadata } from "next"
import { redirect } from "next/navigation"
import type { ReactNode } from "react"
import type { z } from "zod"
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
  conflictQuery,
  type Filters,
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
  const [visible, counts, views, files, firstPages] = await Promise.all([
    teamOf(actor, "read", team),
    ask(countInbox, actor, { team, project }),
    ask(listSavedViews, actor, { team }),
    ask(listMemoryFiles, actor, { team, project, limit: 1 }),
    firstPagesOf(actor, team, filters),
  ])
  const place = shown(visible)
  const item = query.get("item")
  const pages = await withNamedAlert(actor, place, item, { filters, pages: firstPages })
  const figures = shown(counts)
  const isFirstRun = shown(files).files.length === 0 && isEmpty(figures) && filters.tab === "waiting"
  if (isFirstRun) return <FirstRun team={team} project={project} />
  const items = itemsOf(
    { ...pages.proposals, ...pages.conflicts, ...pages.syntheses, ...pages.seedPlans, ...pages.alerts },
    filters,
  )
  const first = items.find((one) => one.id === item) ?? items[0]
  const known = await detailsOf(actor, team, first)
  const now = new Date().toISOString()
  query.delete("item")
  const still = first ? stillPane(first, known, { team, now, backHref: `?${query}` }) : null
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

/** Returns the first page of each kind of item. Null for kinds that the filters exclude. */
async function firstPagesOf(actor: Actor, team: string, filters: Filters): Promise<FirstPages> {
  const [ofProposals, ofConflicts, ofSyntheses, ofSeeds, ofAlerts] = [
    proposalQuery(team, filters),
    conflictQuery(team, filters),
    synthesisQuery(team, filters),
    seedQuery(team, filters),
    alertQuery(team, filters),
  ]
  const limit = FIRST
  const [proposals, conflicts, syntheses, seedPlans, alerts] = await Promise.all([
    ofProposals && ask(listProposals, actor, { ...ofProposals, limit }).then(shown),
    ofConflicts && ask(listConflicts, actor, { ...ofConflicts, limit }).then(shown),
    ofSyntheses && ask(listSyntheses, actor, { ...ofSyntheses, limit }).then(shown),
    ofSeeds &&
      ask(listSeeds, actor, { ...ofSeeds, limit })
        .then(shown)
        .then(seedPageOf),
    ofAlerts && ask(listAlerts, actor, { ...ofAlerts, limit }).then(shown),
  ])
  return { proposals, conflicts, syntheses, seedPlans, alerts }
}

/** Adds the alert that a link names, if the first page does not list it. Redirects to the list that does. */
async function withNamedAlert(
  actor: Actor,
  team: { readonly slug: string },
  item: string | null,
  { filters, pages }: { filters: Filters; pages: FirstPages },
): Promise<FirstPages> {
  const { alerts: listed } = pages
  if (!listed || listed.alerts.some((one) => one.id === item)) return pages
  const named = await namedAlert(actor, team, item, filters)
  if (named === null) return pages
  const { alert, elsewhere } = named
  if (elsewhere) {
    const query = new URLSearchParams({
      ...(filters.project === null ? {} : { project: filters.project }),
      tab: "alerts",
      state: elsewhere,
      item: alert.id,
    })
    redirect(`/t/${team.slug}/inbox?${query}`)
  }
  return { ...pages, alerts: { ...listed, alerts: [alert, ...listed.alerts] } }
}

const isEmpty = ({ alerts, proposals, syntheses, seedPlans }: Figures): boolean =>
  [alerts, proposals, syntheses, seedPlans].every((one) => one === 0)

type Figures = z.input<typeof countInbox.output>

interface Known {
  readonly proposals: readonly ProposalDetail[]
  readonly conflicts: readonly ConflictDetail[]
  readonly syntheses: readonly SynthesisDetail[]
  readonly seedPlans: readonly SeedPlanDetail[]
  readonly alerts: readonly AlertDetail[]
  readonly excerpts: Readonly<Record<string, Excerpt>>
}

const NOTHING_KNOWN: Known = {
  proposals: [],
  conflicts: [],
  syntheses: [],
  seedPlans: [],
  alerts: [],
  excerpts: {},
}

/** Returns the details of the first item, so that the page works without scripts. */
async function detailsOf(actor: Actor, team: string, first: InboxItem | undefined): Promise<Known> {
  if (!first) return NOTHING_KNOWN
  return { ...NOTHING_KNOWN, ...(await detailOf(actor, team, first)) }
}

async function detailOf(actor: Actor, team: string, first: InboxItem): Promise<Partial<Known>> {
  switch (first.kind) {
    case "proposal": {
      const detail = await ask(showProposal, actor, { proposal: first.id })
      return detail.ok ? { proposals: [proposalDetail.parse(detail.value)] } : {}
    }
    case "conflict": {
      const detail = await ask(showConflict, actor, { conflict: first.id })
      return detail.ok ? { conflicts: [conflictDetail.parse(detail.value)] } : {}
    }
    case "synthesis": {
      const detail = await ask(showSynthesis, actor, { synthesis: first.id })
      return detail.ok ? { syntheses: [detail.value] } : {}
    }
    case "seed": {
      const detail = await ask(showSeed, actor, { plan: first.id })
      return detail.ok ? { seedPlans: [detail.value] } : {}
    }
    case "alert":
      return alertDetailOf(actor, team, first)
  }
}

async function alertDetailOf(
  actor: Actor,
  team: string,
  { id, alert }: Extract<InboxItem, { kind: "alert" }>,
): Promise<Pick<Known, "alerts" | "excerpts">> {
  const { file, line } = alert
  const [detail, excerpt] = await Promise.all([
    ask(showAlert, actor, { alert: id }),
    file !== null && wantsExcerpt(alert)
      ? ask(showFileExcerpt, actor, { team, file, ...(line === null ? {} : { line }) })
      : null,
  ])
  return {
    alerts: detail.ok ? [{ ...detail.value, id }] : [],
    excerpts: excerpt?.ok ? { [excerptKey(alert)]: excerpt.value } : {},
  }
}

/** Returns the pane of the first item for browsers without scripts. */
function stillPane(
  first: InboxItem,
  known: Known,
  at: { team: string; now: string; backHref: string },
): ReactNode {
  switch (first.kind) {
    case "proposal": {
      const [detail] = known.proposals
      return detail ? <StillPane detail={detail} now={at.now} backHref={at.backHref} /> : null
    }
    case "conflict": {
      const [detail = null] = known.conflicts
      return <StillConflict {...at} conflict={detail ?? first.conflict} detail={detail} />
    }
    case "synthesis": {
      const [detail = null] = known.syntheses
      return <SynthesisPane {...at} synthesis={detail ?? first.synthesis} detail={detail} problem={null} />
    }
    case "seed": {
      const [detail = null] = known.seedPlans
      return <SeedPane {...at} plan={first.plan} detail={detail} problem={null} />
    }
    case "alert":
      return <StillAlert {...at} alert={first.alert} known={known} />
  }
}

interface StillAlertProps {
  team: string
  now: string
  backHref: string
  alert: Extract<InboxItem, { kind: "alert" }>["alert"]
  known: Known
}

function StillAlert({ alert, known, ...at }: StillAlertProps) {
  return (
    <AlertPane
      {...at}
      alert={alert}
      detail={known.alerts[0] ?? null}
      excerpt={ownValue(known.excerpts, excerptKey(alert)) ?? null}
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
