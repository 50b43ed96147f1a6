"use client"

import { useRouter } from "next/navigation"
import { Fragment, useMemo } from "react"
import { filePath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { UntrustedText } from "@/components/text/untrusted-text"
import { count } from "@/components/data/count"
import { Empty } from "@/components/ui/empty"
import { Notice } from "@/components/ui/notice"
import { ButtonLink } from "@/components/ui/button"
import { CompactionFrame, GroupHead, SummaryStrip } from "./frame"
import { LinesBar } from "./lines-bar"
import { ProposeBar } from "./propose-bar"
import type { TrimPreview } from "./compaction-types"
import { StepEntries } from "./step-entries"
import { TickRow } from "./tick-row"
import { useProposeCompaction } from "./use-propose"
import { useTicks } from "./use-ticks"
import { STEP_WORDS, STEP_ORDER, doubtfulWords } from "./compaction-text"
import { CERTAIN_TRIM_RULES } from "@/lib/memory/compaction/trim/trim-entry"
import { capitalize } from "@/lib/memory/text/sentence"

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
  const kept =
    mayNot === null
      ? steps.filter(({ index }) => !ticks.ticked.includes(index)).reduce((sum, { saves }) => sum + saves, 0)
      : 0
  const after = lines.after + kept
  const made =
    mayNot === null
      ? proposals.filter(({ steps: some }) => some.some((index) => ticks.ticked.includes(index))).length
      : proposals.length
  const words = `Propose: ${count(ticks.ticked.length, "change")}, ${lines.before.toLocaleString("en")} → ${after.toLocaleString("en")} lines`
  return (
    <CompactionFrame
      strip={
        <SummaryStrip label="Summary">
          <LinesBar before={lines.before} after={after} budget={lines.budget} />
          {doubtful.size > 0 ? <span>{doubtfulWords(doubtful.size, steps.length)}</span> : null}
          {made > 0 ? <span>Creates {count(made, "proposal")}</span> : null}
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
          <Notice tone="caution" title={`${count(missing, "line")} over budget after all changes`}>
            <VisibleText text={`${told}.`} /> Move a section to a separate file, or raise the budget under
            Policies.
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
            note={`${some.length}, saves ${count(
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
                      : `${step.saves > 0 ? "−" : "+"}${count(Math.abs(step.saves), "line")}`}
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
