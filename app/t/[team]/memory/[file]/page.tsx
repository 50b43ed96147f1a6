import type { Metadata } from "next"
import { shown } from "@/app/shown"
import { FileFacts } from "@/components/memory/file-facts"
import { FileHistory } from "@/components/memory/file-history"
import { FileText } from "@/components/memory/file-text"
import { FileTop, readFileView } from "@/components/memory/file-top"
import type { ProposingTo } from "@/components/propose/shapes"
import { WaitingHere } from "@/components/propose/waiting-here"
import { requireActor } from "@/lib/auth/actor"
import type { Actor } from "@/lib/memory/actor"
import type { Diagnostic } from "@/lib/memory/diagnostic"
import type { FileMeta } from "@/lib/memory/format"
import { listInvisible } from "@/lib/memory/invisible"
import { listFileRevisions } from "@/lib/operations/history/revisions"
import { showFileRevision, showMemoryFile } from "@/lib/operations/memory-files"
import type { FileSummary } from "@/lib/operations/file-summary"
import { ask } from "@/lib/operations/operation"
import { listProposals } from "@/lib/operations/proposals/read"
import { teamOf } from "@/lib/operations/team-of"

interface MemoryFilePageProps {
  params: Promise<{ team: string; file: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export async function generateMetadata({ params }: MemoryFilePageProps): Promise<Metadata> {
  const [{ team, file: id }, actor] = await Promise.all([params, requireActor()])
  const found = await ask(showMemoryFile, actor, { team, file: id })
  return { title: found.ok ? found.value.file.path : "Memory file" }
}

export default async function MemoryFilePage({ params, searchParams }: MemoryFilePageProps) {
  const [{ team, file: id }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const query = new URLSearchParams(Object.entries(search).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])))
  const view = readFileView(query)
  const found = withInvisible(shown(await ask(showMemoryFile, actor, { team, file: id })))
  const now = new Date()
  const { total: waiting } = shown(await ask(listProposals, actor, { team, file: id, limit: 1 }))
  const about = (
    <>
      <WaitingHere team={team} path={found.file.path} waiting={waiting} />
      <FileFacts team={team} file={found.file} meta={found.meta} readers={found.readers} diagnostics={found.diagnostics} />
    </>
  )

  const top = <FileTop path={found.file.path} query={query} view={view} revisions={found.revisions} />
  if (view === "about") {
    return (
      <>
        {top}
        <div className="grid max-w-160 gap-5 p-4">{about}</div>
      </>
    )
  }
  if (view === "history") {
    const { revisions } = shown(await ask(listFileRevisions, actor, { team, file: id }))
    const number = query.get("revision") ?? revisions[0]?.number ?? found.file.head
    const revision = shown(await ask(showFileRevision, actor, { team, file: id, number }))
    return (
      <>
        {top}
        <FileHistory revisions={revisions} revision={revision} query={query} today={now.toISOString().slice(0, 10)} />
      </>
    )
  }
  return (
    <>
      {top}
      <FileText found={found} raw={view === "raw"} query={query} now={now} proposing={await proposingTo(actor, team, found)}>
        {about}
      </FileText>
    </>
  )
}

/** Where proposals about this file go; null for who may only read, and for files that nobody proposes to. */
async function proposingTo(actor: Actor, team: string, { file, sections, meta }: { file: FileSummary; sections: { name: string; level: number }[]; meta: FileMeta }): Promise<ProposingTo | null> {
  if (file.role === "identity" || file.format === "instructions" || file.state === "gone" || meta.optedOut) return null
  if (!(await teamOf(actor, "propose", team)).ok) return null
  return { team, project: file.project.slug, file: file.id, path: file.path, sections: [...new Set(sections.filter((one) => one.level > 1).map((one) => one.name))], typed: file.format === "memory-protocol" }
}

/** What nobody would see in a text is a problem of every format. */
function withInvisible<T extends { text: string; diagnostics: Diagnostic[] }>(found: T): T {
  const known = new Set(found.diagnostics.filter((one) => one.code.startsWith("invisible")).map((one) => one.line))
  const more = listInvisible(found.text).filter((one) => !known.has(one.line))
  return { ...found, diagnostics: [...found.diagnostics, ...more].toSorted((a, b) => a.line - b.line || a.column - b.column) }
}
