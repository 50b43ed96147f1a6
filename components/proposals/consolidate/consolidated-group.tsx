import { Instant } from "@/components/data/instant"
import { Tag } from "@/components/ui/tag"
import type { ProposalGroup, Member } from "./consolidation"
import { authorOf, similarityWords, supportWords, tagsOf, titleOf } from "../proposal-text"
import { UntrustedText } from "../../text/untrusted-text"

interface ConsolidatedGroupProps {
  group: ProposalGroup
  now: string
  /** Reason why the entry cannot be written with the others, or null. */
  why: string | null
  onChoose: () => void
  onLead: (id: string) => void
}

/** An entry with its duplicates. Selects if the entry is approved, and with which wording. */
export function ConsolidatedGroup({ group, now, why, onChoose, onLead }: ConsolidatedGroupProps) {
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
export function ProposalOrigin({
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
