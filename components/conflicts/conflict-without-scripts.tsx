import type { ReactNode } from "react"
import { Pane, Fact } from "@/components/ui/pane"
import { Loading, Skeleton } from "@/components/ui/skeleton"
import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { UntrustedText } from "@/components/text/untrusted-text"
import { Tag } from "@/components/ui/tag"
import { asSentence, formatCount } from "@/lib/memory/text/sentence"
import { formatDay, formatDates } from "@/components/data/time-text"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { opinionWords } from "@/lib/memory/conflicts/second-opinions"
import { type ConflictPaneProps, type ConflictDetail, type ConflictSummary } from "./conflict"
import { conflictTitle, foundByWords, conflictDecisionWords, untilDecidedWords, SIDES } from "./conflict-text"
import { Sides } from "./sides"
import { ThreeWayView } from "./three-way-merge"
import { fileHeadline } from "./conflict-summary"
import { radiusOf } from "@/components/conflicts/conflict-summary"

interface StillConflictProps extends Pick<
  ConflictPaneProps,
  "team" | "conflict" | "detail" | "now" | "backHref"
> {
  onUndo?: ConflictPaneProps["onUndo"]
  /** Content below the sides: a panel or an error. */
  children?: ReactNode
  /** The comments, below the facts. */
  discussion?: ReactNode
  /** True to show only the texts, next to an open panel. */
  brief?: boolean
}

/** A conflict rendered by the server, readable before the scripts load. */
export function StillConflict({
  team,
  conflict,
  detail,
  now,
  backHref,
  onUndo = null,
  children,
  brief = false,
  discussion,
}: StillConflictProps) {
  return (
    <Pane label="Conflict" backHref={backHref}>
      <ConflictHead team={team} conflict={conflict} detail={detail} now={now} />
      <div className="mt-4.5 grid grid-cols-1 gap-3">
        <ConflictBanner conflict={conflict} now={now} onUndo={onUndo} />
        <Versions {...{ team, conflict, detail, now, brief }} isLoading={detail === null && !children} />
        {children}
      </div>
      <ConflictFacts conflict={conflict} />
      {discussion}
    </Pane>
  )
}

type VersionsProps = Pick<ConflictPaneProps, "team" | "conflict" | "detail" | "now"> & {
  brief: boolean
  isLoading: boolean
}

/** The two sides of a conflict between entries, or the three versions of a file. */
function Versions({ team, conflict, detail, now, brief, isLoading }: VersionsProps) {
  if (conflict.kind !== "file") return <Sides team={team} conflict={conflict} now={now} brief={brief} />
  if (detail?.file) return <ThreeWayView file={detail.file} />
  if (!isLoading) return null
  return (
    <>
      <Loading what="the three versions" />
      <Skeleton className="h-56" />
    </>
  )
}

interface ConflictHeadProps {
  team: string
  conflict: ConflictSummary
  detail: ConflictDetail | null
  now: string
}

const SCOPES = { "same-scope": "same scope", "cross-scope": "across scopes", file: "file" } as const

/** Title and evidence of a conflict. */
function ConflictHead({ team, conflict, detail, now }: ConflictHeadProps) {
  const message =
    conflict.kind === "file"
      ? fileHeadline(conflict.path, conflict.evidence.message)
      : conflict.evidence.message
  const words = notSaid(conflict.evidence)
  return (
    <>
      <header className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        <h2 className="min-w-0 text-lg wrap-anywhere">{conflictTitle(conflict)}</h2>
        <Tag>{SCOPES[conflict.kind]}</Tag>
        <time
          dateTime={conflict.createdAt}
          title={foundByWords(conflict.foundBy)}
          className="ml-auto whitespace-nowrap text-ink-3"
        >
          <Instant at={conflict.createdAt} now={now} />
        </time>
      </header>
      {conflict.kind === "file" ? (
        <p className="mt-0.75 text-ink-2">
          {conflict.fileId === null ? (
            <code className="font-mono wrap-anywhere">
              <VisibleText text={conflict.path} />
            </code>
          ) : (
            <Link
              href={filePath(team, conflict.fileId)}
              className="font-mono text-sm wrap-anywhere text-link"
            >
              <VisibleText text={conflict.path} />
            </Link>
          )}
          {detail?.file ? (
            <>
              {" "}
              from <VisibleText text={detail.file.source} />
            </>
          ) : null}
        </p>
      ) : null}
      <p className="mt-0.75 text-ink-2">
        <UntrustedText text={asSentence(message)} />
        {words ? (
          <>
            {" "}
            <q className="text-ink">
              <UntrustedText text={words} />
            </q>
          </>
        ) : null}
      </p>
    </>
  )
}

/** Returns the exact words of the evidence; null if there are none or the message contains them. */
function notSaid({ message, words }: ConflictSummary["evidence"]): string | null {
  return words === null || words.split(" / ").every((one) => message.includes(one)) ? null : words
}

/** Notice about the decision or the snooze of a conflict. */
function ConflictBanner({ conflict, now, onUndo }: Pick<ConflictPaneProps, "conflict" | "now" | "onUndo">) {
  const { state, decided, snoozedUntil } = conflict
  if (state === "gone")
    return (
      <Notice title="Closed without a decision">
        One side was removed or changed, so there is nothing to resolve.
      </Notice>
    )
  if (decided) {
    return (
      <Notice
        tone="good"
        title={<UntrustedText text={conflictDecisionWords(decided, now)} />}
        action={
          onUndo ? (
            <Button size="sm" kbd="U" onClick={onUndo}>
              Undo
            </Button>
          ) : null
        }
      >
        {decided.reason === "" ? null : <UntrustedText text={decided.reason} />}
      </Notice>
    )
  }
  return snoozedUntil === null ? null : (
    <Notice title={`Snoozed until ${formatDay(snoozedUntil.slice(0, 10))}`} />
  )
}

/** Facts about a conflict: its readers, what agents receive, the suggestion and the evidence. */
function ConflictFacts({ conflict }: { conflict: ConflictSummary }) {
  const meanwhile = untilDecidedWords(conflict)
  const { suggested, evidence, state } = conflict
  return (
    <div className="mt-5.5 grid gap-x-8 gap-y-5.5 lg:grid-cols-2">
      <Fact title="Loaded by">
        <BlastRadius conflict={conflict} />
      </Fact>
      {meanwhile ? (
        <Fact title={state === "open" ? "What agents receive until this is resolved" : "What agents receive"}>
          <p>{meanwhile.seen}</p>
          <p className="mt-1.5">
            <UntrustedText text={meanwhile.why} />
          </p>
        </Fact>
      ) : null}
      {state === "open" && conflict.kind !== "file" ? (
        <Fact title="Suggestion">
          {suggested ? (
            <p>
              {SIDES[suggested.side]}: <VisibleText text={formatDates(suggested.why)} />.
            </p>
          ) : (
            <p>No suggestion: nothing shows which side to keep.</p>
          )}
        </Fact>
      ) : null}
      <Fact title="Detection">
        <p>
          {foundByWords(conflict.foundBy)}
          {evidence.score === null ? "" : `, ${Math.round(evidence.score * 100)}% confident`}.
        </p>
        {conflict.opinion ? (
          <p className="mt-1.5 wrap-anywhere">
            <VisibleText text={`${opinionWords(conflict.opinion)}.`} />
          </p>
        ) : null}
      </Fact>
    </div>
  )
}

/** The agents that a conflict affects. Agents that load both sides receive contradicting entries. */
function BlastRadius({ conflict }: { conflict: ConflictSummary }) {
  if (conflict.agents.length === 0) return <p>No known agent loads either side.</p>
  if (conflict.kind === "file")
    return (
      <AgentNames
        what={`${formatCount(conflict.agents.length, "agent")} ${conflict.agents.length === 1 ? "loads" : "load"} the file`}
        agents={conflict.agents}
      />
    )
  const { both, left, right } = radiusOf(conflict)
  return (
    <div className="grid gap-2">
      <AgentNames
        what={`${formatCount(both.length, "agent")} ${both.length === 1 ? "loads" : "load"} both sides`}
        agents={both}
      />
      <AgentNames
        what={`${formatCount(left.length, "agent")} ${left.length === 1 ? "loads" : "load"} only the left side`}
        agents={left}
      />
      <AgentNames
        what={`${formatCount(right.length, "agent")} ${right.length === 1 ? "loads" : "load"} only the right side`}
        agents={right}
      />
    </div>
  )
}

const NAMED = 8

function AgentNames({ what, agents }: { what: string; agents: readonly string[] }) {
  if (agents.length === 0) return null
  const rest = agents.slice(NAMED)
  return (
    <div>
      <p className="text-ink tabular-nums">{what}</p>
      <p className="wrap-anywhere">
        <VisibleText text={agents.slice(0, NAMED).join(", ")} />
      </p>
      {rest.length > 0 ? (
        <details>
          <summary className="w-fit cursor-pointer text-link">
            and {rest.length.toLocaleString("en")} more
          </summary>
          <p className="wrap-anywhere">
            <VisibleText text={rest.join(", ")} />
          </p>
        </details>
      ) : null}
    </div>
  )
}
