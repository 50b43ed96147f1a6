"use client"

import { Link } from "@/components/ui/link"
import { BudgetBar } from "@/components/charts/inline-charts"
import { Button } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import { Kbd } from "@/components/ui/kbd"
import { useListKeys } from "@/components/data/keyboard-shortcuts"
import { Notice } from "@/components/ui/notice"
import { Skeleton } from "@/components/ui/skeleton"
import { Instant } from "@/components/data/instant"
import { Tag } from "@/components/ui/tag"
import {
  approveWords,
  type ConsolidatedFile,
  type ConsolidatedResult,
  type Consolidation,
  type ProposalGroup,
  type Member,
} from "./consolidation"
import { ProposalDiff } from "../proposal-diff"
import { useConsolidation } from "./use-consolidation"
import { authorOf, similarityWords, supportWords, tagsOf } from "../proposal-text"
import { titleOf } from "../proposal-title"
import { budgetWords } from "../proposal-facts"
import { UntrustedText } from "../../text/untrusted-text"

interface ConsolidateViewProps {
  team: string
  consolidation: Consolidation
  /** ISO instant. */
  now: string
}

/**
 * View of all undecided proposals of a category. Selects the approved ones and their wording, and shows the
 * resulting files.
 */
export function ConsolidateView({ team, consolidation, now }: ConsolidateViewProps) {
  const { groups, results, pending, problem, sending, refused, approve, choose, lead } = useConsolidation(
    team,
    consolidation,
  )
  const chosen = groups.flat().filter((group) => group.chosen)
  const current = () =>
    document.activeElement?.closest("li")?.querySelector<HTMLInputElement>("[data-group]")?.dataset.group
  useListKeys("Consolidate", {
    rows: "[data-group]",
    more: [
      {
        keys: "x",
        does: "Include or exclude the current entry",
        run: () => (current() ? choose(current() as string) : undefined),
      },
      { keys: "a", does: "Approve the selected entries", run: () => void approve() },
    ],
  })
  return (
    <div className="flex flex-1 flex-col">
      <div className="grid grid-cols-1 gap-7 p-4">
        <div aria-live="polite" className="grid gap-3 empty:hidden">
          {refused.length > 0 ? (
            <Notice tone="caution" title={`${formatCount(refused.length, "proposal")} could not be approved`}>
              <ul>
                {[...new Set(refused.map((one) => one.words))].map((words) => (
                  <li key={words}>
                    <UntrustedText text={words} />
                  </li>
                ))}
              </ul>
            </Notice>
          ) : null}
          {problem ? (
            <Notice tone="caution" title="The preview could not be loaded">
              {problem}
            </Notice>
          ) : null}
        </div>
        {consolidation.files.map((file, place) => (
          <FilePart
            key={`${file.project.slug}/${file.path}`}
            team={team}
            file={file}
            groups={groups[place] ?? []}
            result={results[place] ?? null}
            pending={pending}
            now={now}
            onChoose={choose}
            onLead={lead}
          />
        ))}
        {consolidation.beyond > 0 ? (
          <p className="text-ink-2">
            {formatCount(consolidation.beyond, "more proposal")} will be listed after you review these.
          </p>
        ) : null}
      </div>
      {groups.flat().length > 0 ? (
        <footer className="sticky bottom-0 mt-auto flex flex-wrap items-center gap-2 border-t border-line bg-ground px-4 py-2.5">
          <Button
            variant="primary"
            kbd="A"
            disabled={chosen.length === 0 || sending}
            aria-busy={sending || undefined}
            onClick={() => void approve()}
          >
            {approveWords(groups)}
          </Button>
          <span className="ml-auto flex items-center gap-1 text-ink-3 max-md:hidden">
            <Kbd hidden>J</Kbd>
            <Kbd hidden>K</Kbd>
            <Kbd hidden>X</Kbd>
          </span>
        </footer>
      ) : null}
    </div>
  )
}

interface FilePartProps {
  team: string
  file: ConsolidatedFile
  groups: readonly ProposalGroup[]
  /** Preview of the file. Null if nothing is selected or the preview is still loading. */
  result: ConsolidatedResult | null
  pending: boolean
  now: string
  onChoose: (key: string) => void
  onLead: (key: string, id: string) => void
}

function FilePart({ team, file, groups, result, pending, now, onChoose, onLead }: FilePartProps) {
  const chosen = groups.filter((group) => group.chosen)
  const whys = new Map(result?.refused.map((one) => [one.id, one.why]))
  return (
    <section aria-label={file.path} className="grid grid-cols-1 gap-3">
      <h2 className="flex flex-wrap items-baseline gap-x-2.5">
        <code className="font-mono wrap-anywhere">
          <UntrustedText text={file.path} />
        </code>
        <span className="font-normal text-ink-2">{file.project.name}</span>
      </h2>
      <div className="grid gap-x-5 gap-y-3 lg:grid-cols-2">
        <div className="grid content-start gap-2">
          <ul className="grid gap-2">
            {groups.map((group) => (
              <ConsolidatedGroup
                key={group.key}
                group={group}
                now={now}
                why={whys.get(group.lead.id) ?? null}
                onChoose={() => onChoose(group.key)}
                onLead={(id) => onLead(group.key, id)}
              />
            ))}
          </ul>
          {file.left.length > 0 ? <Left team={team} left={file.left} now={now} /> : null}
        </div>
        {groups.length > 0 ? (
          <div className="grid min-w-0 content-start gap-3">
            {result ? (
              <div className={`grid gap-3 ${pending ? "opacity-60" : ""}`}>
                <div>
                  <p className="mb-2 text-ink-2 tabular-nums">{budgetWords(result.budget)}</p>
                  <BudgetBar
                    lines={result.budget.after}
                    budget={result.budget.budget}
                    limit={result.budget.loads}
                    className="w-full"
                  />
                </div>
                <ProposalDiff
                  change={result.diff && { ...result.diff, section: null }}
                  statements={chosen.map((group) => group.lead.fullText)}
                  basis={file.revision === 0 ? "a new file" : `based on revision ${file.revision}`}
                  instead="No line changes."
                />
              </div>
            ) : null}
            {!result && chosen.length > 0 ? <Skeleton className="h-40" /> : null}
            {!result && chosen.length === 0 ? (
              <p className="text-ink-2">No entries in this file are selected.</p>
            ) : null}
          </div>
        ) : null}
      </div>
    </section>
  )
}

/** Proposals that cannot be consolidated. */
function Left({ team, left, now }: { team: string; left: ConsolidatedFile["left"]; now: string }) {
  return (
    <section className="mt-2">
      <h3 className="mb-1.5">Review one by one</h3>
      <ul className="grid gap-2">
        {left.map(({ proposal, why }) => (
          <li key={proposal.id} className="wrap-anywhere">
            <Link href={`/t/${team}/inbox?item=${encodeURIComponent(proposal.id)}`} className="text-link">
              <UntrustedText text={proposal.fullText} />
            </Link>
            <span className="block text-ink-2">
              <UntrustedText text={`${why}.`} />
            </span>
            <ProposalOrigin member={proposal} now={now} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ConsolidatedGroupProps {
  group: ProposalGroup
  now: string
  /** Reason why the entry cannot be written with the others, or null. */
  why: string | null
  onChoose: () => void
  onLead: (id: string) => void
}

/** An entry with its duplicates. Selects if the entry is approved, and with which wording. */
function ConsolidatedGroup({ group, now, why, onChoose, onLead }: ConsolidatedGroupProps) {
  const { key, members, lead, chosen } = group
  return (
    <li
      className={`rounded-lg border bg-surface px-3 py-2 focus-within:border-accent ${chosen ? "border-line-strong" : "border-line"}`}
    >
      <label className="flex cursor-pointer items-start gap-2.5">
        <input
          type="checkbox"
          data-group={key}
          checked={chosen}
          onChange={onChoose}
          className="mt-0.75 size-3.5 shrink-0 accent-accent"
        />
        <span className={`min-w-0 flex-1 ${chosen ? "" : "text-ink-3"}`}>
          {members.length === 1 ? (
            <UntrustedText text={lead.fullText} />
          ) : (
            <span className="font-medium">{members.length} duplicates</span>
          )}
        </span>
        <span className="flex shrink-0 gap-1.5">
          {members.length > 1 && chosen ? <Tag tone="good">{members.length - 1} merged</Tag> : null}
        </span>
      </label>
      {members.length === 1 ? (
        <ProposalOrigin member={lead} now={now} className="pl-6" />
      ) : (
        <fieldset className="mt-1.5 grid gap-1.5 pl-6">
          <legend className="sr-only">Wording to use</legend>
          {members.map((one) => (
            <label key={one.id} className="flex cursor-pointer items-start gap-2">
              <input
                type="radio"
                name={`lead-${key}`}
                checked={one.id === lead.id}
                onChange={() => onLead(one.id)}
                className="mt-0.75 size-3.5 shrink-0 accent-accent"
              />
              <span className={`min-w-0 ${one.id === lead.id && chosen ? "" : "text-ink-2"}`}>
                <UntrustedText text={one.fullText} />
                <ProposalOrigin member={one} now={now} />
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {why && chosen ? (
        <p className="mt-1 pl-6 text-danger">
          <UntrustedText text={`Skipped: ${why}`} />
        </p>
      ) : null}
    </li>
  )
}

/** The author, the kind of change and the findings. */
function ProposalOrigin({
  member,
  now,
  className = "",
}: {
  member: Member
  now: string
  className?: string
}) {
  const support = supportWords(member.supporters)
  return (
    <span className={`mt-0.5 flex flex-wrap items-center gap-x-2 text-sm text-ink-2 ${className}`}>
      <UntrustedText text={authorOf(member)} />
      {member.kind === "add" ? null : <UntrustedText text={titleOf(member)} />}
      {support ? <span>{support}</span> : null}
      {member.confidence === null ? null : (
        <span className="tabular-nums">confidence {member.confidence.toFixed(2)}</span>
      )}
      <Instant at={member.createdAt} now={now} />
      {member.like ? <UntrustedText text={similarityWords(member.like)} /> : null}
      {tagsOf(member).map((tag) => (
        <Tag key={tag.words} tone={tag.tone}>
          {tag.words}
        </Tag>
      ))}
    </span>
  )
}
