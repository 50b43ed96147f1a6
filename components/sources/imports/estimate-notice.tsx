"use client"

import { Notice } from "@/components/ui/notice"
import { kindsInWords, totalInWords } from "@/lib/memory/sources/import-estimate"
import { callOperation } from "../../data/http-client"
import { useRead } from "../../data/use-read"
import type { ImportRun } from "../import-statuses"

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
