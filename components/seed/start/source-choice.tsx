"use client"

import { useState } from "react"
import { Checkbox, Input } from "@/components/ui/field"
import { count } from "@/components/data/count"
import { TableBox } from "@/components/data/table"
import type { OtherMemory, Predecessor } from "../seed-types"
import { foundMemories, memoryName, predecessorName, type SourceName } from "./seed-source"

interface SourceChoiceProps {
  /** The slug of the target project. */
  project: string
  proposed: readonly Predecessor[]
  files: readonly OtherMemory[]
  ticked: ReadonlySet<SourceName>
  onTick: (name: SourceName) => void
}

/** The choice of sources: suggested predecessors with the reason, and all other memories with a search. */
export function SourceChoice({ project, proposed, files, ticked, onTick }: SourceChoiceProps) {
  const [words, setWords] = useState("")
  const known = new Set(proposed.map((one) => one.file))
  const others = files.filter((one) => !known.has(one.file) && one.entries > 0)
  const { shown, more } = foundMemories(others, words, ticked)
  const box = (name: SourceName) => ({
    name: "from",
    value: name,
    checked: ticked.has(name),
    onChange: () => onTick(name),
  })
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="mb-1.5 font-semibold">Predecessors</legend>
      {proposed.length === 0 ? (
        <p className="text-ink-2">
          No suggestions, because no agent has a similar name, category or definition. Choose a memory below.
        </p>
      ) : null}
      {proposed.length === 0 ? null : (
        <TableBox>
          <ul aria-label="Suggested">
            {proposed.map((one) => (
              <li key={predecessorName(one)} className="border-line px-3 py-2 not-first:border-t">
                <Checkbox
                  {...box(predecessorName(one))}
                  label={
                    <span className="block">
                      <span className="font-medium wrap-anywhere">{one.agent}</span>{" "}
                      <span className="text-ink-2 tabular-nums">
                        {count(one.entries, "entry", "entries")}
                        {one.project === project ? "" : `, in ${one.project}`}
                      </span>
                      <span className="block text-sm text-ink-2 wrap-anywhere">{one.words}</span>
                    </span>
                  }
                />
              </li>
            ))}
          </ul>
        </TableBox>
      )}
      {others.length === 0 ? null : (
        <TableBox>
          <div className="p-2">
            <Input
              type="search"
              aria-label={`Search ${count(others.length, "other memory", "other memories")}`}
              placeholder={`Search ${count(others.length, "other memory", "other memories")}…`}
              value={words}
              onChange={(event) => setWords(event.target.value)}
              onKeyDown={(event) => (event.key === "Enter" ? event.preventDefault() : undefined)}
            />
          </div>
          <ul aria-label="Other memories">
            {shown.map((one) => (
              <li key={one.file} className="border-t border-line px-3 py-1.5">
                <Checkbox
                  {...box(memoryName(one))}
                  label={
                    <span className="wrap-anywhere">
                      <span className="font-medium">
                        {one.agent ?? (one.category === null ? "Shared memory" : `Category ${one.category}`)}
                      </span>{" "}
                      <span className="text-ink-2 tabular-nums">
                        {count(one.entries, "entry", "entries")}
                        {one.project === project ? "" : `, in ${one.project}`}
                      </span>{" "}
                      <code className="font-mono text-sm text-ink-3">{one.path}</code>
                    </span>
                  }
                />
              </li>
            ))}
          </ul>
          {shown.length === 0 ? (
            <p className="border-t border-line px-3 py-2 text-ink-2">No memories match this search.</p>
          ) : null}
          {more > 0 ? (
            <p className="border-t border-line px-3 py-2 text-sm text-ink-3">
              {count(more, "more", "more")} not shown. Search to find them.
            </p>
          ) : null}
        </TableBox>
      )}
    </fieldset>
  )
}
