import { BadgeCheck } from "lucide-react"
import type { Metadata } from "next"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { VerifyView } from "@/components/memory-files/verify/verify-view"
import { requireActor } from "@/lib/auth/actor"
import { runOperation } from "@/lib/operations/operation"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { listDueEntries } from "@/lib/operations/verification/due"

export const metadata: Metadata = { title: "Verify" }

interface VerifyPageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<{ project?: string; agent?: string }>
}

const AT_ONCE = 100

export default async function VerifyPage({ params, searchParams }: VerifyPageProps) {
  const [{ team }, { project, agent }, actor] = await Promise.all([params, searchParams, requireActor()])
  const [{ entries, total }, curates, proposes] = await Promise.all([
    runOperation(listDueEntries, actor, { team, project, agent, limit: AT_ONCE }).then(valueOrNotFound),
    teamOf(actor, "curate", team),
    teamOf(actor, "propose", team),
  ])
  return (
    <div className="flex flex-col max-md:min-h-full md:h-page">
      <PlaceTop team={team} project={project} current="memory/verify" />
      {entries.length === 0 ? (
        <Empty
          icon={<BadgeCheck className="icon-lg" aria-hidden />}
          title="Nothing to verify"
          action={<ButtonLink href={`/t/${team}/memory`}>View memory files</ButtonLink>}
        >
          Entries appear here when they are old and unverified, or when their verification expires.
        </Empty>
      ) : (
        <VerifyView
          key={`${project} ${agent}`}
          team={team}
          entries={entries}
          total={total}
          decides={curates.ok && actor.kind === "person"}
          proposes={proposes.ok}
          today={new Date().toISOString().slice(0, 10)}
        />
      )}
    </div>
  )
}
