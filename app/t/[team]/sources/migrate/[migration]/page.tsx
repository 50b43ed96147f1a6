import type { Metadata } from "next"
import { Link } from "@/components/ui/link"
import { notFound } from "next/navigation"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { RecordView } from "@/components/migration/migration-record"
import { migratePath } from "@/components/data/addresses"
import { PageTop } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import { can } from "@/lib/memory/teams/actor"
import { showMigration } from "@/lib/operations/migration/migrations"
import { runOperation } from "@/lib/operations/operation"
import { listSources } from "@/lib/operations/sources/sources-and-directories"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { countPendingOfSource } from "@/lib/operations/write-back/pending-writes"

export const metadata: Metadata = { title: "Migration" }

interface MigrationPageProps {
  params: Promise<{ team: string; migration: string }>
}

export default async function MigrationPage({ params }: MigrationPageProps) {
  const [{ team: slug, migration: id }, actor] = await Promise.all([params, requireActor()])
  const team = await teamOf(actor, "read", slug)
  if (!team.ok) notFound()
  const [found, listed] = await Promise.all([
    runOperation(showMigration, actor, { team: slug, migration: id }),
    runOperation(listSources, actor, { team: slug, limit: 1 }),
  ])
  const { writes, ...migration } = valueOrNotFound(found)
  const counts = await countPendingOfSource(team.value.id, new Set(writes.map(({ file }) => file)))
  const waiting = valueOrNotFound(listed).sources.flatMap(({ id: source, name }) =>
    counts.has(source) ? [{ id: source, name, files: counts.get(source) ?? 0 }] : [],
  )
  return (
    <>
      <PageTop
        title={
          <>
            <Link
              href={migratePath(slug, migration.project.slug)}
              className="font-medium text-ink-2 hover:text-ink"
            >
              Migration
            </Link>
            <span className="text-ink-3"> / </span>
            {migration.project.name}, {migration.from} to {migration.to}
          </>
        }
      />
      <RecordView
        key={`${migration.id} ${migration.undone?.at ?? ""}`}
        team={slug}
        migration={migration}
        writes={writes}
        waiting={waiting}
        may={can(actor, "curate", { teamId: team.value.id })}
        now={new Date().toISOString()}
      />
    </>
  )
}
