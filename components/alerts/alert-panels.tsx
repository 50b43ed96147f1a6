"use client"

import { useRouter } from "next/navigation"
import { type ReactNode, useState, useRef } from "react"
import { PanelForm, ChoiceButton } from "@/components/queue/panel-form"
import { Button } from "@/components/ui/button"
import { formatCount, capitalize } from "@/lib/memory/text/sentence"
import { useRead } from "@/components/data/use-read"
import { Notice } from "@/components/ui/notice"
import { Skeleton } from "@/components/ui/skeleton"
import { type SuggestedFix, type FixedFile, type AlertSummary, kindLabel } from "./alert"
import { VisibleText } from "@/components/text/visible-text"
import { Kbd } from "@/components/ui/kbd"
import { diffLines } from "@/components/text/diff-lines"
import { DiffRows } from "@/components/text/revision-diff"
import { TableBox } from "@/components/data/table"
import { Input } from "@/components/ui/field"
import type { AlertKind } from "@/lib/memory/alerts/kinds"

interface FixPanelProps {
  team: string
  /** Rejects with an `Error` whose message is shown to the person. */
  read: (signal: AbortSignal) => Promise<readonly SuggestedFix[]>
  /** The ids of the proposals that the panel created. Empty before. */
  created: readonly string[]
  /** Creates the proposals. Rejects like `read`. */
  onFix: (fix: SuggestedFix) => Promise<void>
  onLeave: () => void
}

/**
 * Panel with suggested fixes, each with a key and a preview. A fix creates proposals or links to another
 * page. Once it created proposals, the panel leads to their review.
 */
export function FixPanel({ team, read, created, onFix, onLeave }: FixPanelProps) {
  const router = useRouter()
  const [refused, setRefused] = useState<string | null>(null)
  const { fixes, problem } = useFixes(read, refused)
  const [at, setAt] = useState(0)
  const [pending, setPending] = useState(false)
  const chosen = fixes?.[at]
  const review = ([first]: readonly string[]) => router.push(`/t/${team}/inbox?tab=proposals&item=${first}`)
  const submit = (fix: SuggestedFix) => {
    if (fix.href !== null) return router.push(fix.href)
    if (fix.waiting.length > 0) return review(fix.waiting)
    if (pending) return
    setPending(true)
    setRefused(null)
    onFix(fix)
      .catch((cause: Error) => setRefused(`Nothing was proposed: ${cause.message}.`))
      .finally(() => setPending(false))
  }
  if (created.length > 0)
    return (
      <ProposedFix created={created} onReview={() => review(created)} onLeave={onLeave}>
        {chosen && <FixPreview files={chosen.files} />}
      </ProposedFix>
    )
  const keys = (fixes ?? []).map((one, place) => ({
    keys: String(place + 1),
    does: one.label,
    run: () => setAt(place),
  }))
  return (
    <PanelForm
      key={fixes === null ? "asked" : "here"}
      title="Choose a fix"
      docked
      keys={keys}
      onSubmit={() => chosen && submit(chosen)}
      onLeave={onLeave}
    >
      <FixList fixes={fixes} problem={problem} at={at} onChoose={setAt} />
      <p aria-live="polite" className="font-medium empty:hidden">
        {waitingWords(chosen?.waiting.length ?? 0, "already waiting for review")}
      </p>
      <div className="flex flex-wrap gap-2">
        {chosen && (
          <Button type="submit" variant="primary" disabled={pending}>
            {submitLabel(chosen)}
          </Button>
        )}
        <LeaveButton onLeave={onLeave}>{chosen && creates(chosen) ? "Cancel" : "Close"}</LeaveButton>
      </div>
      {chosen && <FixPreview files={chosen.files} />}
    </PanelForm>
  )
}

interface ProposedFixProps {
  /** The ids of the created proposals. */
  created: readonly string[]
  onReview: () => void
  onLeave: () => void
  children: ReactNode
}

/** The panel after its fix was proposed. */
function ProposedFix({ created, onReview, onLeave, children }: ProposedFixProps) {
  return (
    <PanelForm title="Fix proposed" docked onSubmit={onReview} onLeave={onLeave}>
      <output className="font-medium">{waitingWords(created.length, "created")}</output>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" data-first>
          {reviewLabel(created.length)}
        </Button>
        <LeaveButton onLeave={onLeave}>Close</LeaveButton>
      </div>
      {children}
    </PanelForm>
  )
}

function LeaveButton({ onLeave, children }: { onLeave: () => void; children: string }) {
  return (
    <Button variant="quiet" kbd="Esc" aria-keyshortcuts="Escape" onClick={onLeave}>
      {children}
    </Button>
  )
}

/**
 * Reads the fixes once when the panel opens. Returns the fixes (null while loading), and the reason why they
 * could not be loaded, or else `refused`.
 */
function useFixes(read: FixPanelProps["read"], refused: string | null) {
  const { answer, problem } = useRead("fixes", read)
  const unread = problem === null ? refused : `${capitalize(problem)}. Press Esc and try again.`
  return { fixes: answer, problem: unread }
}

/** Returns what happens to the proposals of the fix, or an empty text without any. */
const waitingWords = (proposals: number, state: string): string =>
  proposals === 0
    ? ""
    : `${formatCount(proposals, "proposal")} ${state}. The alert is resolved after approval.`

function submitLabel({ href, proposals, waiting }: SuggestedFix): string {
  if (href !== null) return "Open"
  return waiting.length > 0 ? reviewLabel(waiting.length) : `Create ${formatCount(proposals, "proposal")}`
}

/** True if the fix creates proposals. Other fixes lead to another page. */
const creates = ({ href, waiting }: SuggestedFix): boolean => href === null && waiting.length === 0

const reviewLabel = (proposals: number): string => (proposals === 1 ? "Review proposal" : "Review proposals")

interface FixListProps {
  /** Suggested fixes; null while loading. */
  fixes: readonly SuggestedFix[] | null
  problem: string | null
  /** The index of the chosen fix. */
  at: number
  onChoose: (index: number) => void
}

/** The suggested fixes, each with the key that chooses it. */
function FixList({ fixes, problem, at, onChoose }: FixListProps) {
  return (
    <>
      {fixes === null && problem === null ? <Skeleton className="h-8" /> : null}
      {fixes?.length === 0 ? (
        <p className="text-ink-2">No suggested fixes. Open the file at this line.</p>
      ) : null}
      {fixes?.map((one, index) => (
        <FixChoice
          key={one.cure}
          fix={one}
          number={String(index + 1)}
          chosen={index === at}
          onChoose={() => onChoose(index)}
        />
      ))}
      {problem ? (
        <Notice
          tone="danger"
          live
          title={fixes === null ? "Could not load the fixes" : "Could not propose the fix"}
        >
          {problem}
        </Notice>
      ) : null}
    </>
  )
}

interface FixChoiceProps {
  fix: SuggestedFix
  number: string
  chosen: boolean
  onChoose: () => void
}

/** A suggested fix with its effect. */
function FixChoice({ fix, number, chosen, onChoose }: FixChoiceProps) {
  return (
    <label
      className={`flex cursor-pointer items-start gap-2 rounded-md border px-2.5 py-1.5 ${chosen ? "border-accent bg-accent-wash" : "border-line hover:bg-raised"}`}
    >
      <input
        type="radio"
        name="fix"
        data-first={chosen || undefined}
        checked={chosen}
        onChange={onChoose}
        className="mt-0.75 size-3.5 shrink-0 accent-accent"
      />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {fix.label}
        <span className="block text-sm text-ink-2">
          <VisibleText text={`${capitalize(fix.consequence)}.`} />
        </span>
      </span>
      <Kbd hidden>{number}</Kbd>
    </label>
  )
}

/** Maximum number of changes shown per file. */
const MOST_PLACES = 12

/** Preview of a fix, by file. */
function FixPreview({ files }: { files: readonly FixedFile[] }) {
  return files.map(({ path, file, added, cut, hunks }) => (
    <TableBox key={path} className="overflow-hidden">
      <p className="flex flex-wrap gap-x-2.5 border-b border-line bg-raised px-3 py-1.5 text-sm text-ink-2">
        <span className="min-w-0 wrap-anywhere">
          <VisibleText text={path} />
          {file === null ? " (new file)" : ""}
        </span>
        <span className="ml-auto tabular-nums">
          {formatCount(added, "line")} added, {cut.toLocaleString("en")} removed
        </span>
      </p>
      {hunks.slice(0, MOST_PLACES).map((hunk) => (
        <DiffRows key={hunk.line} rows={diffLines(hunk.before, hunk.after, hunk.line).rows} />
      ))}
      {hunks.length > MOST_PLACES ? (
        <p className="px-3 py-1.5 text-ink-2">
          And {formatCount(hunks.length - MOST_PLACES, "more change")}.
        </p>
      ) : null}
    </TableBox>
  ))
}

interface IgnorePanelProps {
  alert: AlertSummary
  /** Returns how many listed alerts the rule would remove. */
  takes: (rule: RuleChoice["rule"]) => number
  onIgnore: (choice: RuleChoice, reason: string) => void
  onLeave: () => void
}

const USUAL_REASON = "Not relevant here"
const LONGEST_REASON = 500

/** Panel for ignoring alerts by rule. One key per scope creates the rule. The reason is optional. */
export function IgnorePanel({ alert, takes, onIgnore, onLeave }: IgnorePanelProps) {
  const [own, setOwn] = useState("")
  const box = useRef<HTMLInputElement>(null)
  const choices = rulePlaces(alert)
  const ignore = (choice: RuleChoice) => onIgnore(choice, own.trim() || USUAL_REASON)
  const [narrowest] = choices
  const keys = [
    ...choices.map((one) => ({
      keys: one.key,
      does: `${one.label}: ${one.consequence}`,
      run: () => ignore(one),
    })),
    { keys: "0", does: "Add a reason", run: () => box.current?.focus() },
  ]
  return (
    <PanelForm
      title="Ignore this alert for…"
      docked
      keys={keys}
      onSubmit={() => (narrowest ? ignore(narrowest) : undefined)}
      onLeave={onLeave}
    >
      <div className="flex flex-wrap gap-2">
        {choices.map((one, place) => (
          <ChoiceButton
            key={one.key}
            number={one.key}
            first={place === 0}
            disabled={false}
            onClick={() => ignore(one)}
          >
            {`${one.label}: ${one.consequence}${takesWords(takes(one.rule))}`}
          </ChoiceButton>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Input
          ref={box}
          aria-label="Reason"
          aria-keyshortcuts="0"
          placeholder={`Reason (default: ${USUAL_REASON.toLowerCase()})`}
          maxLength={LONGEST_REASON}
          value={own}
          onChange={(event) => setOwn(event.target.value)}
          className="flex-1 basis-60"
        />
        <Button variant="quiet" kbd="Esc" aria-keyshortcuts="Escape" onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </PanelForm>
  )
}

const takesWords = (number: number) => (number > 1 ? `, removes ${formatCount(number, "alert")}` : "")

/** A scope in which a rule can ignore alerts of a kind. */
export interface RuleChoice {
  readonly key: string
  /** "This file". */
  readonly label: string
  /** Effect of the rule: "no “Stale entries” alerts for core/MEMORY.md". */
  readonly consequence: string
  readonly rule: {
    readonly kind: AlertKind
    readonly project?: string
    readonly agent?: string
    readonly path?: string
  }
}

/** Returns the scopes from the narrowest to the whole team. */
export function rulePlaces({ kind, path, agent, project }: AlertSummary): readonly RuleChoice[] {
  const no = `no “${kindLabel(kind)}” alerts`
  const where = project ? { project: project.slug } : {}
  const places: Omit<RuleChoice, "key">[] = [
    ...(path === null
      ? []
      : [{ label: "This file", consequence: `${no} for ${path}`, rule: { kind, ...where, path } }]),
    ...(agent === null
      ? []
      : [{ label: "This agent", consequence: `${no} for ${agent}`, rule: { kind, ...where, agent } }]),
    ...(project === null
      ? []
      : [
          {
            label: "This project",
            consequence: `${no} in ${project.name}`,
            rule: { kind, project: project.slug },
          },
        ]),
    { label: "Everywhere", consequence: `${no} in this team`, rule: { kind } },
  ]
  return places.map((one, place) => ({ ...one, key: String(place + 1) }))
}

/** True if the rule matches the alert. */
export function matchesRule(
  alert: AlertSummary,
  { kind, project, agent, path }: RuleChoice["rule"],
): boolean {
  return (
    alert.kind === kind &&
    (project === undefined || project === alert.project?.slug) &&
    (agent === undefined || agent === alert.agent) &&
    (path === undefined || path === alert.path)
  )
}
