import { Link } from "@/components/ui/link"
import { filePath } from "@/components/agents/fleet"
import { DrawnText } from "@/components/memory-files/reader/drawn-text"
import { InlineText } from "@/components/memory-files/reader/inline-text"
import { changedQuery } from "@/components/data/update-query"
import { count } from "@/components/data/count"
import { groupBy } from "@/lib/memory/text/group"
import { LEFT_OUT_KINDS, type LeftOutKind } from "@/lib/memory/context/context"
import { type Asked, MOST } from "./asked"
import { shortPath } from "./short-path"
import type { Left, ToldContext } from "./context-types"
import { VerifyButton } from "./verify-button"

/** What each kind is called, and what a person can do about it. */
const KIND: Readonly<Record<LeftOutKind, { readonly title: string; readonly out: string }>> = {
  order: {
    title: "Reads like an instruction",
    out: "Agents get these entries after a person verifies them.",
  },
  outranked: {
    title: "Outranked",
    out: "It contradicts what prevails. Settle the conflict in the inbox, or let global memory stand.",
  },
  overridden: { title: "Gives way to global memory", out: "As asked for above." },
  budget: { title: "Over budget", out: "It has no room beside what ranks higher." },
  limit: { title: "Beyond the limit", out: "It ranks below what is told." },
  "older-log": {
    title: "Older daily logs",
    out: "Included only if they match a task. Name one above.",
  },
  "other-role": {
    title: "Speaks to another role",
    out: "Its section of the category’s memory is for somebody else.",
  },
  retired: { title: "Retired", out: "Struck in its file: kept, and told to nobody." },
  forgotten: { title: "Forgotten", out: "Taken out of its file. It can be restored there." },
  "opted-out": { title: "Opted out", out: "The agent declares memory: disabled." },
}

const SHOWN = 3

interface LeftOutProps {
  team: string
  context: Pick<ToldContext, "leftOut" | "leftOutCounts" | "more">
  asked: Asked
  query: URLSearchParams
  /** Ids of what is told without the task. */
  gone: readonly string[]
}

/** What is not told, and why, by kind of reason; of each the first few. */
export function LeftOut({
  team,
  context: { leftOut, leftOutCounts, more },
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
        <span className="ml-2 font-normal text-ink-3 tabular-nums">
          {total === 0 ? "nothing" : total.toLocaleString("en")}
        </span>
      </h2>
      {more ? (
        <p className="mb-1.5 text-ink-2">There is more than this: it ranks below all that was looked at.</p>
      ) : null}
      {total === 0 ? <p className="text-ink-2">All that the agent loads is told.</p> : null}
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
              <Items team={team} items={listed.slice(0, SHOWN)} gone={gone} />
              {number > SHOWN ? (
                <details>
                  <summary className="border-t border-line px-3 py-1.5 text-ink-2 hover:text-ink">
                    {listed.length > SHOWN
                      ? `${(number - SHOWN).toLocaleString("en")} more`
                      : `${count(number - listed.length, "more", "more")}, not listed`}
                  </summary>
                  <Items team={team} items={listed.slice(SHOWN)} gone={gone} />
                  {number > listed.length ? (
                    <p className="border-t border-line px-3 py-1.5 text-sm text-ink-2">
                      {(number - listed.length).toLocaleString("en")} more rank below these and are not
                      listed.
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

/** The same question with twice as many entries, or tokens. */
function WithMore({ kind, asked, query }: { kind: LeftOutKind } & Pick<LeftOutProps, "asked" | "query">) {
  if (kind !== "limit" && kind !== "budget") return null
  const twice = Math.min(MOST[kind], asked[kind] * 2)
  if (twice === asked[kind]) return null
  return (
    <Link href={changedQuery(query, { [kind]: String(twice) })} scroll={false} className="text-link">
      Ask {kind === "limit" ? `for ${count(twice, "entry", "entries")}` : `with ${count(twice, "token")}`}
    </Link>
  )
}

function Items({ team, items, gone }: { team: string; items: readonly Left[]; gone: readonly string[] }) {
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
              <DrawnText text={shortPath(item.path)} />
              {item.line === null ? null : `:${item.line}`}
            </Link>
            <Why team={team} item={item} />
            {item.kind === "order" && item.text !== null ? (
              <VerifyButton id={item.id} text={item.text} />
            ) : null}
            {gone.includes(item.id) ? (
              <span className="font-medium text-caution">told without the task</span>
            ) : null}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** What the kind alone does not say. */
function Why({ team, item: { kind, why, by } }: { team: string; item: Left }) {
  if (kind === "order") return <span className="wrap-anywhere">{why}</span>
  if (kind === "limit" || kind === "opted-out") return null
  if (by === null) {
    const [, told = kind === "other-role" ? why : ""] = /: (.*)$/s.exec(why) ?? []
    return (
      <span className="wrap-anywhere">
        <DrawnText text={told} />
      </span>
    )
  }
  const place = `${shortPath(by.path)}:${by.line}`
  return (
    <span className="wrap-anywhere">
      by{" "}
      {by.file === null ? (
        <span className="font-mono">
          <DrawnText text={place} />
        </span>
      ) : (
        <Link
          href={filePath(team, by.file, by.line)}
          title={by.path}
          className="relative font-mono text-link"
        >
          <DrawnText text={place} />
        </Link>
      )}
      {why.endsWith("by an override") ? ", by an override" : ""}
    </span>
  )
}
