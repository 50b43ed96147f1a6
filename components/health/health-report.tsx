import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react"
import type { OutputOf } from "@/lib/http/contract"
import { Tag, type Tone } from "@/components/ui/tag"
import { TableBox, Table, Td, Th } from "@/components/data/table"
import { type Band, bandOf, HEALTHY_FROM } from "@/lib/memory/health/health"
import { Link } from "@/components/ui/link"
import { agentPath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { SEVERITY_LOOK, SEVERITY_WORDS } from "@/components/alerts/alert"
import { ALERT_KINDS } from "@/lib/memory/alerts/kinds"
import { HEALTH_PARTS, kindsOf } from "@/lib/memory/health/health-parts"

type ShownPart = OutputOf<"health.show">["parts"][number]

type ShownSubject = ShownCheck["subjects"][number]

type ShownCheck = OutputOf<"health.show">["checks"][number]

export type ShownBadge = OutputOf<"health-badge.list">["badges"][number]

export type TrendDay = OutputOf<"health.trends">["days"][number]

export const BAND_LOOK: Readonly<
  Record<
    Band,
    {
      readonly Icon: typeof CircleCheck
      readonly ink: string
      readonly bar: string
      readonly tone: Tone
      readonly words: string
    }
  >
> = {
  good: { Icon: CircleCheck, ink: "text-good", bar: "bg-good", tone: "good", words: "Good" },
  fair: { Icon: TriangleAlert, ink: "text-caution", bar: "bg-caution", tone: "caution", words: "Fair" },
  poor: { Icon: CircleAlert, ink: "text-danger", bar: "bg-danger", tone: "danger", words: "Poor" },
  none: { Icon: CircleAlert, ink: "text-ink-3", bar: "bg-ink-3", tone: "neutral", words: "No data" },
}

interface ScoreProps {
  score: number
  /** A sentence on the failed checks. */
  said: string
}

/** The score with its band, and a scale with a mark where healthy starts. */
export function HealthScore({ score, said }: ScoreProps) {
  const { Icon, ink, bar, tone, words } = BAND_LOOK[bandOf(score)]
  return (
    <TableBox className="flex flex-wrap items-center gap-x-5 gap-y-3 p-4">
      <p className="flex items-center gap-2.5">
        <Icon className={`icon-lg ${ink}`} aria-hidden />
        <span className="text-xl font-semibold tracking-tight tabular-nums">
          {score}
          <span className="text-sm font-normal tracking-normal text-ink-3"> of 100</span>
        </span>
        <Tag tone={tone}>{words}</Tag>
      </p>
      <div aria-hidden className="relative h-2 min-w-40 flex-1 rounded-full bg-raised shadow-hairline">
        <span className={`absolute inset-y-0 left-0 rounded-full ${bar}`} style={{ width: `${score}%` }} />
        <span className="absolute -inset-y-0.75 w-0.5 bg-ink" style={{ left: `${HEALTHY_FROM}%` }} />
      </div>
      <p className="basis-full text-ink-2">{said}</p>
    </TableBox>
  )
}

/** The parts of the score, highest weight first. */
export function PartTable({ parts }: { parts: readonly ShownPart[] }) {
  return (
    <Table label="Parts of the health score">
      <thead>
        <tr>
          <Th>Part</Th>
          <Th numeric>Score</Th>
          <Th className="max-sm:hidden" aria-label="Bar" />
          <Th numeric>Weight</Th>
          <Th className="max-md:hidden">Details</Th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ name, label, score, weight, message }) => (
          <tr key={name}>
            <th
              scope="row"
              className="border-t border-line px-3 py-1.5 text-left font-medium md:whitespace-nowrap"
            >
              {label}
              <span className="block text-sm font-normal text-ink-2 md:hidden">{message}</span>
            </th>
            <Td numeric>{score === null ? <span className="text-ink-3">–</span> : score}</Td>
            <Td className="w-40 max-sm:hidden">
              {score === null ? null : (
                <span
                  aria-hidden
                  className="relative block h-1.5 w-33 rounded-full bg-raised shadow-hairline"
                >
                  <span
                    className={`absolute inset-y-0 left-0 rounded-full ${BAND_LOOK[bandOf(score)].bar}`}
                    style={{ width: `${score}%` }}
                  />
                </span>
              )}
            </Td>
            <Td numeric className="text-ink-2">
              {weight === 0 ? (
                <span className="text-ink-3">not counted</span>
              ) : (
                `${Math.round(weight * 100)}%`
              )}
            </Td>
            <Td className="w-full text-ink-2 max-md:hidden">{message}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

interface CheckListProps {
  team: string
  /** The slug of the current project. */
  project: string | null
  checks: readonly ShownCheck[]
}

/** All checks, failed ones first, with the worst places and the fix. */
export function CheckList({ team, project, checks }: CheckListProps) {
  const sorted = [...checks.filter((one) => !one.ok), ...checks.filter((one) => one.ok)]
  return (
    <TableBox>
      <ul aria-label="Checks">
        {sorted.map((check) => (
          <li key={check.name} className="flex gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
            <Mark check={check} />
            <div className="min-w-0 flex-1">
              <p>
                <span className="font-medium">{check.label}</span>{" "}
                <span className="text-ink-2">{check.message}</span>
              </p>
              {check.subjects.length > 0 ? (
                <ul className="mt-1 grid gap-0.75">
                  {check.subjects.map((subject) => (
                    <li
                      key={`${subject.alert}/${subject.project}/${subject.agent}/${subject.path}`}
                      className="text-sm wrap-anywhere"
                    >
                      <Link href={subjectPath(team, subject, isOfAgents(check))} className="text-link">
                        <VisibleText text={nameOf(subject, isOfAgents(check))} />
                      </Link>{" "}
                      {ofSeveralProjects(check) && subject.project !== null ? (
                        <span className="text-ink-3">{subject.project} </span>
                      ) : null}
                      <span className="text-ink-2">
                        <VisibleText
                          text={withoutName(subject.message, nameOf(subject, isOfAgents(check)))}
                        />
                      </span>
                    </li>
                  ))}
                </ul>
              ) : null}
              {check.ok ? null : (
                <p className="mt-1 text-sm text-ink-2">
                  {check.wayOut}.{" "}
                  {check.more > 0 ? (
                    <Link href={allPath(team, project, check)} className="text-link">
                      {check.more.toLocaleString("en")} more
                    </Link>
                  ) : null}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </TableBox>
  )
}

function Mark({ check: { ok, severity } }: { check: ShownCheck }) {
  const { Icon, ink } =
    ok || severity === null ? { Icon: CircleCheck, ink: "text-good" } : SEVERITY_LOOK[severity]
  return (
    <span className={`mt-0.5 shrink-0 ${ink}`}>
      <Icon className="icon" aria-hidden />
      <span className="sr-only">{ok || severity === null ? "passed" : SEVERITY_WORDS[severity]}</span>
    </span>
  )
}

/** True if the check is about agents, even if it names a file. */
const isOfAgents = ({ name }: ShownCheck): boolean =>
  name === "loaded" || name === "present" || name === "daily-logs" || name.startsWith("start-order")

/** True if the places are in several projects, so that each is shown with its project. */
const ofSeveralProjects = ({ subjects }: ShownCheck): boolean =>
  new Set(subjects.map(({ project }) => project)).size > 1

const nameOf = ({ path, agent, line, project }: ShownSubject, ofAgents: boolean): string =>
  path === null || (ofAgents && agent !== null)
    ? (agent ?? project ?? "Project")
    : `${path}${line === null ? "" : `:${line}`}`

/** Returns the message without a leading name, which is already shown. */
const withoutName = (message: string, name: string): string =>
  message.startsWith(`${name} `) ? message.slice(name.length + 1) : message

/** Returns the address of a place: its file and line, its alert or its agent. */
function subjectPath(
  team: string,
  { file, line, agent, project, alert }: ShownSubject,
  ofAgents: boolean,
): string {
  if (ofAgents && agent !== null && project !== null) return agentPath(team, project, agent)
  if (file !== null) return `/t/${team}/memory/${file}${line === null ? "" : `?line=${line}`}`
  if (alert !== null) return `/t/${team}/inbox?tab=alerts&item=${alert}`
  return agent !== null && project !== null ? agentPath(team, project, agent) : `/t/${team}/agents`
}

/** Returns the address of the full list: the inbox with these alerts, or a fleet view. */
function allPath(team: string, project: string | null, { name, subjects }: ShownCheck): string {
  const query = project === null ? "" : `project=${encodeURIComponent(project)}`
  if (name.startsWith("start-order")) return `/t/${team}/agents/delivery/files?${query}`
  const part = HEALTH_PARTS.find((one) => one === name)
  const alerted = subjects.find((one) => one.kind !== null)?.kind ?? null
  if (part === undefined || alerted === null || !ALERT_KINDS.includes(alerted))
    return name === "loaded" ? `/t/${team}/agents/delivery?${query}` : `/t/${team}/agents?${query}`
  return `/t/${team}/inbox?${new URLSearchParams({ tab: "alerts", ...(kindsOf(part).length === 1 ? { kind: alerted } : {}), ...(project === null ? {} : { project }) })}`
}
