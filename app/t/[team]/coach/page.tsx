import type { Metadata } from "next"
import type { ReactNode } from "react"
import type { z } from "zod"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { CoachFilters, CoachKeys } from "@/components/coach/list/coach-filters"
import { SynthesisTable } from "@/components/coach/list/synthesis-table"
import { coachPath, newSynthesisPath } from "@/components/data/addresses"
import { isUnderWay, readSynthesisRequest } from "@/components/coach/coach-run"
import { CoachRunList } from "@/components/coach/run-list"
import { FirstBrief } from "@/components/coach/start/first-brief"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { Notice } from "@/components/ui/notice"
import { PageTop } from "@/components/ui/page-top"
import { Panel } from "@/components/ui/panel"
import { requireActor } from "@/lib/auth/actor"
import {
  SYNTHESIS_KINDS,
  SYNTHESIS_STATES,
  type SynthesisKind,
  type SynthesisState,
} from "@/lib/memory/coach/synthesis"
import type { Actor } from "@/lib/memory/teams/actor"
import { done } from "@/lib/memory/inputs/outcome"
import { listSyntheses } from "@/lib/operations/coach/syntheses"
import { listCoachRuns } from "@/lib/operations/coach/runs/coach-runs"
import { listTeamProjects } from "@/lib/operations/agents/fleet"
import { runOperation } from "@/lib/operations/operation"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { readParameters, type PageSearch } from "@/app/page-parameters"
import { cancelRun, retryRun, startSynthesis } from "./actions"
import { UnlessNothingToRead, StartPanelWithChoices } from "./start-panel-choices"

export const metadata: Metadata = { title: "Coach" }

/** Kinds of events that change the list. The progress of a run is polled while it is in progress. */
const CHANGES = ["synthesis", "claim", "coach-run"] as const
/** Number of decided syntheses on a page. */
const PAGE = 25
const MOST_WAITING = 100

export default async function CoachPage({
  params,
  searchParams,
}: {
  params: Promise<{ team: string }>
  searchParams: PageSearch
}) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const request = readRequest(search)
  const { project, kind, state, after } = request
  const here = project ?? null
  const [lists, places, coaches] = await Promise.all([
    listsOf(actor, team, request),
    runOperation(listTeamProjects, actor, { team }),
    teamOf(actor, "coach", team),
  ])
  const { waiting, runs } = lists
  const { projects } = valueOrNotFound(places)
  const names = Object.fromEntries(projects.map(({ slug, name }) => [slug, name]))
  const narrowed = { project: here, kind, state }
  const begin = coaches.ok ? startPaths(team, here) : null
  const start = startSynthesis.bind(null, { team, here })
  const panel = readSynthesisRequest(request.panel)
  const isEmpty = waiting.length + lists.decided.syntheses.length === 0
  const isNarrowed = Object.values({ project, kind, state, after }).some((one) => one !== undefined)
  const now = new Date().toISOString()
  const tables = { team, projects: names, now }
  return (
    <>
      <PageTop title="Coach" guide="coach#coach-claims" actions={<StartButtons begin={begin} />} />
      <LiveRefresh team={team} on={CHANGES} />
      <CoachKeys begin={begin} />
      <div className="grid grid-cols-1 gap-5 p-4">
        {panel && begin ? (
          <StartPanelWithChoices
            key={panel.kind}
            actor={actor}
            team={team}
            asked={panel}
            projects={projects}
            here={here}
            closeHref={coachPath(team, narrowed)}
            start={start}
          />
        ) : null}
        {panel && !begin ? <OnlyLeads /> : null}
        {isEmpty && !isNarrowed ? null : (
          <CoachFilters projects={projects} asked={{ project, kind, state }} />
        )}
        <CoachRunList
          team={team}
          project={here}
          kind={kind}
          initial={runs}
          projects={names}
          now={now}
          actions={begin ? { cancel: cancelRun, retry: retryRun } : null}
        >
          <Waiting {...tables} syntheses={waiting} />
        </CoachRunList>
        <Decided {...tables} {...lists.decided} narrowed={narrowed} after={after} />
        {isEmpty ? (
          <NothingListed
            team={team}
            isNarrowed={isNarrowed}
            mayStart={begin !== null}
            isStarting={panel !== null || runs.some(isUnderWay)}
          >
            <UnlessNothingToRead actor={actor} team={team}>
              <FirstBrief
                project={here}
                start={start}
                chooseHref={newSynthesisPath(team, "brief", { project: here })}
              />
            </UnlessNothingToRead>
          </NothingListed>
        ) : null}
      </div>
    </>
  )
}

const NONE = done<z.input<typeof listSyntheses.output>>({ syntheses: [], next: null, total: 0 })
const NO_RUNS = done<z.input<typeof listCoachRuns.output>>({ runs: [] })

function Pages({ newest, older }: { newest: string | null; older: string | null }) {
  if (newest === null && older === null) return null
  return (
    <nav aria-label="Pagination" className="mt-2.5 flex gap-2">
      {newest ? (
        <ButtonLink size="sm" href={newest}>
          Newest
        </ButtonLink>
      ) : null}
      {older ? (
        <ButtonLink size="sm" href={older}>
          Older
        </ButtonLink>
      ) : null}
    </nav>
  )
}

interface CoachRequest {
  readonly project: string | undefined
  readonly kind: SynthesisKind | undefined
  readonly state: SynthesisState | undefined
  /** The cursor of a page of decided syntheses. */
  readonly after: string | undefined
  /** Parameters of the panel that starts the coach. */
  readonly panel: URLSearchParams
}

/** Parses the query parameters of the page. Unknown kinds and states are ignored. */
function readRequest(search: Awaited<PageSearch>): CoachRequest {
  const { after, ...said } = readParameters(search, [
    "project",
    "kind",
    "state",
    "after",
    "new",
    "agent",
    "method",
    "in",
  ])
  return {
    project: said.project,
    kind: SYNTHESIS_KINDS.find((one) => one === said.kind),
    state: SYNTHESIS_STATES.find((one) => one === said.state),
    after,
    panel: new URLSearchParams(said),
  }
}

async function listsOf(actor: Actor, team: string, { project, kind, state, after }: CoachRequest) {
  const listed = { team, project, kind }
  // Older pages and decided states do not list runs in progress.
  const isNow = after === undefined && (state ?? "waiting") === "waiting"
  const [waiting, decided, runs] = await Promise.all([
    isNow ? runOperation(listSyntheses, actor, { ...listed, state: "waiting", limit: MOST_WAITING }) : NONE,
    state === "waiting"
      ? NONE
      : runOperation(listSyntheses, actor, { ...listed, state: state ?? "decided", limit: PAGE, after }),
    isNow ? runOperation(listCoachRuns, actor, { team, project }) : NO_RUNS,
  ])
  return {
    waiting: valueOrNotFound(waiting).syntheses,
    decided: valueOrNotFound(decided),
    runs: valueOrNotFound(runs).runs,
  }
}

const startPaths = (team: string, project: string | null) => ({
  brief: newSynthesisPath(team, "brief", { project }),
  orientation: newSynthesisPath(team, "orientation", { project }),
})

/** Buttons that open the start panel. `begin`: null for users who may not start the coach. */
function StartButtons({ begin }: { begin: ReturnType<typeof startPaths> | null }) {
  if (begin === null) return null
  return (
    <>
      <ButtonLink size="sm" kbd="N" href={begin.brief}>
        New brief
      </ButtonLink>
      <ButtonLink size="sm" kbd="O" href={begin.orientation}>
        New orientation
      </ButtonLink>
    </>
  )
}

type Listed = z.input<typeof listSyntheses.output>
type TableProps = Pick<Parameters<typeof SynthesisTable>[0], "team" | "projects" | "now">

function Waiting({ syntheses, ...table }: TableProps & Pick<Listed, "syntheses">) {
  return syntheses.length === 0 ? null : (
    <Panel title="Waiting for review" note={syntheses.length}>
      <SynthesisTable {...table} label="Waiting for review" syntheses={syntheses} />
    </Panel>
  )
}

interface DecidedProps extends TableProps, Listed {
  narrowed: Parameters<typeof coachPath>[1]
  after: string | undefined
}

/** A page of decided syntheses. */
function Decided({ syntheses, next, total, narrowed, after, ...table }: DecidedProps) {
  if (syntheses.length === 0) return null
  const [title, newest] =
    after === undefined
      ? (["Reviewed", null] as const)
      : (["Earlier", coachPath(table.team, narrowed)] as const)
  return (
    <Panel title={title} note={total}>
      <SynthesisTable {...table} label="Reviewed" syntheses={syntheses} />
      <Pages
        newest={newest}
        older={next === null ? null : coachPath(table.team, { ...narrowed, after: next })}
      />
    </Panel>
  )
}

interface NothingListedProps {
  team: string
  isNarrowed: boolean
  mayStart: boolean
  /** True if the panel that starts the coach is open, or a run is in progress. */
  isStarting: boolean
  children: ReactNode
}

/** Empty state of the list. `children`: shown if the user may start the first brief. */
function NothingListed({ team, isNarrowed, mayStart, isStarting, children }: NothingListedProps) {
  if (isNarrowed) {
    return (
      <Empty
        title="No results match these filters"
        action={<ButtonLink href={coachPath(team)}>Clear filters</ButtonLink>}
      />
    )
  }
  if (!mayStart) return <NoBriefs />
  return isStarting ? null : children
}

function OnlyLeads() {
  return (
    <Notice title="Only leads can start the coach">
      You can read briefs and orientations. Ask a team lead to create one.
    </Notice>
  )
}

function NoBriefs() {
  return (
    <Empty title="No briefs yet">
      A brief summarizes the memory of all agents: what several of them found, where they contradict each
      other, and what one agent knows that others need. Ask a team lead to create one.
    </Empty>
  )
}
