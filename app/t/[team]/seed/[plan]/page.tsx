import { Download } from "lucide-react"
import type { Metadata } from "next"
import { Link } from "@/components/ui/link"
import { BoardView } from "@/components/seed/board/board-view"
import { DecidedView } from "@/components/seed/board/decided-view"
import { UndoPlan } from "@/components/seed/board/undo-plan"
import { VisibleText } from "@/components/text/visible-text"
import { newSeedPath, seedPath, seedTextPath } from "@/components/data/addresses"
import { planName, UNDO_EFFECTS, type SeedPlan } from "@/components/seed/seed-plans"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { ButtonLink } from "@/components/ui/button"
import { PageTop } from "@/components/ui/page-top"
import { FORMATS } from "@/lib/formats/all-formats"
import { SEED_FORMATS } from "@/lib/memory/seed/seed-entry"
import { cache } from "react"
import { notFound } from "next/navigation"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { requireActor } from "@/lib/auth/actor"
import { can } from "@/lib/memory/teams/actor"
import { runOperation } from "@/lib/operations/operation"
import { showSeed } from "@/lib/operations/seed/seed-plans"
import { teamOf } from "@/lib/operations/teams/team-and-project"

interface Read {
  readonly plan: SeedPlan
  /** The reason why the reader may not move entries; null if they may. */
  readonly mayNotMove: string | null
  readonly mayCurate: boolean
}

/** Returns the plan that the URL names, cached for the page and its title. */
const readPlan = cache(async (team: string, id: string): Promise<Read> => {
  const actor = await requireActor()
  const [found, place] = await Promise.all([
    runOperation(showSeed, actor, { plan: id }),
    teamOf(actor, "read", team),
  ])
  const plan = valueOrNotFound(found)
  const { id: teamId, slug } = valueOrNotFound(place)
  if (plan.team !== slug) notFound()
  return {
    plan,
    mayNotMove: can(actor, "propose", { teamId })
      ? null
      : "Only team members can move entries, and only a team lead can apply the plan. Ask a team lead for access.",
    mayCurate: can(actor, "curate", { teamId }),
  }
})

interface PlanPageProps {
  params: Promise<{ team: string; plan: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export async function generateMetadata({ params }: PlanPageProps): Promise<Metadata> {
  const { team, plan } = await params
  return { title: `Seed ${planName((await readPlan(team, plan)).plan)}` }
}

const FORMAT_CHOICES = SEED_FORMATS.map((id) => ({
  id,
  name: FORMATS.find((one) => one.id === id)?.name ?? id,
}))

export default async function PlanPage({ params, searchParams }: PlanPageProps) {
  const [{ team, plan: id }, { entry }] = await Promise.all([params, searchParams])
  const { plan, mayNotMove, mayCurate } = await readPlan(team, id)
  const now = new Date().toISOString()
  const title = (
    <>
      <Link href={seedPath(team)} className="font-medium text-ink-2 hover:text-ink">
        Seed
      </Link>
      <span className="text-ink-3"> / </span>
      <VisibleText text={planName(plan)} />
    </>
  )
  if (plan.state === "waiting") {
    return (
      <div className="flex flex-col max-lg:min-h-full lg:h-page">
        <PageTop title={title} />
        <BoardView
          key={plan.id}
          plan={plan}
          mayNotMove={mayNotMove}
          formats={FORMAT_CHOICES}
          asked={typeof entry === "string" ? entry : null}
          now={now}
        />
      </div>
    )
  }
  const undoes = UNDO_EFFECTS[plan.state]
  return (
    <>
      <LiveRefresh team={team} on={["seed", "file", "proposal"]} />
      <PageTop
        title={title}
        actions={
          <>
            {mayCurate && undoes !== undefined ? (
              <UndoPlan key={plan.state} plan={plan.id} title={`Undo: ${undoes}`} />
            ) : null}
            {plan.state === "fresh" ? null : (
              <ButtonLink size="sm" variant="quiet" href={seedTextPath(team, plan.id)} download>
                <Download className="icon" aria-hidden />
                Text
              </ButtonLink>
            )}
            {plan.state === "undone" && plan.agent !== null ? (
              <ButtonLink
                size="sm"
                href={newSeedPath(team, { project: plan.project.slug, agent: plan.agent })}
              >
                Create new plan…
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <DecidedView plan={plan} now={now} />
    </>
  )
}
