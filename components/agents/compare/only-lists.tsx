"use client"

import { Link } from "@/components/ui/link"
import { formatDay } from "@/components/data/time-text"
import { filePath } from "@/components/data/addresses"
import { useShare, WaitingLink } from "@/components/agents/share-entry"
import { VisibleText } from "@/components/text/visible-text"
import { titledStatement } from "@/lib/memory/memory-files/shown-statement"
import { Button } from "@/components/ui/button"
import { useListKeys, focusedRow } from "@/components/data/keyboard-shortcuts"
import { Panel } from "@/components/ui/panel"
import { TableBox } from "@/components/data/table"
import {
  type EntryOfOne,
  groupBySection,
  type ComparedSide,
  keyOfAgent,
  distinctNames,
} from "./compared-entries"

interface OnlyListsProps {
  team: string
  a: ComparedSide
  b: ComparedSide
  /** True if the reader may propose. */
  mayShare: boolean
}

const ROWS = "main li[data-entry]"

/**
 * The entries that only one of the agents has, by section. `j` and `k` move, `s` proposes the focused entry
 * to the other agent.
 */
export function OnlyLists({ team, a, b, mayShare }: OnlyListsProps) {
  const { shared, busy, share } = useShare(team)
  const [nameOfA, nameOfB] = distinctNames([a.agent, b.agent])
  const bring = (one: EntryOfOne, from: ComparedSide, to: ComparedSide) =>
    void share(
      {
        ...one,
        agent: from.agent.name,
        project: from.agent.project.slug,
        category: from.agent.category ?? "",
        missedBy: [{ name: to.agent.name, project: to.agent.project.slug }],
        mates: 1,
        reason: `Known to ${from.agent.name}, missing from ${to.agent.name}`,
      },
      "mates",
    )
  const shareHere = () => {
    const { all, at } = focusedRow(ROWS)
    const id = all[at]?.dataset.entry
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      const one = from.only.find(({ entry }) => entry === id)
      if (one && one.waiting === null && !shared.has(one.entry) && !to.agent.optedOut)
        return bring(one, from, to)
    }
  }
  const shareKey = { keys: "s", does: "Propose entry to the other agent", run: shareHere }
  useListKeys("Compare", { rows: ROWS, row: "entry", more: mayShare ? [shareKey] : [] })
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      {(
        [
          [a, b, nameOfA, nameOfB],
          [b, a, nameOfB, nameOfA],
        ] as const
      ).map(([from, to, name, other]) => (
        <Panel key={keyOfAgent(from.agent)} title={`Known only to ${name}`} note={from.only.length}>
          {from.only.length === 0 ? (
            <p className="text-ink-2">
              {from.entries === 0 ? "No entries yet." : `No entries are missing from ${other}.`}
            </p>
          ) : (
            <TableBox className="overflow-hidden">
              {groupBySection(from.only).map(({ section, statements }) => (
                <section
                  key={section ?? ""}
                  aria-label={section ?? "No section"}
                  className="not-first:border-t not-first:border-line"
                >
                  <h3 className="bg-raised px-3.5 py-1 text-sm font-medium text-ink-2">
                    {section ?? "No section"}
                  </h3>
                  <ul>
                    {statements.map((one) => {
                      const waiting = one.waiting ?? shared.get(one.entry) ?? null
                      return (
                        <li
                          key={one.entry}
                          data-entry={one.entry}
                          tabIndex={-1}
                          className="border-t border-line px-3.5 py-2 -outline-offset-2 focus-within:bg-accent-wash"
                        >
                          <p className="wrap-anywhere whitespace-pre-line">
                            <VisibleText text={titledStatement(one)} />
                          </p>
                          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                            <Link
                              href={filePath(team, one.file, one.line)}
                              title={one.path}
                              className="text-link tabular-nums"
                            >
                              line {one.line}
                            </Link>
                            <span className="text-ink-3">
                              {one.date === null ? "undated" : formatDay(one.date)}
                            </span>
                            <span className="ml-auto flex items-center gap-2">
                              {waiting && <WaitingLink team={team} proposal={waiting.id} />}
                              {!waiting && mayShare && !to.agent.optedOut && (
                                <Button
                                  size="sm"
                                  aria-keyshortcuts="S"
                                  disabled={busy === one.entry}
                                  onClick={() => bring(one, from, to)}
                                >
                                  Propose to {other}
                                </Button>
                              )}
                            </span>
                          </p>
                        </li>
                      )
                    })}
                  </ul>
                </section>
              ))}
            </TableBox>
          )}
        </Panel>
      ))}
    </div>
  )
}
