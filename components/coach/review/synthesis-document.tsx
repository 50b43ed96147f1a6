import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { claimsHeading, CLAIM_KINDS } from "@/components/coach/synthesis-text"
import { filePath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { UntrustedText } from "@/components/text/untrusted-text"
import { CitedNumbers } from "./claims/citations"
import { byKind, type Claim, type Synthesis, confidenceWords } from "./synthesis-types"
import { SynthesisFacts } from "./review-head"

interface SynthesisDocumentProps {
  synthesis: Synthesis
  now: string
  /** True if the screen lists the cited entries as print does. */
  printed?: boolean
  /** Content between the header and the claims. */
  children?: ReactNode
}
const STANDING_NOTE = { same: "", changed: " (changed since)", gone: " (removed)" } as const

/**
 * A synthesis as a document: its claims by kind, each with its cited entries. In print, citations are paths
 * and lines.
 */
export function SynthesisDocument({ synthesis, now, printed, children }: SynthesisDocumentProps) {
  const { team, title, state, statements, published, decided, reason } = synthesis
  const said = statements.filter(isInDocument(state))
  const numbers = new Map<string, number>()
  for (const { claims } of byKind(said, CLAIM_KINDS))
    for (const { citations } of claims)
      for (const { entry } of citations) if (!numbers.has(entry)) numbers.set(entry, numbers.size + 1)
  return (
    <article className="mx-auto w-full max-w-176 px-4 py-8 print:max-w-none print:p-0">
      <header className="grid gap-1.5 border-b border-line-strong pb-4">
        <h2 className="text-xl tracking-tight">
          <VisibleText text={title} />
        </h2>
        <SynthesisFacts synthesis={synthesis} now={now} exact />
        {decided && state !== "waiting" ? (
          <p className="text-ink-2">
            {state === "rejected" ? "Rejected" : "Reviewed and published"} by{" "}
            <b className="text-ink">{decided.by}</b> on <Instant at={decided.at} />
            {published ? (
              <>
                , as revision {published.revision} of{" "}
                <Link href={filePath(team, published.file)} className="text-link">
                  <code className="font-mono wrap-anywhere">{published.path}</code>
                </Link>
              </>
            ) : null}
            {reason ? (
              <>
                : <UntrustedText text={reason} />
              </>
            ) : (
              "."
            )}
          </p>
        ) : null}
        {state === "waiting" ? (
          <p className="font-medium">Not reviewed yet. None of these claims are in memory.</p>
        ) : null}
      </header>
      {children}
      {said.length === 0 ? <p className="mt-6 text-ink-2">No claims were accepted.</p> : null}
      {byKind(said, CLAIM_KINDS).map((group) => (
        <section key={group.kind} aria-label={claimsHeading(group.kind)} className="mt-7">
          <h3 className="mb-2 text-md">{claimsHeading(group.kind)}</h3>
          <ol className="grid gap-4.5">
            {group.claims.map((claim) => (
              <li key={claim.position} className="break-inside-avoid">
                <Said claim={claim} team={team} numbers={numbers} printed={printed} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </article>
  )
}

/**
 * True if a claim belongs to the text: all claims before publication and after rejection, else the accepted
 * claims that were not promoted.
 */
export const isInDocument =
  (state: Synthesis["state"]) =>
  (claim: Claim): boolean =>
    state === "waiting" || state === "rejected"
      ? true
      : (claim.state === "accepted" || claim.state === "edited") && claim.becomes !== "promotion"

function Said({
  claim,
  team,
  numbers,
  printed,
}: {
  claim: Claim
  team: string
  numbers: ReadonlyMap<string, number>
  printed: boolean | undefined
}) {
  const { text, confidence, citations } = claim
  return (
    <>
      <p className="text-lg leading-relaxed">
        <UntrustedText text={text} />
      </p>
      <p className={`mt-0.5 text-sm text-ink-3 tabular-nums ${printed ? "" : "hidden print:block"}`}>
        Confidence: {confidenceWords(confidence)}
      </p>
      {printed ? null : (
        <CitedNumbers
          team={team}
          confidence={confidence}
          citations={citations.map((cited) => ({ number: numbers.get(cited.entry) ?? 0, cited }))}
        />
      )}
      <ul
        aria-label="Cited entries"
        className={`mt-1 gap-0.5 text-sm ${printed ? "grid" : "hidden print:grid"}`}
      >
        {citations.map(({ entry, agent, path, line, lineNow, stands }) => (
          <li key={entry} className="wrap-anywhere">
            {agent === null ? null : (
              <>
                <VisibleText text={agent} />,{" "}
              </>
            )}
            <code className="font-mono">
              <VisibleText text={path} />:{lineNow ?? line}
            </code>
            {STANDING_NOTE[stands]}
          </li>
        ))}
      </ul>
    </>
  )
}
