"use client"

import { useState } from "react"
import { Button } from "@/components/ui/button"
import { Select } from "@/components/ui/field"
import { Notice } from "@/components/ui/notice"
import { kindsInWords, totalInWords } from "@/lib/memory/sources/import-estimate"
import type { ImportRun } from "../import-types"
import { callOperation } from "../../data/http-client"
import { useRead } from "../../data/use-read"

export interface TeamChoice {
  readonly slug: string
  readonly name: string
}

interface TeamIdsNoticeProps {
  run: ImportRun
  /** The importing team first, then other teams that the reader may import into. */
  teams: readonly TeamChoice[]
  busy: boolean
  /** Assigns the files of a team id to a team, or leaves them out if `to` is `none`. */
  onMap: (id: string, to: string) => void
}

/**
 * Notice on folders of other team ids. Each id can be assigned to a team or left out, also for later imports.
 */
export function TeamIdsNotice({ run, teams, busy, onMap }: TeamIdsNoticeProps) {
  const own = teams[0]?.name ?? run.team
  if (run.teamIds.length === 0) return null
  return (
    <Notice tone="caution" title={`Team folders that do not match ${own}`}>
      Their files are imported into {own} unless you choose another team or leave them out. Later imports of
      this source will reuse your choice.
      <ul className="mt-2 grid gap-1.5">
        {run.teamIds.map(({ id }) => (
          <TeamIdRow key={id} {...{ id, teams, busy }} onMap={(to) => onMap(id, to)} />
        ))}
      </ul>
    </Notice>
  )
}

interface TeamIdRowProps extends Pick<TeamIdsNoticeProps, "teams" | "busy"> {
  id: string
  onMap: (to: string) => void
}

function TeamIdRow({ id, teams, busy, onMap }: TeamIdRowProps) {
  const [to, setTo] = useState(teams[0]?.slug ?? "")
  return (
    <li className="flex flex-wrap items-center gap-2">
      <bdi className="min-w-24 font-mono text-ink">memory/teams/{id}</bdi>
      {teams.length > 1 ? (
        <Select
          className="max-w-56"
          aria-label={`Team for memory/teams/${id}`}
          value={to}
          disabled={busy}
          onChange={(event) => setTo(event.target.value)}
        >
          {teams.map((team) => (
            <option key={team.slug} value={team.slug}>
              {team.name}
            </option>
          ))}
        </Select>
      ) : null}
      <Button size="sm" disabled={busy} onClick={() => onMap(to)}>
        {teams.length > 1 ? "Import into selected team" : "Import into this team"}
        <span className="sr-only">: {id}</span>
      </Button>
      <Button size="sm" disabled={busy} onClick={() => onMap("none")}>
        Leave out
        <span className="sr-only"> {id}</span>
      </Button>
    </li>
  )
}

/** The estimated number of inbox items of a planned import. Recomputed when placements change. */
export function EstimateNotice({ run }: { run: ImportRun }) {
  const {
    answer: estimate,
    problem,
    isPending,
  } = useRead(JSON.stringify(run), (signal) =>
    callOperation("import.estimate", { run: run.run, team: run.team }, { signal }),
  )
  if (problem !== null)
    return <Notice live>The number of inbox items could not be estimated. You can still import.</Notice>
  if (isPending || estimate === null) return <Notice live>Estimating inbox items…</Notice>
  return (
    <Notice live title={totalInWords(estimate)}>
      {sentence(kindsInWords(estimate))}
      {estimate.isPartial ? " The actual number may be higher." : ""}
    </Notice>
  )
}

const sentence = (words: string): string => (words === "" ? "" : `${words}.`)
