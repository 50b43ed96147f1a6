import { FolderTree } from "lucide-react"
import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { CategoryChoice } from "@/components/migration/category-choice"
import { MigrateView } from "@/components/migration/migrate-view"
import { PastList } from "@/components/migration/past-migrations"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { Notice } from "@/components/ui/notice"
import { requireActor } from "@/lib/auth/actor"
import { can } from "@/lib/memory/teams/actor"
import { groupBy } from "@/lib/memory/text/aggregates"
import { listAgents } from "@/lib/operations/agents/team-and-projects"
import { listTeamProjects } from "@/lib/operations/agents/fleet"
import { listLayouts } from "@/lib/operations/migration/layouts"
import { listMigrations } from "@/lib/operations/migration/migrations"
import { runOperation } from "@/lib/operations/operation"
import { teamOf } from "@/lib/operations/teams/team-and-project"

export const metadata: Metadata = { title: "Migrate" }

interface MigratePageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<{ project?: string }>
}

export default async function MigratePage({ params, searchParams }: MigratePageProps) {
  const [{ team: slug }, { project: asked }, actor] = await Promise.all([
    params,
    searchParams,
    requireActor(),
  ])
  const team = await teamOf(actor, "read", slug)
  if (!team.ok) notFound()
  const [places, named] = await Promise.all([
    runOperation(listTeamProjects, actor, { team: slug }),
    runOperation(listAgents, actor, { team: slug }),
  ])
  const [{ projects }, { agents }] = [valueOrNotFound(places), valueOrNotFound(named)]
  const project =
    projects.find((one) => one.slug === (asked ?? fullest(agents))) ??
    (asked === undefined ? projects[0] : undefined)
  const top = <PlaceTop team={slug} project={asked} current="sources/migrate" />
  if (project === undefined) {
    return (
      <>
        {top}
        {asked === undefined ? <NoMemory team={slug} /> : <ProjectNotFound team={slug} project={asked} />}
      </>
    )
  }
  const [layouts, listed] = await Promise.all([
    runOperation(listLayouts, actor, { team: slug, project: project.slug }),
    runOperation(listMigrations, actor, { team: slug, project: project.slug }),
  ])
  const { categories } = valueOrNotFound(layouts)
  const { migrations } = valueOrNotFound(listed)
  const may = can(actor, "curate", { teamId: team.value.id })
  return (
    <div className="flex min-h-full flex-col md:min-h-page">
      {top}
      <div className="flex-1">
        {categories.length === 0 ? <NoCategories team={slug} project={project.name} /> : null}
        {categories.length > 0 && may ? (
          <MigrateView
            key={project.slug}
            team={slug}
            project={{ slug: project.slug, name: project.name }}
            projects={projects.map((one) => ({ slug: one.slug, name: one.name }))}
            layouts={categories}
          />
        ) : null}
        {categories.length > 0 && !may ? (
          <div className="grid grid-cols-1 gap-3.5 p-4">
            <Notice title="Only leads can migrate memory">
              You can view the current layouts. To move memory to another layout, ask a team lead.
            </Notice>
            <CategoryChoice layouts={categories} to="D" isChosen={() => false} choose={null} />
          </div>
        ) : null}
      </div>
      {migrations.length > 0 ? (
        <section aria-labelledby="past" className="p-4">
          <h2 id="past" className="mb-2">
            Migrations
          </h2>
          <PastList team={slug} migrations={migrations} now={new Date().toISOString()} />
        </section>
      ) : null}
    </div>
  )
}

function NoMemory({ team }: { team: string }) {
  return (
    <Empty
      icon={<FolderTree className="icon-lg" aria-hidden />}
      title="No memory to migrate"
      action={<ButtonLink href={`/t/${team}/sources`}>Import memory files</ButtonLink>}
    >
      A migration moves the memory of a project’s categories to another layout. Import memory files first.
    </Empty>
  )
}

function ProjectNotFound({ team, project }: { team: string; project: string }) {
  return (
    <Empty
      icon={<FolderTree className="icon-lg" aria-hidden />}
      title={`Project ${project} not found`}
      action={<ButtonLink href={`/t/${team}/sources/migrate`}>Choose a project</ButtonLink>}
    >
      The project may have been renamed or deleted, or it may belong to a team that you are not a member of.
    </Empty>
  )
}

function NoCategories({ team, project }: { team: string; project: string }) {
  return (
    <Empty
      icon={<FolderTree className="icon-lg" aria-hidden />}
      title={`No categories with memory in ${project}`}
      action={<ButtonLink href={`/t/${team}/settings/categories`}>Assign agents to categories</ButtonLink>}
    >
      Memory is migrated by category. Assign agents to categories first.
    </Empty>
  )
}

/**
 * Returns the slug of the project with the most agents in categories, as the default. Undefined if no agent
 * has a category.
 */
function fullest(
  agents: readonly { readonly project: string; readonly category: string | null }[],
): string | undefined {
  const placed = groupBy(
    agents.filter(({ category }) => category !== null),
    ({ project }) => project,
  )
  return [...placed].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0]
}
