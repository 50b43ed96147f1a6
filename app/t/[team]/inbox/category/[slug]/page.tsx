import { ArrowLeft, Inbox } from "lucide-react"
import type { Metadata } from "next"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { ConsolidateView } from "@/components/proposals/consolidate/consolidate-view"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { PageTop } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import { runOperation } from "@/lib/operations/operation"
import { showConsolidation } from "@/lib/operations/proposals/consolidation-preview"

export const metadata: Metadata = { title: "Consolidate" }

interface ConsolidatePageProps {
  params: Promise<{ team: string; slug: string }>
  searchParams: Promise<{ project?: string }>
}

export default async function ConsolidatePage({ params, searchParams }: ConsolidatePageProps) {
  const [{ team, slug }, { project }, actor] = await Promise.all([params, searchParams, requireActor()])
  const consolidation = valueOrNotFound(
    await runOperation(showConsolidation, actor, { team, category: decodeURIComponent(slug), project }),
  )
  const { category, files } = consolidation
  const back = inboxPathOf(team, project)
  return (
    <div className="flex min-h-page flex-col">
      <PageTop
        title={`Consolidate ${category.name}`}
        actions={
          <ButtonLink size="sm" href={back}>
            <ArrowLeft className="icon" aria-hidden />
            Inbox
          </ButtonLink>
        }
      />
      {files.length === 0 ? (
        <Empty
          icon={<Inbox className="icon-lg" aria-hidden />}
          title={`No proposals for ${category.name}`}
          action={<ButtonLink href={back}>Go to Inbox</ButtonLink>}
        >
          Proposals from this category’s agents are grouped here. Duplicates are combined, and you can approve
          everything at once.
        </Empty>
      ) : (
        <div className="flex flex-1 flex-col">
          <ConsolidateView
            key={category.slug}
            team={team}
            consolidation={consolidation}
            now={new Date().toISOString()}
          />
        </div>
      )}
    </div>
  )
}

function inboxPathOf(team: string, project: string | null = null): string {
  return `/t/${team}/inbox${project === null ? "" : `?project=${encodeURIComponent(project)}`}`
}
