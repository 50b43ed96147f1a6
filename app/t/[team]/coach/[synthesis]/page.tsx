import { formatDay } from "@/components/data/time-text"
import { Download } from "lucide-react"
import type { Metadata } from "next"
import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { coachPath, synthesisPath } from "@/components/data/addresses"
import { PrintButton } from "@/components/coach/review/print-button"
import { ReadingView } from "@/components/coach/review/decided-synthesis"
import { ReviewView } from "@/components/coach/review/review-view"
import type { Synthesis, MemoryBeside } from "@/components/coach/review/synthesis-types"
import { UndoReview } from "@/components/coach/review/undo-review"
import { SYNTHESIS_KIND_NAMES } from "@/components/coach/synthesis-text"
import { VisibleText } from "@/components/text/visible-text"
import { LiveRefresh } from "@/components/shell/live-refresh"
import { ButtonLink } from "@/components/ui/button"
import { PageTop } from "@/components/ui/page-top"
import type { Actor } from "@/lib/memory/teams/actor"
import { showChanges } from "@/lib/operations/coach/synthesis-document"
import { previewPublish } from "@/lib/operations/coach/publish/publish"
import { promotionChoices } from "@/lib/operations/coach/review/promotion"
import { runOperation } from "@/lib/operations/operation"
import { readSynthesis } from "./read-synthesis"
import { listSyntheses } from "@/lib/operations/coach/syntheses"

const MOST = 200

/**
 * Returns the syntheses of the same project, kind and agent published right before and right after this one.
 * Null: there is none.
 */
async function syntheses(
  actor: Actor,
  { id, team, project, kind, agent, decided, createdAt }: Synthesis,
): Promise<{ before: MemoryBeside | null; after: MemoryBeside | null }> {
  const listed = await runOperation(listSyntheses, actor, {
    team,
    kind,
    limit: MOST,
    ...(project === null ? {} : { project }),
    ...(agent === null ? {} : { agent }),
  })
  if (!listed.ok) return { before: null, after: null }
  const at = decided?.at ?? createdAt
  const others = listed.value.syntheses
    .filter(
      (one) =>
        one.id !== id &&
        (one.state === "published" || one.state === "replaced") &&
        one.project === project &&
        one.agent === agent &&
        one.decidedAt !== null,
    )
    .map((one): MemoryBeside => ({ id: one.id, title: one.title, at: one.decidedAt ?? one.createdAt }))
    .toSorted((one, other) => one.at.localeCompare(other.at))
  return {
    before: others.findLast((one) => one.at <= at) ?? null,
    after: others.find((one) => one.at > at) ?? null,
  }
}

interface SynthesisPageProps {
  params: Promise<{ team: string; synthesis: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export async function generateMetadata({ params }: SynthesisPageProps): Promise<Metadata> {
  const { team, synthesis } = await params
  return { title: (await readSynthesis(team, synthesis)).synthesis.title }
}

export default async function SynthesisPage({ params, searchParams }: SynthesisPageProps) {
  const [{ team, synthesis: id }, { claim }] = await Promise.all([params, searchParams])
  const { actor, synthesis, mayNot } = await readSynthesis(team, id)
  const now = new Date().toISOString()
  if (synthesis.state !== "waiting")
    return <Reading actor={actor} synthesis={synthesis} mayNot={mayNot} now={now} />
  const [preview, choices] =
    mayNot === null
      ? await Promise.all([
          runOperation(previewPublish, actor, { synthesis: id }),
          promotionChoices(actor, id, new Date(now)),
        ])
      : [null, {}]
  return (
    <div className="flex flex-col max-lg:min-h-full lg:h-page">
      <PageTop
        title={
          <Title team={team}>
            <VisibleText text={synthesis.title} />
          </Title>
        }
      />
      <ReviewView
        key={synthesis.id}
        synthesis={synthesis}
        me={{ id: actor.id, name: actor.name }}
        mayNot={mayNot}
        preview={preview?.ok ? preview.value : null}
        choices={choices}
        asked={typeof claim === "string" && /^\d{1,3}$/.test(claim) ? Number(claim) - 1 : null}
        now={now}
      />
    </div>
  )
}

/** The time in which the key U undoes a publication or rejection by the same person, in milliseconds. */
const JUST_MS = 10 * 60_000

async function Reading({
  actor,
  synthesis,
  mayNot,
  now,
}: {
  actor: Actor
  synthesis: Synthesis
  mayNot: string | null
  now: string
}) {
  const { id, team, kind, state, decided } = synthesis
  const [changes, beside] = await Promise.all([
    state === "rejected" ? null : runOperation(showChanges, actor, { synthesis: id }),
    syntheses(actor, synthesis),
  ])
  return (
    <div className="flex min-h-full flex-col md:min-h-page">
      <LiveRefresh team={team} on={["synthesis"]} />
      <PageTop
        title={
          <Title
            team={team}
          >{`${SYNTHESIS_KIND_NAMES[kind]}, ${formatDay((decided?.at ?? synthesis.createdAt).slice(0, 10))}`}</Title>
        }
        actions={
          <>
            {mayNot === null ? (
              <UndoButton actor={actor} synthesis={synthesis} before={beside.before?.title} now={now} />
            ) : null}
            <ButtonLink size="sm" variant="quiet" href={`${synthesisPath(team, id)}/text`} download>
              <Download className="icon" aria-hidden />
              Markdown
            </ButtonLink>
            <PrintButton />
          </>
        }
      />
      <ReadingView synthesis={synthesis} changes={changes?.ok ? changes.value : null} {...beside} now={now} />
    </div>
  )
}

interface UndoButtonProps {
  actor: Actor
  synthesis: Synthesis
  /** The title of the synthesis that this one replaced. */
  before: string | undefined
  now: string
}

/** Button that undoes a publication or rejection. Null in other states. */
function UndoButton({ actor, synthesis, before, now }: UndoButtonProps) {
  const { id, state, decided, published } = synthesis
  if (state !== "published" && state !== "rejected") return null
  const isOwn = decided?.by === actor.name
  const again = before === undefined ? "" : `, then republishes ${before}`
  return (
    <UndoReview
      key={state}
      synthesis={id}
      what={state}
      keyed={decided !== null && isOwn && Date.parse(now) - Date.parse(decided.at) < JUST_MS}
      title={
        state === "rejected"
          ? "Moves all claims back to review"
          : `Removes the published lines from ${published?.path ?? "the coach’s memory"} and moves the claims back to review${again}`
      }
    />
  )
}

function Title({ team, children }: { team: string; children: ReactNode }) {
  return (
    <>
      <Link href={coachPath(team)} className="font-medium text-ink-2 hover:text-ink">
        Coach
      </Link>
      <span className="text-ink-3"> / </span>
      {children}
    </>
  )
}
