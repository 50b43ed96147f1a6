import { History } from "lucide-react"
import type { Metadata } from "next"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { RunHistory } from "@/components/sources/import-history"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { requireActor } from "@/lib/auth/actor"
import { runOperation } from "@/lib/operations/operation"
import { listSources } from "@/lib/operations/sources/sources-and-directories"
import { readParameters, type PageSearch } from "@/app/page-parameters"

export const metadata: Metadata = { title: "Import history" }

interface ImportsPageProps {
  params: Promise<{ team: string }>
  searchParams: PageSearch
}

export default async function ImportsPage({ params, searchParams }: ImportsPageProps) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const { after } = readParameters(search, ["after"])
  const { runs, next } = valueOrNotFound(await runOperation(listSources, actor, { team, after }))
  const page = `/t/${team}/sources/imports`
  return (
    <>
      <PlaceTop team={team} current="sources/imports" />
      <div className="p-4">
        {runs.length === 0 ? (
          <Empty
            icon={<History className="icon-lg" aria-hidden />}
            title={after === undefined ? "No imports yet" : "No older imports"}
            action={<ButtonLink href={`/t/${team}/sources`}>Import memory files</ButtonLink>}
          >
            Each import is listed here with the files it added, changed and quarantined.
          </Empty>
        ) : (
          <RunHistory team={team} runs={runs} now={new Date().toISOString()} />
        )}
        <nav aria-label="Pages" className="mt-3 flex gap-2">
          {after === undefined ? null : (
            <ButtonLink size="sm" href={page}>
              Newest
            </ButtonLink>
          )}
          {next === null ? null : (
            <ButtonLink size="sm" href={`${page}?after=${encodeURIComponent(next)}`}>
              Older
            </ButtonLink>
          )}
        </nav>
      </div>
    </>
  )
}
