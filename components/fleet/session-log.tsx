import Link from "next/link"
import { describeAge } from "@/components/ui/age"
import { Box } from "@/components/ui/table"
import { Tag } from "@/components/ui/tag"
import { filePath } from "./fleet"

export interface LogRecord {
  date: string | null
  summary: string
  outcome: string | null
  fileId: string
  line: number
}

/** What an agent wrote down of its sessions, newest first. Each line leads to where it stands. */
export function SessionLog({ team, log, today }: { team: string; log: readonly LogRecord[]; today: string }) {
  return (
    <Box className="overflow-hidden">
      <ol>
        {log.map((record) => (
          <li key={`${record.fileId}:${record.line}`} className="relative flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-line px-3 py-1.75 not-first:border-t hover:bg-raised">
            <span className="w-22 shrink-0 text-sm text-ink-3 tabular-nums">
              {record.date === null ? "undated" : <time dateTime={record.date}>{describeAge(record.date, today)}</time>}
            </span>
            <Link href={filePath(team, record.fileId, record.line)} prefetch={false} className="wrap-anywhere after:absolute after:inset-0 max-sm:order-1 max-sm:w-full sm:min-w-52 sm:flex-1">
              {record.summary}
            </Link>
            {record.outcome ? <Outcome of={record.outcome} /> : null}
          </li>
        ))}
      </ol>
    </Box>
  )
}

/** Short outcomes are states, long ones are sentences. */
function Outcome({ of }: { of: string }) {
  if (of.length > 24) return <span className="w-full text-ink-2 wrap-anywhere max-sm:order-2 sm:pl-25">{of}</span>
  const tone = /^(?:success|done|ok|passed|merged|shipped)/i.test(of) ? "good" : /^(?:fail|error|blocked|reverted)/i.test(of) ? "danger" : /^partial/i.test(of) ? "caution" : "neutral"
  return <Tag tone={tone}>{of}</Tag>
}
