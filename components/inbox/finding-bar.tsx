import type { ReactNode } from "react"
import { filePath } from "@/components/fleet/fleet"
import { runPath } from "@/components/source/source"
import { ButtonLink } from "@/components/ui/button"
import type { Finding } from "./finding"

/** A finding is settled where its file comes from: the way there is all that can be done here. */
export function FindingBar({ team, finding, said, place }: { team: string; finding: Finding; said: string | null; place: ReactNode }) {
  const out = wayOut(team, finding)
  return (
    <section aria-label="What to do" className="flex flex-wrap items-center gap-2 border-t border-line bg-ground px-4 py-2.5 max-md:sticky max-md:bottom-0 max-md:z-20 md:px-7">
      <ButtonLink variant="primary" kbd="Enter" href={out.href}>
        {out.words}
      </ButtonLink>
      {finding.agent && finding.project ? (
        <ButtonLink href={`/t/${team}/fleet/${encodeURIComponent(finding.project)}/${encodeURIComponent(finding.agent)}`} prefetch={false} className="max-md:hidden">
          Open {finding.agent}
        </ButtonLink>
      ) : null}
      {said ? <output className="text-sm text-ink-2">{said}</output> : null}
      {place}
    </section>
  )
}

export function wayOut(team: string, finding: Finding): { href: string; words: string } {
  if (finding.fileId === null) return { href: finding.runId === null ? `/t/${team}/sources` : `${runPath(team, finding.runId)}?status=set-aside`, words: "Open the import that set it aside" }
  if (finding.line === null) return { href: filePath(team, finding.fileId), words: "Open the file" }
  return { href: filePath(team, finding.fileId, finding.line), words: `Open at line ${finding.line}` }
}
