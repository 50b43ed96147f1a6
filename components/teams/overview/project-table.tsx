import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { SEVERITY_LOOK, SEVERITY_WORDS } from "@/components/alerts/alert"
import { projectPath } from "@/components/shell/navigation"
import { BudgetBar } from "@/components/charts/inline-charts"
import { formatCount } from "@/lib/memory/text/sentence"
import { TableBox, Td, Th } from "@/components/data/table"
import { ALERT_SEVERITIES } from "@/lib/memory/alerts/kinds"
import { Stats } from "@/components/charts/figures"
import { inboxPath, type ProjectFigures } from "./overview-figures"

/** The projects of a team with their main figures. `now` is an ISO instant. */
export function ProjectTable({
  team,
  projects,
  now,
}: {
  team: string
  projects: readonly ProjectFigures[]
  now: string
}) {
  return (
    <TableBox className="overflow-hidden">
      <table aria-label="Projects" className="w-full table-fixed border-separate border-spacing-0">
        <thead>
          <tr>
            <Th>Project</Th>
            <Th numeric className="w-18 max-sm:hidden">
              Agents
            </Th>
            <Th numeric className="hidden w-22 xl:table-cell">
              Entries
            </Th>
            <Th numeric className="hidden w-18 2xl:table-cell">
              Stale
            </Th>
            <Th className="hidden w-46 xl:table-cell">Lines vs. budget</Th>
            <Th className="w-34">Open alerts</Th>
            <Th numeric className="w-20 max-sm:hidden">
              Waiting
            </Th>
            <Th className="hidden w-32 2xl:table-cell">Last import</Th>
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <ProjectRow key={project.slug} team={team} project={project} now={now} />
          ))}
        </tbody>
      </table>
    </TableBox>
  )
}

function ProjectRow({ team, project, now }: { team: string; project: ProjectFigures; now: string }) {
  const { slug, name, agents, entries, stale, lines, budget, proposals, conflicts, lastImportedAt } = project
  return (
    <tr className="relative hover:bg-raised has-focus-visible:bg-accent-wash">
      <Td className="max-sm:py-2">
        <Link
          href={projectPath(team, slug)}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {name}
        </Link>
        <span className="block text-sm text-ink-2 sm:hidden">
          {formatCount(agents, "agent")}, {formatCount(entries, "entry")}
        </span>
      </Td>
      <Td numeric className="max-sm:hidden">
        {agents.toLocaleString("en")}
      </Td>
      <Td numeric className="hidden xl:table-cell">
        {entries.toLocaleString("en")}
      </Td>
      <Td numeric className="hidden 2xl:table-cell">
        {stale === 0 ? <span className="text-ink-3">0</span> : stale.toLocaleString("en")}
      </Td>
      <Td className="hidden xl:table-cell">
        {budget === 0 ? (
          <span className="text-ink-3">no budget</span>
        ) : (
          <>
            <BudgetBar lines={lines} budget={budget} limit={null} className="mr-2.25 w-24" />
            <span className="text-ink-2 tabular-nums">{lines.toLocaleString("en")}</span>
          </>
        )}
      </Td>
      <Td>
        <OpenBySeverity team={team} project={slug} alerts={project.alerts} />
      </Td>
      <Td numeric className="max-sm:hidden">
        {proposals + conflicts === 0 ? (
          <span className="text-ink-3">0</span>
        ) : (
          (proposals + conflicts).toLocaleString("en")
        )}
      </Td>
      <Td className="hidden text-ink-2 2xl:table-cell">
        {lastImportedAt === null ? "never" : <Instant at={lastImportedAt} now={now} />}
      </Td>
    </tr>
  )
}

/** An icon, a number and hidden text for each severity with open alerts. */
function OpenBySeverity({
  team,
  project,
  alerts,
}: {
  team: string
  project: string
  alerts: ProjectFigures["alerts"]
}) {
  const open = ALERT_SEVERITIES.filter((severity) => alerts[severity] > 0)
  if (open.length === 0) return <span className="text-ink-3">none</span>
  return (
    <span className="flex gap-2.5">
      {open.map((severity) => {
        const { Icon, ink } = SEVERITY_LOOK[severity]
        const words = `${formatCount(alerts[severity], "open alert")}, ${SEVERITY_WORDS[severity].toLowerCase()}`
        return (
          <Link
            key={severity}
            href={inboxPath(team, project, { tab: "alerts", severity })}
            title={words}
            className={`relative inline-flex items-center gap-1 text-sm font-medium tabular-nums hover:underline ${ink}`}
          >
            <Icon className="icon" aria-hidden />
            <span aria-hidden>{alerts[severity].toLocaleString("en")}</span>
            <span className="sr-only">{words}</span>
          </Link>
        )
      })}
    </span>
  )
}

type Summed = Pick<
  ProjectFigures,
  | "agents"
  | "files"
  | "entries"
  | "stale"
  | "lines"
  | "budget"
  | "overBudgetFiles"
  | "pastCutFiles"
  | "pastCutLines"
  | "broken"
  | "states"
>

/** The main figures of a project or team. */
export function PlaceStats({ figures }: { figures: Summed }) {
  const { agents, files, entries, stale, lines, budget, pastCutFiles, pastCutLines, broken, states } = figures
  const over = figures.overBudgetFiles
  return (
    <Stats
      stats={[
        {
          label: "Agents",
          value: figure(agents),
          note: agents === 0 ? undefined : `${figure(states.healthy ?? 0)} healthy`,
        },
        {
          label: "Memory files",
          value: figure(files),
          note: malformedNote(files, broken),
        },
        {
          label: "Entries",
          value: figure(entries),
          note: entries === 0 ? undefined : `${figure(stale)} stale`,
        },
        {
          label: "Lines in files with a budget",
          value: figure(lines),
          note:
            budget === 0
              ? "no budget"
              : `of ${figure(budget)}, ${over === 0 ? "no files over budget" : `${formatCount(over, "file")} over budget`}`,
        },
        {
          label: "Truncated",
          value: figure(pastCutFiles),
          note:
            pastCutFiles === 0
              ? "all lines loaded"
              : `${pastCutFiles === 1 ? "file" : "files"}, ${formatCount(pastCutLines, "line")} not loaded`,
        },
      ]}
    />
  )
}

function malformedNote(files: number, broken: number): string | undefined {
  if (broken > 0) return `${figure(broken)} malformed`
  return files === 0 ? undefined : "none malformed"
}

const figure = (number: number): string => number.toLocaleString("en")
