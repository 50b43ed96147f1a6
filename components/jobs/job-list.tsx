import { formatUtc } from "@/components/data/instant-text"
import { Instant } from "@/components/data/instant"
import { RowAction } from "@/components/settings/row-action"
import type { FormAction } from "@/components/data/form-state"
import { ActionsTh, Table, Td, Th } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"
import { Outcome } from "./outcome"
import { type Job, jobTimeWords, nextRunWords } from "./job-run-text"

interface JobListProps {
  team: string
  jobs: readonly Job[]
  /** ISO. */
  now: string
  run: FormAction
}

/** Scheduled jobs with the result of the last run. */
export function JobList({ team, jobs, now, run }: JobListProps) {
  return (
    <Table label="Jobs">
      <thead>
        <tr>
          <Th>Job</Th>
          <Th>Result</Th>
          <Th>Last run</Th>
          <Th>Schedule</Th>
          <Th>Next run</Th>
          <Th numeric>Duration</Th>
          <ActionsTh />
        </tr>
      </thead>
      <tbody>
        {jobs.map(({ job, label, about, schedule, nextAt, last, late }) => {
          const failed = last?.state === "failed"
          return (
            <tr key={job} className={failed ? "bg-danger-wash" : undefined}>
              <Td className="py-1.5">
                <span className="block font-medium">{label}</span>
                <span className="block w-90 text-sm whitespace-normal text-ink-2 max-md:hidden">{about}</span>
              </Td>
              <Td className="py-1.5">
                <Outcome run={last} />
                {failed ? (
                  <span className="block w-50 text-sm wrap-anywhere whitespace-normal text-danger">
                    {last.error}
                  </span>
                ) : null}
              </Td>
              <Td className="text-ink-2">{last === null ? "" : <Instant at={last.startedAt} now={now} />}</Td>
              <Td className="text-ink-2">{schedule}</Td>
              <Td className="text-ink-2">
                {late ? (
                  <Tag tone="caution">overdue</Tag>
                ) : (
                  <time dateTime={nextAt} title={formatUtc(nextAt)}>
                    {nextRunWords(nextAt, now)}
                  </time>
                )}
              </Td>
              <Td numeric className="text-ink-2">
                {last === null || last.took === null ? "" : jobTimeWords(last.took)}
              </Td>
              <Td className="text-right">
                <RowAction
                  action={run}
                  carried={{ team, job }}
                  label={`${failed ? "Run again" : "Run now"}: ${label}`}
                >
                  {failed ? "Run again" : "Run now"}
                </RowAction>
              </Td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}
