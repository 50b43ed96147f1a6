import type { Metadata } from "next"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { TaxonomyView } from "@/components/agents/categories/categories-view"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { requireActor } from "@/lib/auth/actor"
import { can } from "@/lib/memory/teams/actor"
import { runOperation } from "@/lib/operations/operation"
import { showTaxonomy } from "@/lib/operations/categories/categories"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import {
  makeDefault,
  placeAgents,
  placeByRule,
  saveCategory,
  takeAwayCategory,
  undoPlacements,
} from "./actions"

export const metadata: Metadata = { title: "Categories" }

const CHANGES = ["taxonomy", "import", "team", "file", "proposal"]

interface CategoriesPageProps {
  params: Promise<{ team: string }>
}

export default async function CategoriesPage({ params }: CategoriesPageProps) {
  const [{ team: slug }, actor] = await Promise.all([params, requireActor()])
  const [found, outcome] = await Promise.all([
    teamOf(actor, "read", slug),
    runOperation(showTaxonomy, actor, { team: slug }),
  ])
  const [team, { categories, unplaced, missing }] = [valueOrNotFound(found), valueOrNotFound(outcome)]
  const manages = can(actor, "manage", { teamId: team.id })
  return (
    <>
      <PlaceTop team={slug} current="settings/categories" manages={manages} />
      <LiveRefresh team={slug} on={CHANGES} />
      <TaxonomyView
        team={slug}
        teamName={team.name}
        categories={categories}
        unplaced={unplaced}
        missing={missing}
        may={manages}
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
