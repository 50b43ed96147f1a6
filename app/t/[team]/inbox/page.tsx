import { FolderUp, Inbox } from "lucide-react"
import type { Metadata } from "next"
import { shown } from "@/app/shown"
import { type Excerpt, type Finding, KIND_NAMES, KINDS } from "@/components/inbox/finding"
import { InboxView } from "@/components/inbox/inbox-view"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { PageTop } from "@/components/ui/page-top"
import { Tabs } from "@/components/ui/tabs"
import { changedQuery } from "@/components/ui/changed-query"
import { requireActor } from "@/lib/auth/actor"
import type { Actor } from "@/lib/memory/actor"
import { showFileExcerpt } from "@/lib/operations/file-excerpt"
import { showInbox } from "@/lib/operations/inbox"
import { listMemoryFiles } from "@/lib/operations/memory-files"
import { ask } from "@/lib/operations/operation"

export const metadata: Metadata = { title: "Inbox" }

/** More than anyone reads in one sitting; the tabs and the project lead to the rest. */
const MOST = 1_000

interface InboxPageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<{ project?: string; kind?: string; item?: string }>
}

export default async function InboxPage({ params, searchParams }: InboxPageProps) {
  const [{ team }, asked, actor] = await Promise.all([params, searchParams, requireActor()])
  const { project, item } = asked
  const [inbox, files] = await Promise.all([ask(showInbox, actor, { team, project }), ask(listMemoryFiles, actor, { team, project, limit: 1 })])
  const { findings, counts } = shown(inbox)
  const kind = KINDS.find((one) => one === asked.kind) ?? null
  const matching = kind === null ? findings : findings.filter((one) => one.kind === kind)
  const listed = matching.slice(0, MOST)
  const query = new URLSearchParams(project ? { project } : {})
  const tabs = [null, ...KINDS]
    .filter((one) => one === null || counts[one] > 0 || one === kind)
    .map((one) => ({ label: one === null ? "Waiting for you" : KIND_NAMES[one], href: changedQuery(query, { kind: one }), count: one === null ? findings.length : counts[one], current: one === kind }))
  return (
    <div className="flex flex-col max-md:min-h-full md:h-dvh">
      <PageTop title="Inbox" tabs={findings.length > 0 ? <Tabs label="What waits" tabs={tabs} /> : undefined} />
      {listed.length > 0 ? (
        <InboxView
          key={`${project ?? ""}/${kind ?? ""}`}
          team={team}
          findings={listed}
          beyond={matching.length - listed.length}
          known={await excerptOf(actor, team, listed.find((one) => one.id === item) ?? listed[0])}
          now={new Date().toISOString()}
          showProject={project === undefined}
        />
      ) : shown(files).files.length > 0 ? (
        <Calm kind={kind} everything={findings.length} allHref={changedQuery(query, {})} fleetHref={`/t/${team}/fleet`} />
      ) : (
        <FirstRun team={team} project={project} />
      )}
    </div>
  )
}

/** The lines of the finding that is shown first, so that the page is whole without script. */
async function excerptOf(actor: Actor, team: string, finding: Finding | undefined): Promise<Record<string, Excerpt>> {
  if (!finding?.fileId) return {}
  const excerpt = await ask(showFileExcerpt, actor, { team, file: finding.fileId, ...(finding.line === null ? {} : { line: finding.line }) })
  return excerpt.ok ? { [finding.id]: excerpt.value } : {}
}

const ICON = <Inbox className="icon-lg" aria-hidden />

function Calm({ kind, everything, allHref, fleetHref }: { kind: keyof typeof KIND_NAMES | null; everything: number; allHref: string; fleetHref: string }) {
  if (kind !== null && everything > 0) return <Empty icon={ICON} title={`Nothing under “${KIND_NAMES[kind]}”`} action={<ButtonLink href={allHref}>Show all that waits</ButtonLink>} />
  return (
    <Empty icon={ICON} title="Nothing waits for you" action={<ButtonLink href={fleetHref}>Look at the fleet</ButtonLink>}>
      The imports found nothing amiss: every file is understood, within its budget and loaded whole. Proposals, conflicts and syntheses will wait here too.
    </Empty>
  )
}

function FirstRun({ team, project }: { team: string; project: string | undefined }) {
  return (
    <Empty
      icon={<FolderUp className="icon-lg" aria-hidden />}
      title={project ? "Nothing was imported into this project yet" : "Begin with the files that your agents keep"}
      action={
        <ButtonLink variant="primary" href={`/t/${team}/sources`}>
          Import memory files
        </ButtonLink>
      }
    >
      Drop a folder of them under Sources: you see what is in it before anything is written. What needs a person’s eye then waits here: broken files, lines that no agent sees,
      later proposals, conflicts and syntheses.
    </Empty>
  )
}
