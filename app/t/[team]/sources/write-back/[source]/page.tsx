import type { Metadata } from "next"
import type { z } from "zod"
import { Link } from "@/components/ui/link"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { FileCard } from "@/components/write-back/file-card"
import { FileChoiceProvider, WriteBackRunView, WriteForm } from "@/components/write-back/write-back-run-view"
import { WriteBackHistory, WriteBackMethods } from "@/components/write-back/write-backs"
import { type WriteBackMethod, canLeaveOut, removalWords } from "@/components/write-back/write-back-text"
import { ButtonLink } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import { Empty } from "@/components/ui/empty"
import { Notice } from "@/components/ui/notice"
import { PageTop } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import { runOperation } from "@/lib/operations/operation"
import { listSourceWriteBacks, previewWriteBack, showWriteBack } from "@/lib/operations/write-back/write-back"
import { writeBackAction } from "./actions"

export const metadata: Metadata = { title: "Write back" }

interface WriteBackPageProps {
  params: Promise<{ team: string; source: string }>
  searchParams: Promise<{ way?: string; run?: string }>
}

const WAYS: readonly WriteBackMethod[] = ["branch", "directory", "patch", "zip"]
/** Maximum number of files shown expanded. */
const OPEN = 20

export default async function WriteBackPage({ params, searchParams }: WriteBackPageProps) {
  const [{ team, source }, { way: asked, run: id }, actor] = await Promise.all([
    params,
    searchParams,
    requireActor(),
  ])
  const way = WAYS.find((one) => one === asked)
  const [preview, listed, run] = await Promise.all([
    runOperation(previewWriteBack, actor, { team, source, ...(way ? { way } : {}) }),
    runOperation(listSourceWriteBacks, actor, { team, source }),
    id === undefined ? null : runOperation(showWriteBack, actor, { team, source, writeBack: id }),
  ])
  const { writeBacks } = valueOrNotFound(listed)
  const now = new Date().toISOString()
  const mayNot = !preview.ok && preview.reason === "forbidden"
  const plan = mayNot ? null : valueOrNotFound(preview)
  return (
    <FileChoiceProvider key={id}>
      <div className="flex min-h-full flex-col md:min-h-page">
        <PageTop
          title={
            <>
              <Link href={`/t/${team}/sources`} className="font-medium text-ink-2 hover:text-ink">
                Sources
              </Link>
              <span className="text-ink-3"> / </span>
              {plan ? `Write back to ${lastPart(plan.source.name)}` : "Write back"}
            </>
          }
        />
        <div className="grid flex-1 content-start gap-6 p-4">
          {run?.ok ? (
            <WriteBackRunView key={`${run.value.id} ${run.value.state}`} initial={run.value} />
          ) : null}
          {plan ? (
            <Pending team={team} plan={plan} now={now} />
          ) : (
            <Notice title="Only leads can write back">
              You can view past write-backs. To write changes back to this source, ask a team lead.
            </Notice>
          )}
          {writeBacks.length > 0 ? (
            <section aria-labelledby="history">
              <h2 id="history" className="mb-2">
                Write-backs
              </h2>
              <WriteBackHistory team={team} runs={writeBacks} now={now} />
            </section>
          ) : null}
        </div>
        {plan && plan.files.length > 0 ? (
          <WriteForm preview={plan} action={writeBackAction.bind(null, team, plan.source.id)} />
        ) : null}
      </div>
    </FileChoiceProvider>
  )
}

interface PendingProps {
  team: string
  plan: z.input<typeof previewWriteBack.output>
  now: string
}

/** The files that the chosen method would write. */
function Pending({ team, plan, now }: PendingProps) {
  return (
    <section aria-labelledby="waiting" className="grid gap-3.5">
      <h2 id="waiting">
        {plan.files.length === 0
          ? "No pending changes"
          : formatCount(plan.files.length, "file to write", "files to write")}
      </h2>
      <p className="text-ink-2 wrap-anywhere">{plan.source.name}</p>
      {plan.files.some((file) => file.goes) ? <p className="text-ink-2">{removalWords(plan)}</p> : null}
      <p className="text-ink-3">
        Files are written to the source they were last imported from. Other copies update on their next{" "}
        <code className="font-mono">quarterdeck sync</code> or pull.
      </p>
      <WriteBackMethods preview={plan} />
      <FilesToWrite team={team} plan={plan} now={now} />
    </section>
  )
}

function FilesToWrite({ team, plan, now }: PendingProps) {
  if (plan.ways.find((one) => one.way === plan.way)?.why) {
    return (
      <Notice tone="caution" title="This method is not available">
        Choose another method above.
      </Notice>
    )
  }
  if (plan.files.length === 0) {
    return (
      <Empty
        title="All changes have been written"
        action={<ButtonLink href={`/t/${team}/sources`}>Back to sources</ButtonLink>}
      >
        Quarterdeck and {plan.source.name} are in sync. Files are listed here when an entry is approved,
        edited or forgotten, or a conflict is resolved.
      </Empty>
    )
  }
  return plan.files.map((file, place) => (
    <FileCard
      key={file.id}
      team={team}
      file={file}
      now={now}
      open={place < OPEN}
      selectable={canLeaveOut(plan.way, file)}
    />
  ))
}

/** Returns the last part of a path: "ledger" for `/srv/agents/ledger`. */
const lastPart = (name: string): string => name.split(/[\\/]/).findLast((part) => part !== "") ?? name
