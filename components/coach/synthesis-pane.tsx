import { Link } from "@/components/ui/link"
import { filePath, synthesisPath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { formatCount } from "@/lib/memory/text/sentence"
import { describeMoment } from "@/components/data/time-text"
import { LoadedContent, Pane, PaneDecision, PaneTitle } from "@/components/ui/pane"
import { Tag, type Tone } from "@/components/ui/tag"
import {
  SYNTHESIS_KIND_NAMES,
  makerInFull,
  type SynthesisDetail,
  type SynthesisSummary,
  type CitedAgentLine,
  type ClaimSummary,
  claimsWords,
} from "./synthesis-text"
import { FINDING_LABELS } from "@/components/proposals/proposal-text"
import { TableBox } from "@/components/data/table"
import type { ClaimKind } from "@/lib/memory/coach/synthesis"
import { CLAIM_WORDS } from "@/components/coach/synthesis-text"

/** Maximum number of claims shown. */
const SHOWN_CLAIMS = 5
/** Maximum number of citations shown for each claim. */
const SHOWN_PLACES = 4

const STATE_TONES: Record<ClaimSummary["state"], Tone> = {
  waiting: "neutral",
  accepted: "good",
  edited: "good",
  rejected: "danger",
}

/** The first claims, each with its citations. */
function FirstClaims({ team, statements }: { team: string; statements: readonly ClaimSummary[] }) {
  return (
    <TableBox className="overflow-hidden">
      <ol aria-label="First claims">
        {statements.slice(0, SHOWN_CLAIMS).map((one) => (
          <li key={one.position} className="border-line px-3.5 py-2.5 not-first:border-t">
            <p className="max-w-180 wrap-anywhere whitespace-pre-line">
              <VisibleText text={one.text} />
            </p>
            <p className="mt-1 flex flex-wrap items-baseline gap-x-2 gap-y-0.5 text-sm text-ink-2">
              {one.flags.length > 0 ? <Tag tone="danger">{flagWords(one.flags[0]?.kind)}</Tag> : null}
              {one.state === "waiting" ? null : <Tag tone={STATE_TONES[one.state]}>{one.state}</Tag>}
              <span className="font-medium">{claimWord(one.kind)}</span>
              <span className="tabular-nums">{Math.round(one.confidence * 100)}% confident</span>
              {one.citations.slice(0, SHOWN_PLACES).map((cited) => (
                <Place key={cited.entry} team={team} cited={cited} />
              ))}
              {one.citations.length > SHOWN_PLACES ? (
                <span>and {one.citations.length - SHOWN_PLACES} more</span>
              ) : null}
            </p>
          </li>
        ))}
      </ol>
    </TableBox>
  )
}

const flagWords = (kind: string | undefined): string =>
  Object.entries(FINDING_LABELS).find(([known]) => known === kind)?.[1].words ?? "flagged"

/** A link "agent:line"; the tooltip has the whole path. */
function Place({
  team,
  cited: { file, path, line, lineNow, agent, stands },
}: {
  team: string
  cited: CitedAgentLine
}) {
  const words = `${agent ?? path.split("/").slice(-2).join("/")}:${lineNow ?? line}`
  if (stands === "gone") return <span title={`${path}:${line}`}>{words} (removed)</span>
  return (
    <span>
      <Link
        href={filePath(team, file, lineNow ?? line)}
        title={`${path}:${lineNow ?? line}`}
        className="font-mono text-link wrap-anywhere"
      >
        <VisibleText text={words} />
      </Link>
      {stands === "changed" ? " (changed since)" : ""}
    </span>
  )
}

export interface SynthesisPaneProps {
  team: string
  synthesis: SynthesisSummary
  /** Details of the synthesis; null while loading. */
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
        <VisibleText text={synthesis.title} />
      </PaneTitle>
      <p className="mt-0.75 max-w-180 text-ink-2">
        <VisibleText
          text={`${SYNTHESIS_KIND_NAMES[synthesis.kind]} ${waitingSubject(synthesis)}, created by ${makerInFull(synthesis)}.`}
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
        <LoadedContent what="the claims" problem={problem}>
          {detail && <FirstClaims team={team} statements={detail.statements} />}
        </LoadedContent>
        {rest > 0 ? (
          <Link href={synthesisPath(team, synthesis.id)} className="justify-self-start font-medium text-link">
            {formatCount(rest, "more claim")}
          </Link>
        ) : null}
        {detail && detail.notes.length > 0 ? (
          <section aria-label="Notes from the coach" className="max-w-180 text-ink-2">
            <h3 className="text-sm font-medium text-ink-3">Notes from the coach</h3>
            <ul className="mt-1 list-disc pl-4.5">
              {detail.notes.map((note) => (
                <li key={note} className="wrap-anywhere">
                  <VisibleText text={note} />
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
    <PaneDecision words={synthesisDecisionWords(synthesis)} at={synthesis.decided?.at ?? null} now={now}>
      {synthesis.reason === null ? null : (
        <>
          : <VisibleText text={synthesis.reason} />
        </>
      )}
      {detail?.published ? (
        <>
          {": saved in "}
          <Link
            href={filePath(team, detail.published.file)}
            className="font-mono text-sm wrap-anywhere text-link"
          >
            <VisibleText text={detail.published.path} />
          </Link>
        </>
      ) : null}
    </PaneDecision>
  )
}

const claimWord = (kind: ClaimKind): string => CLAIM_WORDS[kind][0]

/** Returns the subject of a synthesis: "on all projects", "on ledger", "for unit-tester, in ledger". */
function waitingSubject({ agent, project }: Pick<SynthesisSummary, "agent" | "project">): string {
  const where = `${agent === null ? "on" : "in"} ${project ?? "all projects"}`
  return agent === null ? where : `for ${agent}, ${where}`
}

/** Returns the number of claims of each kind: "4 shared patterns, 2 risks". */
function kindsWords(statements: readonly Pick<ClaimSummary, "kind">[]): string {
  return Object.entries(CLAIM_WORDS)
    .flatMap(([kind, words]) => {
      const number = statements.filter((one) => one.kind === kind).length
      return number > 0 ? [formatCount(number, ...words)] : []
    })
    .join(", ")
}

const DONE: Record<SynthesisSummary["state"], string> = {
  waiting: "Waiting",
  published: "Published",
  rejected: "Rejected",
  replaced: "Published",
}

/** Returns the outcome: "Rejected by Mara Reyes", "Published by Mara Reyes, since replaced". */
export const synthesisDecisionWords = ({
  state,
  decided,
}: Pick<SynthesisSummary, "state" | "decided">): string =>
  `${DONE[state]}${decided === null ? "" : ` by ${decided.by}`}${state === "replaced" ? ", since replaced" : ""}`
