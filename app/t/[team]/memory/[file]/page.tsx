import type { Metadata } from "next"
import dynamic from "next/dynamic"
import { notFound } from "next/navigation"
import type { z } from "zod"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { AlertsHere, withAlerts } from "@/components/alerts/alert-list"
import { CompactHere } from "@/components/compaction/compaction-tables"
import { FileFacts, WaitingHere } from "@/components/memory-files/reader/file-facts"
import { FileText, FileTop, readFileView } from "@/components/memory-files/reader/file-view"
import type { ProposalTarget } from "@/components/proposals/proposal-types"
import { requireActor } from "@/lib/auth/actor"
import type { Actor } from "@/lib/memory/teams/actor"
import type { Diagnostic, FileMeta } from "@/lib/memory/memory-files/format"
import { listInvisible } from "@/lib/memory/characters/hidden-characters"
import { done } from "@/lib/memory/inputs/outcome"
import { listAlerts } from "@/lib/operations/alerts/alerts"
import { showFileEntry } from "@/lib/operations/memory-files/file-contents"
import { showFileBlame, compareRevisions, listFileRevisions } from "@/lib/operations/history/file-history"
import { showEntryHistory } from "@/lib/operations/history/entry-history"
import { showFileRevision, showMemoryFile } from "@/lib/operations/memory-files/files"
import type { FileSummary } from "@/lib/operations/memory-files/memory-outputs"
import { runOperation } from "@/lib/operations/operation"
import { listProposals } from "@/lib/operations/proposals/proposals"
import { whyNotDirectly } from "@/lib/operations/policies/places"
import { teamOf } from "@/lib/operations/teams/team-and-project"

import { restore } from "./actions"
import { entryRightsOf, ForgottenEntries } from "./entry-rights"
import { singleParameters } from "@/app/page-parameters"
import { undoRevisionPath } from "@/components/memory-files/revert/reverts"

// Views other than the text load on demand, because most visits show only the text.
const BlameView = dynamic(() =>
  import("@/components/memory-files/history/blame-view").then((one) => one.BlameView),
)
const HistoryView = dynamic(() =>
  import("@/components/memory-files/history/history-view").then((one) => one.HistoryView),
)
const loadEntryView = () => import("@/components/memory-files/history/entry-history")
const EntryView = dynamic(() => loadEntryView().then((one) => one.EntryView))
const NoEntryHere = dynamic(() => loadEntryView().then((one) => one.NoEntryHere))
const loadCompareView = () => import("@/components/memory-files/history/compare-view")
const CompareView = dynamic(() => loadCompareView().then((one) => one.CompareView))
const NothingToCompare = dynamic(() => loadCompareView().then((one) => one.NothingToCompare))

interface MemoryFilePageProps {
  params: Promise<{ team: string; file: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** Maximum number of alerts on the page. The inbox lists the rest. */
const MOST_ALERTS = 20

export async function generateMetadata({ params }: MemoryFilePageProps): Promise<Metadata> {
  const [{ team, file: id }, actor] = await Promise.all([params, requireActor()])
  const found = await runOperation(showMemoryFile, actor, { team, file: id })
  return { title: found.ok ? found.value.file.path : "Memory file" }
}

export default async function MemoryFilePage({ params, searchParams }: MemoryFilePageProps) {
  const [{ team, file: id }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const query = singleParameters(search)
  const view = readFileView(query)
  const found = withInvisible(valueOrNotFound(await runOperation(showMemoryFile, actor, { team, file: id })))
  const now = new Date()
  const [proposals, ofFile] = await Promise.all([
    runOperation(listProposals, actor, { team, file: id, limit: 1 }),
    runOperation(listAlerts, actor, { team, file: id, limit: MOST_ALERTS }),
  ])
  const [{ total: waiting }, { alerts, total: alertsInAll }] = [
    valueOrNotFound(proposals),
    valueOrNotFound(ofFile),
  ]
  const about = (
    <>
      <WaitingHere team={team} path={found.file.path} waiting={waiting} />
      <AlertsHere
        team={team}
        alerts={alerts}
        total={alertsInAll}
        moreHref={`/t/${team}/inbox?tab=alerts&q=${encodeURIComponent(found.file.path)}`}
      />
      <CompactHere team={team} file={found.file} />
      <ForgottenEntries actor={actor} team={team} file={id} />
      <FileFacts
        team={team}
        file={found.file}
        meta={found.meta}
        readers={found.readers}
        diagnostics={found.diagnostics}
      />
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
  const props = { actor, team, found, query }
  return (
    <>
      {top}
      {view === "history" ? <History {...props} /> : null}
      {view === "blame" ? <Blame {...props} /> : null}
      {view === "compare" ? <Compare {...props} /> : null}
      {view === "entry" ? <Entry {...props} /> : null}
      {view === "read" || view === "raw" ? (
        <FileText
          found={{ ...found, diagnostics: withAlerts(found.diagnostics, alerts) }}
          raw={view === "raw"}
          query={query}
          now={now}
          proposing={await proposingTo(actor, team, found)}
          {...await entryRightsOf(actor, team, found)}
        >
          {about}
        </FileText>
      ) : null}
    </>
  )
}

interface ViewProps {
  actor: Actor
  team: string
  found: z.input<typeof showMemoryFile.output>
  query: URLSearchParams
}

async function History({ actor, team, found, query }: ViewProps) {
  const { id: file, head } = found.file
  const wanted = query.get("revision")
  const before = query.get("before")
  const { revisions, next, total } = valueOrNotFound(
    await runOperation(listFileRevisions, actor, {
      team,
      file,
      ...(before ? { before } : aroundOf(wanted, head)),
    }),
  )
  const number = wanted ?? revisions[0]?.number ?? head
  const revision = valueOrNotFound(await runOperation(showFileRevision, actor, { team, file, number }))
  const described =
    revisions.find((one) => one.number === Number(number)) ??
    valueOrNotFound(
      await runOperation(listFileRevisions, actor, { team, file, before: Number(number) + 1, limit: 1 }),
    ).revisions[0]
  const mayRestore = (await restoring(actor, team, found)) !== null
  return (
    <HistoryView
      team={team}
      revisions={revisions}
      next={next}
      head={total}
      revision={{ ...revision, byKind: described?.byKind ?? "person", from: described?.from ?? [] }}
      query={query}
      today={new Date().toISOString().slice(0, 10)}
      mayRestore={mayRestore}
      undo={mayRestore ? undoRevisionPath(team, file, revision.number) : null}
    />
  )
}

async function Blame({ actor, team, found, query }: ViewProps) {
  const revision = query.get("revision")
  const blame = valueOrNotFound(
    await runOperation(showFileBlame, actor, {
      team,
      file: found.file.id,
      ...(revision ? { revision } : {}),
    }),
  )
  const undoable = (await restoring(actor, team, found)) === null ? null : found.file.id
  return (
    <BlameView team={team} {...blame} today={new Date().toISOString().slice(0, 10)} undoable={undoable} />
  )
}

async function Compare({ actor, team, found, query }: ViewProps) {
  const { id: file, head } = found.file
  const compared = await runOperation(compareRevisions, actor, {
    team,
    file,
    left: query.get("left") ?? "",
    right: query.get("right") ?? head,
  })
  if (!compared.ok) return <NothingToCompare message={compared.message} head={head} />
  return (
    <CompareView
      team={team}
      file={file}
      head={head}
      now={found.text}
      compared={compared.value}
      restore={await restoring(actor, team, found)}
    />
  )
}

async function Entry({ actor, team, found, query }: ViewProps) {
  const file = found.file.id
  const named = query.get("entry")
  const before = query.get("before")
  const entry =
    named === null
      ? await runOperation(showFileEntry, actor, entryOfLine({ team, file }, query.get("line")))
      : done({ id: named })
  if (!entry.ok) return <NoEntryHere message={entry.message} />
  const history = valueOrNotFound(
    await runOperation(showEntryHistory, actor, { entry: entry.value.id, ...(before ? { before } : {}) }),
  )
  if (history.file.id !== file) notFound()
  return <EntryView team={team} history={history} restore={await restoring(actor, team, found)} />
}

/**
 * Returns the target of proposals to this file. Null for users with read access only, and for read-only
 * files.
 */
async function proposingTo(
  actor: Actor,
  team: string,
  {
    file,
    sections,
    meta,
    revisions,
  }: { file: FileSummary; sections: { name: string; level: number }[]; meta: FileMeta; revisions: number },
): Promise<ProposalTarget | null> {
  if (file.role === "identity" || file.format === "instructions" || file.state === "gone" || meta.optedOut)
    return null
  if (!(await teamOf(actor, "propose", team)).ok) return null
  return {
    team,
    project: file.project.slug,
    file: file.id,
    path: file.path,
    sections: [...new Set(sections.filter((one) => one.level > 1).map((one) => one.name))],
    typed: file.format === "memory-protocol",
    revision: (await maySaveDirectly(actor, team, file)) ? revisions : null,
  }
}

/** True if the user may write to the file without a proposal, by right and by policy. */
async function maySaveDirectly(actor: Actor, team: string, file: FileSummary): Promise<boolean> {
  const curated = await teamOf(actor, "curate", team)
  if (!curated.ok) return false
  const { path, scope, category, agent } = file
  const place = { path, scope, category, agent, projectSlug: file.project.slug }
  return (await whyNotDirectly(actor, curated.value.id, place)) === null
}

/** Returns the action that restores a revision. Null if the user may not restore. */
async function restoring(
  actor: Actor,
  team: string,
  { file, meta }: { file: FileSummary; meta: FileMeta },
): Promise<typeof restore | null> {
  if (file.role === "identity" || file.format === "instructions" || meta.optedOut) return null
  return (await teamOf(actor, "curate", team)).ok ? restore : null
}

/**
 * Returns the cursor of the page that contains a revision, or no cursor if the revision is on the newest
 * page.
 */
function aroundOf(wanted: string | null, head: number): { before?: number } {
  const number = Number(wanted ?? head)
  return Number.isInteger(number) && head - number >= PAGE
    ? { before: Math.min(head, number + PAGE / 2) + 1 }
    : {}
}
const PAGE = 50

/** Parses the anchor of an entry: "12.1" is the second entry of line 12. */
function entryOfLine(
  place: { team: string; file: string },
  anchor: string | null,
): { team: string; file: string; line: string; position?: string } {
  const [line = "", position] = (anchor ?? "").split(".")
  return { ...place, line, ...(position ? { position } : {}) }
}

/** Adds a problem for each line with hidden characters that does not have one yet, in any format. */
function withInvisible<T extends { text: string; diagnostics: Diagnostic[] }>(found: T): T {
  const known = new Set(
    found.diagnostics.filter((one) => one.code.startsWith("invisible")).map((one) => one.line),
  )
  const more = listInvisible(found.text).filter((one) => !known.has(one.line))
  return {
    ...found,
    diagnostics: [...found.diagnostics, ...more].toSorted((a, b) => a.line - b.line || a.column - b.column),
  }
}
