import type { Metadata } from "next"
import type { z } from "zod"
import { shown } from "@/app/shown"
import { CoachFilters } from "@/components/coach/list/coach-filters"
import { CoachKeys } from "@/components/coach/list/coach-keys"
import { SynthesisTable } from "@/components/coach/list/synthesis-table"
import { coachPath, newSynthesisPath } from "@/components/data/addresses"
import { isUnderWay } from "@/components/coach/run/listed-runs"
import { CoachRunList } from "@/components/coach/run/run-list"
import { readSynthesisRequest } from "@/components/coach/start/asked"
import { FirstBrief } from "@/components/coach/start/first-brief"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { Notice } from "@/components/ui/notice"
import { PageTop } from "@/components/ui/page-top"
import { Panel } from "@/components/ui/panel"
import { requireActor } from "@/lib/auth/actor"
import { SYNTHESIS_KINDS, SYNTHESIS_STATES } from "@/lib/memory/coach/kinds"
import { done } from "@/lib/memory/inputs/outcome"
import { listSyntheses } from "@/lib/operations/coach/read"
import { listCoachRuns } from "@/lib/operations/coach/runs/list"
import { listTeamProjects } from "@/lib/operations/agents/list"
import { ask } from "@/lib/operations/operation"
import { teamOf } from "@/lib/operations/teams/team-of"
import { asked, type Search } from "../agents/view-query"
import { cancelRun, retryRun, startSynthesis } from "./actions"
import { UnlessNothingToRead } from "./nothing-to-read"
import { OpenedPanel } from "./opened-panel"

export const metadata: Metadata = { title: "Coach" }

/** Kinds of events that change the list. The progress of a run is polled while it is in progress. */
const CHANGES = ["synthesis", "claim", "coach-run"] as const
/** Decided syntheses on a page. */
const PAGE = 25
const MOST_WAITING = 100

export default async function CoachPage({
  params,
  searchParams,
}: {
  params: Promise<{ team: string }>
  searchParams: Search
}) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const { project, after, ...said } = asked(search, [
    "project",
    "kind",
    "state",
    "after",
    "new",
    "agent",
    "method",
    "in",
  ])
  const here = project ?? null
  const [kind, state] = [
    SYNTHESIS_KINDS.find((one) => one === said.kind),
    SYNTHESIS_STATES.find((one) => one === said.state),
  ]
  const listed = { team, project, kind }
  // Older pages and decided states do not list runs in progress.
  const isNow = after === undefined && (state ?? "waiting") === "waiting"
  const [waiting, decided, runs, places, coaches] = await Promise.all([
    isNow ? ask(listSyntheses, actor, { ...listed, state: "waiting", limit: MOST_WAITING }) : NONE,
    state === "waiting"
      ? NONE
      : ask(listSyntheses, actor, { ...listed, state: state ?? "decided", limit: PAGE, after }),
    isNow ? ask(listCoachRuns, actor, { team, project }) : NO_RUNS,
    ask(listTeamProjects, actor, { team }),
    teamOf(actor, "coach", team),
  ])
  const [wait, { syntheses: ended, next, total }] = [shown(waiting).syntheses, shown(decided)]
  const { runs: known } = shown(runs)
  const { projects } = shown(places)
  const names = Object.fromEntries(projects.map(({ slug, name }) => [slug, name]))
  const narrowed = { project: here, kind, state }
  const begin = coaches.ok
    ? {
        brief: newSynthesisPath(team, "brief", { project: here }),
        orientation: newSynthesisPath(team, "orientation", { project: here }),
      }
    : null
  const start = startSynthesis.bind(null, { team, here })
  const panel = readSynthesisRequest(
    new URLSearchParams({ ...said, ...(project === undefined ? {} : { project }) }),
  )
  const isNarrowed = kind !== undefined || state !== undefined || after !== undefined || here !== null
  const isEmpty = wait.length === 0 && ended.length === 0
  const now = new Date().toISOString()
  return (
    <>
      <PageTop
        title="Coach"
        guide="coach#coach-claims"
        actions={
          begin ? (
            <>
              <ButtonLink size="sm" kbd="N" href={begin.brief}>
                New brief
              </ButtonLink>
              <ButtonLink size="sm" kbd="O" href={begin.orientation}>
                New orientation
              </ButtonLink>
            </>
          ) : null
        }
      />
      <LiveRefresh team={team} on={CHANGES} />
      <CoachKeys begin={begin} />
      <div className="grid grid-cols-1 gap-5 p-4">
        {panel === null ? null : coaches.ok ? (
          <OpenedPanel
            key={panel.kind}
            actor={actor}
            team={team}
            asked={panel}
            projects={projects}
            here={here}
            closeHref={coachPath(team, narrowed)}
            start={start}
          />
        ) : (
          <Notice title="Only leads can start the coach">
            You can read briefs and orientations. To create one, ask a lead of the team.
          </Notice>
        )}
        {isEmpty && !isNarrowed ? null : (
          <CoachFilters projects={projects} asked={{ project, kind, state }} />
        )}
        <CoachRunList
          team={team}
          project={here}
          kind={kind}
          initial={known}
          projects={names}
          now={now}
          actions={coaches.ok ? { cancel: cancelRun, retry: retryRun } : null}
        >
          {wait.length > 0 ? (
            <Panel title="Waiting for review" note={wait.length}>
              <SynthesisTable
                team={team}
                label="Waiting for review"
                syntheses={wait}
                projects={names}
                now={now}
              />
            </Panel>
          ) : null}
        </CoachRunList>
        {ended.length > 0 ? (
          <Panel title={after === undefined ? "Published and earlier" : "Earlier"} note={total}>
            <SynthesisTable
              team={team}
              label="Published and earlier"
              syntheses={ended}
              projects={names}
              now={now}
            />
            <Pages
              newest={after === undefined ? null : coachPath(team, narrowed)}
              older={next === null ? null : coachPath(team, { ...narrowed, after: next })}
            />
          </Panel>
        ) : null}
        {!isEmpty ? null : isNarrowed ? (
          <Empty
            title="No results match these filters"
            action={<ButtonLink href={coachPath(team)}>Clear filters</ButtonLink>}
          />
        ) : begin === null ? (
          <Empty title="No briefs yet">
            A brief summarizes the memory of all agents: what several of them found, where they contradict
            each other, and what one agent knows that others need. Ask a lead of the team to create one.
          </Empty>
        ) : panel === null && !known.some(isUnderWay) ? (
          <UnlessNothingToRead actor={actor} team={team}>
            <FirstBrief project={here} start={start} chooseHref={begin.brief} />
          </UnlessNothingToRead>
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
