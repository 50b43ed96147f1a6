import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { InlineText } from "@/components/text/inline-markdown"
import { changedQuery } from "@/components/data/url-query"
import { formatCount } from "@/lib/memory/text/sentence"
import { groupBy } from "@/lib/memory/text/aggregates"
import { LEFT_OUT_KINDS, type LeftOutKind } from "@/lib/memory/context/context-selection"
import { type ContextRequest, CONTEXT_LIMITS } from "./context-request"
import type { LeftOutEntry, AgentContext } from "./agent-context"
import { VerifyButton } from "./verify-button"
import { shortPath } from "@/lib/memory/memory-files/paths"

/** The name of each kind of reason, and what a person can do about it. */
const KIND: Readonly<Record<LeftOutKind, { readonly title: string; readonly out: string }>> = {
  order: {
    title: "Reads like an instruction",
    out: "Included after a person verifies the entry.",
  },
  outranked: {
    title: "Outranked",
    out: "Contradicts a higher-ranked entry. Resolve the conflict in the inbox, or include outranked global memory.",
  },
  overridden: {
    title: "Replaced by global memory",
    out: "“Include outranked global memory” is selected above, so global memory replaces these entries.",
  },
  budget: { title: "Over budget", out: "Higher-ranked entries use up the token budget." },
  limit: { title: "Over entry limit", out: "Ranks below the included entries." },
  "older-log": {
    title: "Older daily logs",
    out: "Included only if they match a task. Enter a task above.",
  },
  "other-role": {
    title: "For another role",
    out: "In a section of category memory meant for another role.",
  },
  retired: { title: "Retired", out: "Kept in the file as retired. Quarterdeck does not send them." },
  forgotten: { title: "Forgotten", out: "Removed from the file. Open the file to restore the entry." },
  "opted-out": { title: "Opted out", out: "The agent’s definition contains memory: disabled." },
}

const SHOWN = 3

interface LeftOutProps {
  team: string
  context: Pick<AgentContext, "leftOut" | "leftOutCounts" | "isPartial">
  asked: ContextRequest
  query: URLSearchParams
  /** IDs of the entries that are included only without the task. */
  gone: readonly string[]
}

/** The entries that are left out, by reason; the first few of each. */
export function LeftOut({
  team,
  context: { leftOut, leftOutCounts, isPartial },
  asked,
  query,
  gone,
}: LeftOutProps) {
  const kinds = groupBy(leftOut, (one) => one.kind)
  const total = Object.values(leftOutCounts).reduce((sum, number) => sum + number, 0)
  return (
    <section aria-labelledby="left-out">
      <h2 id="left-out" className="mb-1.5">
        Left out
        <span className="ml-2 font-normal text-ink-3 tabular-nums">{totalWords(leftOut.length, total)}</span>
      </h2>
      {isPartial ? (
        <p className="mb-1.5 text-ink-2">
          The number does not include low-ranked entries of very large shared memory.
        </p>
      ) : null}
      {total === 0 ? <p className="text-ink-2">All entries are included.</p> : null}
      <div className="grid gap-3">
        {LEFT_OUT_KINDS.map((kind) => {
          const number = leftOutCounts[kind]
          if (number === undefined) return null
          const listed = kinds.get(kind) ?? []
          return (
            <section
              key={kind}
              aria-labelledby={`left-${kind}`}
              className="rounded-lg border border-line bg-surface"
            >
              <h3 id={`left-${kind}`} className="flex flex-wrap items-baseline gap-x-2 px-3 pt-2 font-medium">
                {KIND[kind].title}
                <span className="font-normal text-ink-3 tabular-nums">{number.toLocaleString("en")}</span>
              </h3>
              <p className="px-3 pb-1.5 text-sm text-ink-2">
                {KIND[kind].out} <WithMore kind={kind} asked={asked} query={query} />
              </p>
              <LeftOutItems team={team} items={listed.slice(0, SHOWN)} gone={gone} />
              {number > SHOWN ? (
                <details>
                  <summary className="border-t border-line px-3 py-1.5 text-ink-2 hover:text-ink">
                    {listed.length > SHOWN
                      ? `${(number - SHOWN).toLocaleString("en")} more`
                      : `${formatCount(number - listed.length, "more", "more")} not listed`}
                  </summary>
                  <LeftOutItems team={team} items={listed.slice(SHOWN)} gone={gone} />
                  {number > listed.length ? (
                    <p className="border-t border-line px-3 py-1.5 text-sm text-ink-2">
                      {formatCount(number - listed.length, "lower-ranked entry")} not listed
                    </p>
                  ) : null}
                </details>
              ) : null}
            </section>
          )
        })}
      </div>
    </section>
  )
}

/** Returns the number of left-out entries: "none", "12", "90 of 176 shown". */
function totalWords(listed: number, total: number): string {
  if (total === 0) return "none"
  return listed < total
    ? `${listed.toLocaleString("en")} of ${total.toLocaleString("en")} shown`
    : total.toLocaleString("en")
}

/** A link that doubles the entry limit or the token budget. */
function WithMore({ kind, asked, query }: { kind: LeftOutKind } & Pick<LeftOutProps, "asked" | "query">) {
  if (kind !== "limit" && kind !== "budget") return null
  const twice = Math.min(CONTEXT_LIMITS[kind], asked[kind] * 2)
  if (twice === asked[kind]) return null
  return (
    <Link href={changedQuery(query, { [kind]: String(twice) })} scroll={false} className="text-link">
      Increase to {kind === "limit" ? formatCount(twice, "entry") : formatCount(twice, "token")}
    </Link>
  )
}

interface LeftOutItemsProps {
  team: string
  items: readonly LeftOutEntry[]
  gone?: readonly string[]
}

/** Entries that are left out, each with a link to its line and the reason. */
export function LeftOutItems({ team, items, gone = [] }: LeftOutItemsProps) {
  return (
    <ul>
      {items.map((item) => (
        <li
          key={item.id}
          className="relative border-t border-line px-3 py-1.5 hover:bg-raised has-focus-visible:bg-accent-wash"
        >
          <p
            className={`line-clamp-3 wrap-anywhere ${item.kind === "retired" || item.kind === "forgotten" ? "text-ink-2 line-through" : "text-ink-2"}`}
          >
            {item.text === null ? null : <InlineText text={item.text} />}
          </p>
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-3">
            <Link
              href={filePath(team, item.file, item.line ?? undefined)}
              title={item.path}
              className="font-mono wrap-anywhere text-ink-2 after:absolute after:inset-0"
            >
              <VisibleText text={shortPath(item.path)} />
              {item.line === null ? null : `:${item.line}`}
            </Link>
            <Why team={team} item={item} />
            {item.kind === "order" && item.text !== null ? (
              <VerifyButton id={item.id} text={item.text} />
            ) : null}
            {gone.includes(item.id) ? (
              <span className="font-medium text-caution">included without the task</span>
            ) : null}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Details of the reason. */
function Why({ team, item: { kind, why, by } }: { team: string; item: LeftOutEntry }) {
  if (kind === "order") return <span className="wrap-anywhere">{why}</span>
  if (kind === "limit" || kind === "opted-out") return null
  if (by === null) {
    const [, told = kind === "other-role" ? why : ""] = /: (.*)$/s.exec(why) ?? []
    return (
      <span className="wrap-anywhere">
        <VisibleText text={told} />
      </span>
    )
  }
  const place = `${shortPath(by.path)}:${by.line}`
  return (
    <span className="wrap-anywhere">
      by{" "}
      {by.file === null ? (
        <span className="font-mono">
          <VisibleText text={place} />
        </span>
      ) : (
        <Link
          href={filePath(team, by.file, by.line)}
          title={by.path}
          className="relative font-mono text-link"
        >
          <VisibleText text={place} />
        </Link>
      )}
      {why.endsWith("through an override") ? " (override)" : ""}
    </span>
  )
}
