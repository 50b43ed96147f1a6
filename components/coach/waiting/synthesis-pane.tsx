import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { DrawnText } from "@/components/text/drawn-text"
import { count } from "@/components/data/count"
import { describeMoment } from "@/components/data/instant-text"
import { OnceRead, Pane, PaneDecided, PaneTitle } from "@/components/ui/pane"
import { Tag } from "@/components/ui/tag"
import { synthesisPath } from "@/components/data/addresses"
import { SYNTHESIS_KIND_NAMES, makerAtLength } from "../coach-text"
import { FirstClaims, SHOWN_CLAIMS } from "./first-claims"
import type { SynthesisDetail, SynthesisSummary } from "./waiting-synthesis-types"
import { claimsWords, synthesisDecisionWords, kindsWords, waitingSubject } from "./waiting-synthesis-text"

export interface SynthesisPaneProps {
  team: string
  synthesis: SynthesisSummary
  /** Null while loading. */
  detail: SynthesisDetail | null
  /** The reason why the details could not be read. */
  problem: string | null
  /** ISO instant. */
  now: string
  /** The address of the list, for narrow screens. */
  backHref: string
}

/** A synthesis in the inbox: its author, its first claims, and its notes. Also rendered on the server. */
export function SynthesisPane({ team, synthesis, detail, problem, now, backHref }: SynthesisPaneProps) {
  const rest = detail === null ? 0 : detail.statements.length - SHOWN_CLAIMS
  return (
    <Pane label="Synthesis" backHref={backHref}>
      <PaneTitle tag={<Tag>{synthesis.kind}</Tag>} at={synthesis.createdAt} now={now}>
        <DrawnText text={synthesis.title} />
      </PaneTitle>
      <p className="mt-0.75 max-w-180 text-ink-2">
        <DrawnText
          text={`${SYNTHESIS_KIND_NAMES[synthesis.kind]} ${waitingSubject(synthesis)}, made by ${makerAtLength(synthesis)}.`}
        />
        {detail?.asOf ? ` Memory was read ${describeMoment(detail.asOf, now)}.` : ""}
      </p>
      {synthesis.state === "waiting" ? null : (
        <Decided team={team} synthesis={synthesis} detail={detail} now={now} />
      )}
      <p className="mt-3 font-medium tabular-nums">
        {claimsWords(synthesis)}
        {detail ? <span className="font-normal text-ink-2">: {kindsWords(detail.statements)}</span> : null}
      </p>
      <div className="mt-2 grid grid-cols-1 gap-4.5">
        <OnceRead what="the claims" problem={problem}>
          {detail && <FirstClaims team={team} statements={detail.statements} />}
        </OnceRead>
        {rest > 0 ? (
          <Link href={synthesisPath(team, synthesis.id)} className="justify-self-start font-medium text-link">
            {count(rest, "more claim")}
          </Link>
        ) : null}
        {detail && detail.notes.length > 0 ? (
          <section aria-label="Notes from the coach" className="max-w-180 text-ink-2">
            <h3 className="text-sm font-medium text-ink-3">Notes from the coach</h3>
            <ul className="mt-1 list-disc pl-4.5">
              {detail.notes.map((note) => (
                <li key={note} className="wrap-anywhere">
                  <DrawnText text={note} />
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </Pane>
  )
}

function Decided({
  team,
  synthesis,
  detail,
  now,
}: Pick<SynthesisPaneProps, "team" | "synthesis" | "detail" | "now">) {
  return (
    <PaneDecided words={synthesisDecisionWords(synthesis)} at={synthesis.decided?.at ?? null} now={now}>
      {synthesis.reason === null ? null : (
        <>
          : <DrawnText text={synthesis.reason} />
        </>
      )}
      {detail?.published ? (
        <>
          {": saved in "}
          <Link
            href={filePath(team, detail.published.file)}
            className="font-mono text-sm wrap-anywhere text-link"
          >
            <DrawnText text={detail.published.path} />
          </Link>
        </>
      ) : null}
    </PaneDecided>
  )
}
