"use client"

import { useRouter } from "next/navigation"
import { Fragment, useMemo, type ReactNode } from "react"
import { filePath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { UntrustedText } from "@/components/text/untrusted-text"
import { formatCount, capitalize } from "@/lib/memory/text/sentence"
import { Empty } from "@/components/ui/empty"
import { Notice } from "@/components/ui/notice"
import { ButtonLink } from "@/components/ui/button"
import {
  CompactionFrame,
  GroupHead,
  SummaryStrip,
  LinesBar,
  ProposeBar,
  useProposeCompaction,
} from "./preview-frame"
import {
  type TrimPreview,
  linesAfterTrim,
  STEP_WORDS,
  STEP_ORDER,
  doubtfulWords,
  type CompactionTarget,
  type TrimStep,
} from "./compaction"
import { TickRow, useTicks } from "./change-selection"
import { CERTAIN_TRIM_RULES } from "@/lib/memory/compaction/trim/trim-entry"
import { Link } from "@/components/ui/link"

interface TrimViewProps {
  team: string
  preview: TrimPreview
  mayNot: string | null
}

/** The steps that bring a long file within its budget, each with its reason and the lines it saves. */
export function TrimView({ team, preview, mayNot }: TrimViewProps) {
  const router = useRouter()
  const { target, lines, steps, proposals, missing, told } = preview
  const groups = useMemo(
    () =>
      STEP_ORDER.map((how) => ({ how, some: steps.filter((one) => one.how === how) })).filter(
        ({ some }) => some.length > 0,
      ),
    [steps],
  )
  const ordered = groups.flatMap(({ some }) => some)
  const fixed = useMemo(
    () => new Set(mayNot === null ? [] : steps.map(({ index }) => index)),
    [steps, mayNot],
  )
  const doubtful = useMemo(
    () => new Set(steps.filter(({ rule }) => !CERTAIN_TRIM_RULES.has(rule)).map(({ index }) => index)),
    [steps],
  )
  const { state, propose } = useProposeCompaction(team, preview)
  const send = () => (mayNot === null && ticks.ticked.length > 0 ? propose(ticks.ticked) : undefined)
  const ticks = useTicks({
    indices: ordered.map(({ index }) => index),
    fixed,
    untickedFirst: doubtful,
    what: "step",
    onPropose: () => send(),
  })
  const after =
    mayNot === null
      ? linesAfterTrim(
          lines,
          steps.map(({ index, saves }) => ({ saves, isTicked: ticks.ticked.includes(index) })),
        )
      : lines.after
  const made =
    mayNot === null
      ? proposals.filter(({ steps: some }) => some.some((index) => ticks.ticked.includes(index))).length
      : proposals.length
  const words = `Propose: ${formatCount(ticks.ticked.length, "change")}, ${lines.before.toLocaleString("en")} → ${after.toLocaleString("en")} lines`
  return (
    <CompactionFrame
      strip={
        <SummaryStrip label="Summary">
          <LinesBar before={lines.before} after={after} budget={lines.budget} />
          {doubtful.size > 0 ? <span>{doubtfulWords(doubtful.size, steps.length)}</span> : null}
          {made > 0 ? <span>Creates {formatCount(made, "proposal")}</span> : null}
        </SummaryStrip>
      }
      beside={null}
      bar={
        steps.length === 0 ? null : (
          <ProposeBar
            {...{ team, target, ticks, state, mayNot }}
            words={ticks.ticked.length === 0 ? "Select changes" : words}
            onPropose={send}
            onAgain={() => router.refresh()}
          />
        )
      }
    >
      {missing > 0 ? (
        <div className="px-4 pt-4 md:px-7">
          <Notice tone="caution" title={`${formatCount(missing, "line")} over budget after all changes`}>
            With all changes: <VisibleText text={`${told}.`} /> Move a section to a separate file, or raise
            the budget under Policies.
          </Notice>
        </div>
      ) : null}
      {steps.length === 0 ? (
        <Empty
          title={
            lines.budget !== null && lines.before > lines.budget
              ? "Nothing can be trimmed automatically"
              : "Within budget"
          }
          action={
            target.file === null ? null : (
              <ButtonLink href={filePath(team, target.file)}>Open file</ButtonLink>
            )
          }
        >
          {told}.
        </Empty>
      ) : null}
      {groups.map(({ how, some }) => (
        <Fragment key={how}>
          <GroupHead
            title={STEP_WORDS[how].title}
            note={`${some.length}, saves ${formatCount(
              some.reduce((sum, { saves }) => sum + saves, 0),
              "line",
            )}`}
          />
          <ul aria-label={STEP_WORDS[how].title}>
            {some.map((step) => (
              <TickRow
                key={step.index}
                index={step.index}
                needsLook={doubtful.has(step.index)}
                ticks={ticks}
                statement={<UntrustedText text={capitalize(step.reason)} />}
                figure={
                  <span className="shrink-0 text-sm whitespace-nowrap text-ink-2 tabular-nums">
                    {step.saves === 0
                      ? "0 lines"
                      : `${step.saves > 0 ? "−" : "+"}${formatCount(Math.abs(step.saves), "line")}`}
                  </span>
                }
              >
                <StepEntries team={team} target={target} step={step} all={step.index === ticks.current} />
              </TickRow>
            ))}
          </ul>
        </Fragment>
      ))}
    </CompactionFrame>
  )
}

interface StepEntriesProps {
  team: string
  target: CompactionTarget
  step: TrimStep
  /** True to show all entries, as for the current step. */
  all: boolean
}

/** Maximum number of entries shown for other steps. */
const FEW = 3
const MARKS: Readonly<Record<TrimStep["how"], string>> = { merge: "−", remove: "−", move: "→", retire: "~" }

/** The entries that a step changes, each with its line, and the result. */
function StepEntries({ team, target, step: { entries, into, to, text, how }, all }: StepEntriesProps) {
  const shown = all ? entries : entries.slice(0, FEW)
  return (
    <span className="grid gap-1 text-ink-2">
      {shown.map((one) => (
        <Entry key={one.id} team={team} file={target.file} line={one.line} mark={MARKS[how]}>
          <UntrustedText text={one.text} />
        </Entry>
      ))}
      {shown.length < entries.length ? (
        <span className="text-sm text-ink-3">
          and {formatCount(entries.length - shown.length, "more entry")}
        </span>
      ) : null}
      {into === null ? null : (
        <Entry team={team} file={target.file} line={into.line} mark="=">
          <span className="text-sm text-ink-3">keep: </span>
          <UntrustedText text={into.text} />
        </Entry>
      )}
      {to === null ? null : (
        <span className="text-sm wrap-anywhere">
          To{" "}
          <code className="font-mono">
            <VisibleText text={to} />
          </code>
          {text === null ? (
            " (already linked)"
          ) : (
            <>
              , linked from{" "}
              <q className="text-ink">
                <UntrustedText text={text} />
              </q>
            </>
          )}
        </span>
      )}
    </span>
  )
}

function Entry({
  team,
  file,
  line,
  mark,
  children,
}: {
  team: string
  file: string | null
  line: number
  mark: string
  children: ReactNode
}) {
  return (
    <span className="flex gap-2">
      <span aria-hidden className="w-3 shrink-0 text-center font-mono text-ink-3">
        {mark}
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      <span className="shrink-0 font-mono text-sm tabular-nums">
        {file === null ? (
          `:${line}`
        ) : (
          <Link
            href={filePath(team, file, line)}
            aria-label={`Line ${line}`}
            className="inline-flex min-h-6 min-w-6 items-center justify-end text-link"
          >
            :{line}
          </Link>
        )}
      </span>
    </span>
  )
}
