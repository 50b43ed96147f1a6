import { ArrowLeft, ArrowRight } from "lucide-react"
import { Link } from "@/components/ui/link"
import { synthesisPath } from "@/components/data/addresses"
import { kindWord } from "@/components/coach/synthesis-text"
import { VisibleText } from "@/components/text/visible-text"
import { UntrustedText } from "@/components/text/untrusted-text"
import { Notice } from "@/components/ui/notice"
import { LeftOutNotes } from "./review-head"
import {
  type MemoryBeside,
  type Changes,
  type Synthesis,
  type PlainClaim,
  type Claim,
  sinceWords,
  claimDecisionWords,
} from "./synthesis-types"
import { SynthesisDocument, isInDocument } from "./synthesis-document"
import { differingWords, Pieces } from "@/components/text/differing-words"
import { formatCount } from "@/lib/memory/text/sentence"

/** The claims that are not in the published text: promoted to shared memory, or rejected with a reason. */
function NotPublished({ synthesis, now }: { synthesis: Synthesis; now: string }) {
  const { team, statements, state } = synthesis
  if (state !== "published" && state !== "replaced") return null
  const others = statements.filter((one) => !isInDocument(state)(one))
  const promoted = others.filter((one) => one.state !== "rejected")
  const rejected = others.filter((one) => one.state === "rejected")
  return (
    <>
      <Folded
        title={`${formatCount(promoted.length, "claim")} promoted to shared memory`}
        team={team}
        claims={promoted}
        now={now}
      />
      <Folded
        title={`${formatCount(rejected.length, "claim")} rejected`}
        team={team}
        claims={rejected}
        now={now}
      />
    </>
  )
}

function Folded({
  title,
  team,
  claims,
  now,
}: {
  title: string
  team: string
  claims: readonly Claim[]
  now: string
}) {
  if (claims.length === 0) return null
  return (
    <details className="text-ink-2">
      <summary className="w-fit rounded-sm font-medium">{title}</summary>
      <ul className="mt-1.5 grid gap-2.5">
        {claims.map((one) => (
          <li key={one.position}>
            <span className={one.state === "rejected" ? "line-through" : "text-ink"}>
              <UntrustedText text={one.text} />
            </span>
            <span className="block text-sm">
              <UntrustedText text={`${claimDecisionWords(one, now)}${one.reason ? `: ${one.reason}` : ""}`} />
              {one.proposals.map(({ id, path, state }) => (
                <span key={id}>
                  {" · "}
                  <Link
                    href={`/t/${team}/inbox?${state === "waiting" ? "" : "tab=decided&"}item=${encodeURIComponent(id)}`}
                    className="text-link"
                  >
                    {path}
                  </Link>{" "}
                  {state === "waiting" ? "waiting" : state}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The claims that are new, removed or reworded since the previous synthesis. */
function ChangesPart({ team, changes, now }: { team: string; changes: Changes; now: string }) {
  const { since, new: come, same, gone, reworded } = changes
  if (since === null) return null
  const figures = [
    `${come.length} new`,
    `${reworded.length} reworded`,
    `${gone.length} removed`,
    `${same.length} unchanged`,
  ]
  return (
    <section
      aria-label="What changed"
      className="mt-5 rounded-lg border border-line bg-surface px-4 py-3 print:border-none print:p-0"
    >
      <details open={come.length + reworded.length + gone.length <= 12}>
        <summary className="rounded-sm">
          <h3 className="inline">What changed since {sinceWords(since.at, now)}</h3>{" "}
          <span className="text-ink-2 tabular-nums">{figures.join(", ")}</span>
        </summary>
        <p className="mt-1 text-ink-2 print:hidden">
          Compared with{" "}
          <Link href={synthesisPath(team, since.id)} className="text-link">
            <UntrustedText text={since.title} />
          </Link>
          .
        </p>
        <dl className="mt-2 grid gap-2">
          {come.map((one) => (
            <Change key={keyOf(one)} name="New">
              <UntrustedText text={one.text} />
            </Change>
          ))}
          {reworded.map(({ from, to }) => {
            const { before, after } = differingWords(from.text, to.text)
            return (
              <Change key={keyOf(to)} name="Reworded">
                <span className="block text-ink-2">
                  <Pieces pieces={before} as="cut" />
                </span>
                <Pieces pieces={after} as="add" />
              </Change>
            )
          })}
          {gone.map((one) => (
            <Change key={keyOf(one)} name="Removed">
              <s className="text-ink-2">
                <UntrustedText text={one.text} />
              </s>
            </Change>
          ))}
        </dl>
      </details>
    </section>
  )
}

const keyOf = ({ kind, text, citations }: PlainClaim) => `${kind}/${text}/${citations[0]?.entry ?? ""}`

function Change({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex gap-2.5">
      <dt className="w-18 shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0 flex-1 wrap-anywhere">{children}</dd>
    </div>
  )
}

interface ReadingViewProps {
  synthesis: Synthesis
  changes: Changes | null
  /**
   * The syntheses of the same project, kind and agent published right before and right after this one; null:
   * none.
   */
  before: MemoryBeside | null
  after: MemoryBeside | null
  now: string
}

/**
 * A decided synthesis: its text, the changes since the previous one, and the claims that were not published.
 */
export function ReadingView({ synthesis, changes, before, after, now }: ReadingViewProps) {
  const { team, kind, state, notes } = synthesis
  return (
    <div className="flex-1 bg-surface print:bg-transparent">
      <SynthesisDocument synthesis={synthesis} now={now}>
        {state === "replaced" && after ? (
          <div className="mt-4 print:hidden">
            <Notice
              title={`Replaced by a newer ${kindWord(kind)} on ${sinceWords(after.at, now)}`}
              action={<BesideLink team={team} to={after} now={now} />}
            >
              Agents receive the newer one.
            </Notice>
          </div>
        ) : null}
        {changes ? <ChangesPart team={team} changes={changes} now={now} /> : null}
      </SynthesisDocument>
      <footer className="mx-auto grid w-full max-w-176 gap-2.5 px-4 pb-10 print:hidden">
        <NotPublished synthesis={synthesis} now={now} />
        <LeftOutNotes notes={notes} />
        {before || after ? (
          <nav
            aria-label="Earlier and later versions"
            className="mt-3 flex flex-wrap justify-between gap-3 border-t border-line pt-3"
          >
            {before ? (
              <Link href={synthesisPath(team, before.id)} className="flex items-center gap-1.5 text-link">
                <ArrowLeft className="icon" aria-hidden />
                <VisibleText text={before.title} />, {sinceWords(before.at, now)}
              </Link>
            ) : (
              <span />
            )}
            {after ? <BesideLink team={team} to={after} now={now} /> : null}
          </nav>
        ) : null}
      </footer>
    </div>
  )
}

function BesideLink({ team, to, now }: { team: string; to: MemoryBeside; now: string }) {
  return (
    <Link href={synthesisPath(team, to.id)} className="flex items-center gap-1.5 text-link">
      <VisibleText text={to.title} />, {sinceWords(to.at, now)}
      <ArrowRight className="icon" aria-hidden />
    </Link>
  )
}
