import { formatDay } from "@/components/data/day-text"
import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { Fragment, type ReactNode } from "react"
import { filePath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { shortPath } from "@/components/text/short-path"
import { UntrustedText } from "@/components/text/untrusted-text"
import { count } from "@/components/data/count"
import type { ConflictSide, SideEntry } from "./conflict-types"

interface SideFactsProps {
  team: string
  side: ConflictSide
  now: string
}

/** Location, author, verification and readers of a side. */
export function SideFacts({ team, side, now }: SideFactsProps) {
  const [first, ...copies] = side.entries
  if (!first) return <p className="text-ink-2">Removed</p>
  return (
    <dl className="grid content-start gap-1.5 text-ink-2">
      <Line name="Where">
        <Place team={team} entry={first} />
        {copies.length > 0 ? (
          <details>
            <summary className="w-fit cursor-pointer text-link">
              and in {count(copies.length, "more file")}
            </summary>
            <ul className="mt-1 grid gap-1">
              {copies.map((entry) => (
                <li key={entry.id}>
                  <Place team={team} entry={entry} />
                </li>
              ))}
            </ul>
          </details>
        ) : null}
      </Line>
      <Line name="Written">
        <Written entry={first} now={now} />
      </Line>
      <Line name="Verified">
        <Vouched side={side} />
      </Line>
      {first.type !== null || first.confidence !== null ? (
        <Line name="Type">
          {[first.type, first.confidence === null ? null : `confidence ${first.confidence.toFixed(2)}`]
            .filter(Boolean)
            .map((words, place) => (
              <Fragment key={words}>
                {place > 0 ? ", " : null}
                <VisibleText text={words ?? ""} />
              </Fragment>
            ))}
        </Line>
      ) : null}
      <Line name="Loaded by">
        {side.agents.length === 0 ? "no known agent" : count(side.agents.length, "agent")}
      </Line>
    </dl>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-x-2.5">
      <dt className="w-20 shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0 flex-1 wrap-anywhere">{children}</dd>
    </div>
  )
}

function Place({ team, entry }: { team: string; entry: SideEntry }) {
  const owner = entry.agent ?? entry.category
  return (
    <>
      <Link
        href={filePath(team, entry.fileId, entry.line)}
        title={entry.path}
        className="font-mono text-sm text-link"
      >
        <VisibleText text={`${shortPath(entry.path)}:${entry.line}`} />
      </Link>
      <span className="block">
        {owner ? (
          <>
            <b className="text-ink">
              <VisibleText text={owner} />
            </b>
            {", "}
          </>
        ) : null}
        <VisibleText
          text={`${entry.scope} memory${entry.scope === "project" ? ` in ${entry.project.name}` : ""}${entry.section === null ? "" : `, section ${entry.section}`}`}
        />
      </span>
    </>
  )
}

function Written({ entry: { date, from }, now }: { entry: SideEntry; now: string }) {
  return (
    <>
      {date === null ? null : `dated ${formatDay(date)}; `}
      {from.at === "" ? null : <Instant at={from.at} now={now} />}
      {from.by === "" ? null : (
        <>
          {" "}
          by{" "}
          <b className="text-ink">
            <VisibleText text={from.by} />
          </b>
        </>
      )}
      {from.session === null ? null : (
        <>
          , session{" "}
          <code className="font-mono">
            <VisibleText text={from.session} />
          </code>
        </>
      )}
      {from.reason === "" ? null : (
        <span className="block">
          <UntrustedText text={from.reason} />
        </span>
      )}
    </>
  )
}

function Vouched({ side }: { side: ConflictSide }) {
  const vouched = side.entries.find((entry) => entry.vouched !== null)?.vouched
  if (!vouched) return <>no</>
  return (
    <>
      by{" "}
      <b className="text-ink">
        <VisibleText text={vouched.by} />
      </b>{" "}
      until {formatDay(vouched.until.slice(0, 10))}
    </>
  )
}
