"use client"

import { formatDay } from "@/components/data/time-text"
import dynamic from "next/dynamic"
import { Link } from "@/components/ui/link"
import { useRouter } from "next/navigation"
import { useState } from "react"
import { VisibleText } from "@/components/text/visible-text"
import { titledStatement } from "@/lib/memory/memory-files/shown-statement"
import { Button } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import { useListKeys, focusedRow } from "@/components/data/keyboard-shortcuts"
import { TableBox, Td, Th } from "@/components/data/table"
import { agentPath, filePath } from "@/components/data/addresses"
import type { NamedSlug } from "../fleet"
import type { HeldCopy, RepeatedStatement } from "./overlapping-entries"

const PromoteDialog = dynamic(() => import("./promote-dialog").then((one) => one.PromoteDialog), {
  ssr: false,
})

interface RedundantListProps {
  team: string
  statements: readonly RepeatedStatement[]
  categories: readonly NamedSlug[]
  /** True if the reader may promote entries. */
  mayPromote: boolean
}

/** Selector of the control in each row that shows the copies. */
const ROWS = "main tbody tr summary"

/** Entries that several agents have, with their copies. `j` and `k` move, `p` promotes the focused entry. */
export function RedundantList({ team, statements, categories, mayPromote }: RedundantListProps) {
  const router = useRouter()
  const [asked, setAsked] = useState<RepeatedStatement | null>(null)
  const promote = () => {
    const one = statements[focusedRow(ROWS).at]
    if (one && one.places.length > 0) setAsked(one)
  }
  useListKeys("Repeated", {
    rows: ROWS,
    row: "entry",
    opens: "Show copies",
    more: mayPromote ? [{ keys: "p", does: "Promote entry…", run: promote }] : [],
  })
  return (
    <>
      <TableBox className="overflow-hidden">
        <table
          aria-label="Entries repeated across agents"
          className="w-full table-fixed border-separate border-spacing-0"
        >
          <thead>
            <tr>
              <Th>Entry</Th>
              <Th numeric className="w-20">
                Agents
              </Th>
              <Th numeric className="hidden w-28 sm:table-cell">
                Lines saved
              </Th>
              {mayPromote ? (
                <Th className="hidden w-32 md:table-cell">
                  <span className="sr-only">Promote</span>
                </Th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {statements.map((one) => (
              <RepeatedRow
                key={one.held[0]?.entry}
                {...{ team, mayPromote }}
                statement={one}
                onPromote={setAsked}
              />
            ))}
          </tbody>
        </table>
      </TableBox>
      {asked ? (
        <PromoteDialog
          key={asked.held[0]?.entry}
          team={team}
          statement={asked}
          categories={categories}
          close={() => setAsked(null)}
          onChange={() => router.refresh()}
        />
      ) : null}
    </>
  )
}

interface RepeatedRowProps extends Pick<RedundantListProps, "team" | "mayPromote"> {
  statement: RepeatedStatement
  onPromote: (statement: RepeatedStatement) => void
}

function RepeatedRow({ team, statement, mayPromote, onPromote }: RepeatedRowProps) {
  const text = titledStatement(statement)
  return (
    <tr className="align-top focus-within:bg-accent-wash">
      <td className="border-t border-line px-3 py-2">
        <details>
          <summary className="wrap-anywhere">
            <VisibleText text={excerptOf(text)} />
          </summary>
          {text.length > EXCERPT ? (
            <p className="mt-1.5 pl-4 wrap-anywhere whitespace-pre-line">
              <VisibleText text={text} />
            </p>
          ) : null}
          <ul className="mt-1.5 grid gap-1 pl-4 text-sm">
            {statement.shared.map((copy) => (
              <Copy key={copy.entry} team={team} copy={copy} />
            ))}
            {statement.held.map((copy) => (
              <Copy key={copy.entry} team={team} copy={copy} />
            ))}
            {statement.copies > statement.held.length ? (
              <li className="text-ink-3">
                and {formatCount(statement.copies - statement.held.length, "more copy")}
              </li>
            ) : null}
          </ul>
        </details>
        {statement.shared.length > 0 ? (
          <p className="mt-0.5 pl-4 text-sm text-ink-3">
            {statement.shared.length === 1
              ? "Already in shared memory"
              : `Already in ${statement.shared.length} shared memories`}
          </p>
        ) : null}
        {mayPromote ? (
          <span className="mt-1.5 block md:hidden">
            <Promote of={statement} ask={onPromote} />
          </span>
        ) : null}
      </td>
      <Td numeric className="py-2">
        {statement.agents.toLocaleString("en")}
      </Td>
      <Td numeric className="hidden py-2 sm:table-cell">
        {statement.saved.toLocaleString("en")}
      </Td>
      {mayPromote ? (
        <Td className="hidden py-1.5 text-right md:table-cell">
          <Promote of={statement} ask={onPromote} />
        </Td>
      ) : null}
    </tr>
  )
}

/** The maximum length of an excerpt, in characters. */
const EXCERPT = 200
const excerptOf = (text: string): string =>
  text.length > EXCERPT ? `${text.slice(0, EXCERPT).trimEnd()}…` : text

function Promote({ of, ask }: { of: RepeatedStatement; ask: (statement: RepeatedStatement) => void }) {
  return of.places.length === 0 ? null : (
    <Button size="sm" aria-keyshortcuts="P" onClick={() => ask(of)}>
      Promote…
    </Button>
  )
}

function Copy({ team, copy }: { team: string; copy: HeldCopy }) {
  return (
    <li className="flex flex-wrap gap-x-3">
      {copy.agent === null ? (
        <span className="font-medium">shared</span>
      ) : (
        <Link href={agentPath(team, copy.project, copy.agent)} className="text-link">
          {copy.agent}
        </Link>
      )}
      <Link href={filePath(team, copy.file, copy.line)} className="text-link wrap-anywhere">
        {copy.path}:{copy.line}
      </Link>
      <span className="text-ink-3">
        {copy.project}
        {copy.date === null ? "" : `, ${formatDay(copy.date)}`}
      </span>
    </li>
  )
}
