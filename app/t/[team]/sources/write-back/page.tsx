import { FolderSync } from "lucide-react"
import type { Metadata } from "next"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { WriteBackSourceList } from "@/components/write-back/write-backs"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { requireActor } from "@/lib/auth/actor"
import { writeBackWords } from "@/lib/memory/sources/write-back-words"
import { runOperation } from "@/lib/operations/operation"
import { listSources } from "@/lib/operations/sources/sources-and-directories"

export const metadata: Metadata = { title: "Write back" }

export default async function WriteBacksPage({ params }: { params: Promise<{ team: string }> }) {
  const [{ team }, actor] = await Promise.all([params, requireActor()])
  const { sources } = valueOrNotFound(await runOperation(listSources, actor, { team, limit: 1 }))
  return (
    <>
      <PlaceTop team={team} current="sources/write-back" />
      <div className="p-4">
        {sources.length === 0 ? (
          <Empty
            icon={<FolderSync className="icon-lg" aria-hidden />}
            title="No sources yet"
            action={<ButtonLink href={`/t/${team}/sources`}>Import memory files</ButtonLink>}
          >
            Approved changes are written back to the folder or repository that the files came from.
          </Empty>
        ) : (
          <>
            <p className="mb-3 max-w-180 text-ink-2">{writeBackWords(sources.map(({ kind }) => kind))}</p>
            <WriteBackSourceList team={team} sources={sources} now={new Date().toISOString()} />
          </>
        )}
      </div>
    </>
  )
}
