import type { OutputOf } from "@/lib/http/contract"
import { Tag } from "@/components/ui/tag"
import { formatUtc } from "@/components/data/time-text"
import { Instant } from "@/components/data/instant"
import { RowAction } from "@/components/settings/action-result"
import type { FormAction } from "@/components/data/form-state"
import { ActionsTh, Table, Td, Th } from "@/components/data/table"

/** A run of a scheduled job. */
type JobRun = OutputOf<"heartbeat.list">["runs"][number]

type Job = OutputOf<"heartbeat.status">["jobs"][number]

/** Returns the figures of a run in words: "2 raised, 1 resolved", or "nothing to do". */
export function figureWords(figures: JobRun["figures"]): string {
  const done = Object.entries(figures).filter(([, figure]) => figure !== 0)
  return (
    done
      .map(([name, figure]) =>
        figure === 1 && name.endsWith("s")
          ? `1 ${name.slice(0, -1)}`
          : `${figure.toLocaleString("en")} ${name}`,
      )
      .join(", ") || "nothing to do"
  )
}

/** Returns a duration in milliseconds in words: "4 ms", "1.3 s", "2 min". */
function jobTimeWords(took: number): string {
  if (took < 1_000) return `${took} ms`
  return took < 120_000 ? `${(took / 1_000).toFixed(1)} s` : `${Math.round(took / 60_000)} min`
}

/** Returns the time until an instant: "now", "in 4 min", "in 3 h". Both are ISO instants. */
function nextRunWords(at: string, now: string): string {
  const minutes = Math.ceil((Date.parse(at) - Date.parse(now)) / 60_000)
  if (minutes <= 0) return "now"
  return minutes < 90 ? `in ${minutes} min` : `in ${Math.round(minutes / 60)} h`
}

/** Returns the address of the jobs on the instance settings page, with filters of runs. */
export function heartbeatHref(
  team: string,
  asked: { readonly job?: string; readonly show?: string; readonly after?: string } = {},
): string {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== "")).toString()
  return `/t/${team}/settings/instance${query === "" ? "" : `?${query}`}`
}

/** The state of a run, then its result or error. */
function Outcome({ run }: { run: JobRun | null }) {
  if (run === null) return <span className="text-ink-3">never run</span>
  const tries = run.attempt > 1 ? `, attempt ${run.attempt} of 3` : ""
  switch (run.state) {
    case "running":
      return <Tag>running{tries}</Tag>
    case "failed":
      return <Tag tone="danger">failed{tries}</Tag>
    case "done":
      return (
        <span className="text-ink-2">
          {figureWords(run.figures)}
          {tries ? <span className="text-ink-3">{tries}</span> : null}
        </span>
      )
  }
}

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
