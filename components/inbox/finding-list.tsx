"use client"

import { useState } from "react"
import { Button } from "@/components/ui/button"
import { changedQuery, useQuery } from "@/components/ui/use-query"
import { type Finding, groupsOf, shortPath } from "./finding"
import { FindingItem } from "./finding-item"

interface FindingListProps {
  findings: readonly Finding[]
  selected: Finding | null
  onSelect: (finding: Finding) => void
  now: string
  showProject: boolean
}

const AT_ONCE = 120

/** What waits, by file. Long lists are drawn as far as one has come. */
export function FindingList({ findings, selected, onSelect, now, showProject }: FindingListProps) {
  const [query] = useQuery()
  const [asked, setAsked] = useState(AT_ONCE)
  const reached = selected === null ? 0 : findings.indexOf(selected) + AT_ONCE / 2
  const drawn = findings.slice(0, Math.max(asked, reached))
  return (
    <>
      {groupsOf(drawn).map((group) => (
        <section key={group.path} aria-label={group.path}>
          <h2 className="flex gap-2 px-4 pt-2.5 pb-1 text-sm font-medium text-ink-3" title={group.path}>
            <bdi className="truncate">{shortPath(group.path)}</bdi>
            {group.findings.length > 1 ? <span className="font-normal tabular-nums">{group.findings.length}</span> : null}
          </h2>
          <ul>
            {group.findings.map((finding) => (
              <FindingItem
                key={finding.id}
                finding={finding}
                href={changedQuery(query, { item: finding.id })}
                current={finding === selected}
                asked={query.get("item") === finding.id}
                onSelect={() => onSelect(finding)}
                now={now}
                showProject={showProject}
              />
            ))}
          </ul>
        </section>
      ))}
      {drawn.length < findings.length ? (
        <div className="px-4 py-3">
          <Button size="sm" onClick={() => setAsked(drawn.length + AT_ONCE)}>
            Show {Math.min(AT_ONCE, findings.length - drawn.length)} more of {findings.length.toLocaleString("en")}
          </Button>
        </div>
      ) : null}
    </>
  )
}
