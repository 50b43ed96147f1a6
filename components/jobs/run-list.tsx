import { Instant } from "@/components/data/instant"
import { RowAction } from "@/components/settings/row-action"
import type { FormAction } from "@/components/data/form-state"
import { ActionsTh, Table, Td, Th } from "@/components/data/table"
import { Outcome } from "./outcome"
import { formatUtc } from "@/components/data/instant-text"
import { type Job, type JobRun, jobTimeWords } from "./job-run-text"

interface RunListProps {
  team: string
  runs: readonly JobRun[]
  jobs: readonly Pick<Job, "job" | "label">[]
  run: FormAction
}

/** Runs with their attempts, newest first. */
export function JobRunList({ team, runs, jobs, run: runAgain }: RunListProps) {
  const labelOf = (name: string) => jobs.find((one) => one.job === name)?.label ?? name
  return (
    <Table label="Runs">
      <thead>
        <tr>
          <Th>Job</Th>
          <Th>Scheduled for</Th>
          <Th>Result</Th>
          <Th numeric>Duration</Th>
          <Th>Started by</Th>
          <Th>Server</Th>
          <ActionsTh />
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run.id} className={run.state === "failed" ? "bg-danger-wash" : undefined}>
            <Td className="font-medium">{labelOf(run.job)}</Td>
            <Td className="text-ink-2">
              <Instant at={run.scheduledFor} />
            </Td>
            <Td className="py-1.5">
              <Outcome run={run} />
              {run.error === null ? null : (
                <span className="block w-60 text-sm wrap-anywhere whitespace-normal text-danger md:w-110">
                  {run.error}
                </span>
              )}
              {run.earlier.map((one) => (
                <span
                  key={one.attempt}
                  className="block w-60 text-sm wrap-anywhere whitespace-normal text-ink-2 md:w-110"
                >
                  Attempt {one.attempt}, <Instant at={one.endedAt} />: {one.error}
                </span>
              ))}
            </Td>
            <Td numeric className="text-ink-2">
              {run.took === null ? "" : jobTimeWords(run.took)}
            </Td>
            <Td className="text-ink-2">{run.askedBy ?? "schedule"}</Td>
            <Td>
              <code className="font-mono text-sm text-ink-2">{run.holder}</code>
            </Td>
            <Td className="text-right">
              {run.state === "failed" ? (
                <RowAction
                  action={runAgain}
                  carried={{ team, job: run.job }}
                  label={`Run again: ${labelOf(run.job)} scheduled for ${formatUtc(run.scheduledFor, "minute")}`}
                >
                  Run again
                </RowAction>
              ) : null}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
