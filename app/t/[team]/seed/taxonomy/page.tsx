import type { Metadata } from "next"
import { shown } from "@/app/shown"
import { SeedTabs } from "@/components/seed/seed-tabs"
import { TaxonomyView } from "@/components/seed/taxonomy/taxonomy-view"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { PageTop } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import { can } from "@/lib/memory/actor"
import { ask } from "@/lib/operations/operation"
import { showTaxonomy } from "@/lib/operations/taxonomy/show"
import { teamOf } from "@/lib/operations/team-of"
import {
  makeDefault,
  placeAgents,
  placeByRule,
  saveCategory,
  takeAwayCategory,
  undoPlacements,
} from "./actions"

export const metadata: Metadata = { title: "Taxonomy" }

const CHANGES = ["taxonomy", "import", "team", "file", "proposal"]

interface TaxonomyPageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<{ project?: string | string[] }>
}

export default async function TaxonomyPage({ params, searchParams }: TaxonomyPageProps) {
  const [{ team: slug }, { project }, actor] = await Promise.all([params, searchParams, requireActor()])
  const [found, outcome] = await Promise.all([
    teamOf(actor, "read", slug),
    ask(showTaxonomy, actor, { team: slug }),
  ])
  const [team, { categories, unplaced, missing }] = [shown(found), shown(outcome)]
  return (
    <>
      <PageTop
        title="Seed"
        tabs={
          <SeedTabs
            team={slug}
            project={typeof project === "string" && project !== "" ? project : null}
            current="Taxonomy"
          />
        }
      />
      <LiveRefresh team={slug} on={CHANGES} />
      <TaxonomyView
        team={slug}
        teamName={team.name}
        categories={categories}
        unplaced={unplaced}
        missing={missing}
        may={can(actor, "manage", { teamId: team.id })}
        actions={{
          place: placeAgents,
          undo: undoPlacements,
          apply: placeByRule,
          makeDefault,
          save: saveCategory,
          remove: takeAwayCategory,
        }}
      />
    </>
  )
}
