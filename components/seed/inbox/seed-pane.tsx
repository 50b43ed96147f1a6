import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { filePath, seedPlanPath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { UntrustedText } from "@/components/text/untrusted-text"
import { formatCount } from "@/lib/memory/text/sentence"
import { Notice } from "@/components/ui/notice"
import { LoadedContent, Pane, PaneDecision, PaneTitle } from "@/components/ui/pane"
import { TableBox } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"
import {
  type SeedPlacement,
  type SeedPlanDetail,
  type SeedPlanSummary,
  fromWords,
  leftOutWords,
  createsProposals,
  SEED_TAGS,
  seedTargetName,
} from "./seed-inbox-text"
import { SURE_CONFIDENCE } from "@/lib/memory/seed/seed-entry"
import { type SeedPlanState } from "@/components/seed/inbox/seed-inbox-text"

/** The lines of the file against its budget, as a bar and as text. */
function LinesFill({ lines, budget }: { lines: number; budget: number }) {
  const over = lines > budget
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span aria-hidden className="relative inline-block h-2 w-44 rounded-full bg-raised shadow-hairline">
        <span
          className={`absolute inset-y-0 left-0 rounded-full ${over ? "bg-danger" : "bg-ink-3"}`}
          style={{ width: `${Math.min(100, (lines / Math.max(1, budget)) * 100).toFixed(1)}%` }}
        />
      </span>
      <span className="tabular-nums">
        <span className="font-medium">{lines.toLocaleString("en")}</span> of {budget.toLocaleString("en")}{" "}
        lines
        {over ? (
          <span className="text-danger">, {(lines - budget).toLocaleString("en")} over budget</span>
        ) : null}
      </span>
    </span>
  )
}

export interface SeedPaneProps {
  team: string
  plan: SeedPlanSummary
  /** Details of the plan. Null while they load. */
  detail: SeedPlanDetail | null
  /** The reason why the details could not be read. */
  problem: string | null
  /** ISO instant. */
  now: string
  /** The address of the list, for narrow screens. */
  backHref: string
}

/** A seed plan in the inbox: unsure entries first, then all sections. Also rendered on the server. */
export function SeedPane({ team, plan, detail, problem, now, backHref }: SeedPaneProps) {
  return (
    <Pane label="Seed plan" backHref={backHref}>
      <PaneTitle
        tag={
          <Tag tone={plan.state === "applied" || plan.state === "proposed" ? "good" : "neutral"}>
            {SEED_TAGS[plan.state]}
          </Tag>
        }
        at={plan.at}
        now={now}
      >
        <VisibleText text={`Seed ${seedTargetName(plan)}`} />
      </PaneTitle>
      <p className="mt-0.75 max-w-180 text-ink-2">
        <VisibleText
          text={`${formatCount(plan.placed, "entry")} from ${fromWords(plan.from)}, requested by ${plan.by}, for ${plan.project.name}: `}
        />
        {detail?.file ? (
          <Link href={filePath(team, detail.file.id)} className="font-mono text-sm wrap-anywhere text-link">
            <VisibleText text={plan.path} />
          </Link>
        ) : (
          <span className="font-mono text-sm wrap-anywhere">
            <VisibleText text={plan.path} />
          </span>
        )}
        {detail && createsProposals(detail)
          ? `, ${detail.target === "has-content" ? "which already has entries" : "which needs two approvals"}. Each entry becomes a proposal.`
          : "."}
      </p>
      <p className="mt-3">
        <LinesFill lines={plan.lines} budget={plan.budget} />
      </p>
      {plan.state === "waiting" ? null : <Decided plan={plan} detail={detail} team={team} now={now} />}
      <div className="mt-3 grid grid-cols-1 gap-4.5">
        <LoadedContent what="the entries" problem={problem}>
          {detail && <Body team={team} detail={detail} />}
        </LoadedContent>
      </div>
    </Pane>
  )
}

/** The number of unsure entries to show. */
const MOST_UNSURE = 6
/** The number of entries to show of each section. */
const MOST_ENTRIES = 12

function Body({ team, detail }: { team: string; detail: SeedPlanDetail }) {
  const unsure = unsurePlacements(detail)
  const above = new Set(unsure.slice(0, MOST_UNSURE).map(({ entry }) => entry))
  const headings = new Map(detail.sections.map(({ place, heading }) => [place, heading]))
  const goesTo = ({ place }: SeedPlacement) =>
    place === "left-out" ? "Left out" : (headings.get(place) ?? place)
  const out = leftOutWords(detail)
  const changed = detail.from.filter((one) => one.changed)
  return (
    <>
      {changed.length > 0 ? (
        <Notice
          tone="caution"
          title={`${fromWords(changed.map((one) => one.agent ?? one.path))} changed after the plan was created`}
        >
          Applying this plan writes the entries as planned. To include the changes, create a new plan.
        </Notice>
      ) : null}
      {detail.refused.length > 0 ? (
        <Notice tone="danger" title={`${formatCount(detail.refused.length, "entry")} cannot be written`}>
          <VisibleText
            text={detail.refused
              .slice(0, 3)
              .map(({ path, line, why }) => `${path}:${line}: ${why}`)
              .join("; ")}
          />
        </Notice>
      ) : null}
      {unsure.length > 0 ? (
        <Part
          title="Uncertain"
          note={unsure.length}
          moreHref={unsure.length > MOST_UNSURE ? seedPlanPath(team, detail.id) : null}
          more={unsure.length - MOST_UNSURE}
        >
          {unsure.slice(0, MOST_UNSURE).map((one) => (
            <PlacedEntry key={one.entry} team={team} placement={one} goesTo={goesTo(one)} />
          ))}
        </Part>
      ) : null}
      {detail.sections.map(({ place, heading }) => {
        const all = detail.placements.filter((one) => one.place === place)
        const some = all.filter(({ entry }) => !above.has(entry))
        return some.length === 0 ? null : (
          <Part
            key={place}
            title={heading}
            note={
              all.length === some.length
                ? all.length
                : `${all.length} (${all.length - some.length} listed above)`
            }
            moreHref={some.length > MOST_ENTRIES ? seedPlanPath(team, detail.id) : null}
            more={some.length - MOST_ENTRIES}
          >
            {some.slice(0, MOST_ENTRIES).map((one) => (
              <PlacedEntry key={one.entry} team={team} placement={one} />
            ))}
          </Part>
        )
      })}
      {out === "" ? null : (
        <p className="max-w-180 text-ink-2">
          <span className="font-medium text-ink">Left out</span>: {out}.
        </p>
      )}
    </>
  )
}

function Part({
  title,
  note,
  more,
  moreHref,
  children,
}: {
  title: string
  note: number | string
  more: number
  moreHref: string | null
  children: ReactNode
}) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 font-semibold wrap-anywhere">
        <VisibleText text={title} /> <span className="font-normal text-ink-3 tabular-nums">{note}</span>
      </h3>
      <TableBox className="overflow-hidden">
        <ul>{children}</ul>
      </TableBox>
      {moreHref === null ? null : (
        <Link href={moreHref} className="mt-1.5 inline-block font-medium text-link">
          {formatCount(more, "more entry")}
        </Link>
      )}
    </section>
  )
}

function Decided({ team, plan, detail, now }: Pick<SeedPaneProps, "team" | "plan" | "detail" | "now">) {
  const waiting = detail?.proposals.filter(({ state }) => state === "waiting").length ?? 0
  return (
    <PaneDecision words={seedDecidedWords(plan.state, plan.decidedBy)} at={plan.decidedAt} now={now}>
      {detail?.reason ? (
        <>
          : <VisibleText text={detail.reason} />
        </>
      ) : null}
      {plan.state === "proposed" && detail ? (
        <>
          {": "}
          <Link
            href={`/t/${team}/inbox?${new URLSearchParams({ tab: "proposals", q: plan.path })}`}
            className="text-link"
          >
            {waiting > 0
              ? `${waiting} of ${formatCount(detail.proposals.length, "proposal")} waiting`
              : `all ${detail.proposals.length} decided`}
          </Link>
        </>
      ) : null}
    </PaneDecision>
  )
}

interface PlacedEntryProps {
  team: string
  placement: SeedPlacement
  /** The target section, shown for unsure entries with the reason. */
  goesTo?: string
}

/** An entry of a predecessor with its source. */
function PlacedEntry({
  team,
  placement: { text, file, path, line, from, reason, confidence },
  goesTo,
}: PlacedEntryProps) {
  return (
    <li className="border-line px-3.5 py-2 not-first:border-t">
      <p className="max-w-180">
        <UntrustedText text={text} />
      </p>
      <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2 gap-y-0.5 text-sm text-ink-2">
        {goesTo === undefined ? null : (
          <>
            <span className="font-medium">{goesTo}</span>
            <span className="tabular-nums">{Math.round(confidence * 100)}% confident</span>
            <span className="min-w-0 wrap-anywhere">
              <VisibleText text={reason} />
            </span>
          </>
        )}
        <Link
          href={filePath(team, file, line)}
          title={`${path}:${line}`}
          className="font-mono text-link wrap-anywhere"
        >
          <VisibleText text={`${from}:${line}`} />
        </Link>
      </p>
    </li>
  )
}

/**
 * Returns the unsure entries, lowest confidence first, included or left out. Entries placed manually are
 * certain.
 */
export function unsurePlacements({ placements }: SeedPlanDetail): SeedPlacement[] {
  return placements
    .filter((one) => !one.byHand && one.confidence < SURE_CONFIDENCE)
    .toSorted((a, b) => a.confidence - b.confidence)
}

const DONE: Readonly<Record<SeedPlanState, string>> = {
  waiting: "Waiting",
  applied: "Applied",
  proposed: "Proposed",
  fresh: "Set to start fresh",
  dropped: "Discarded",
  undone: "Undone",
}

/** Returns the outcome of a plan: "Applied by Mara Reyes". */
const seedDecidedWords = (state: SeedPlanState, by: string | null): string =>
  `${DONE[state]}${by === null ? "" : ` by ${by}`}`
