import { ArrowLeft, ChartNoAxesColumn } from "lucide-react"
import type { Metadata } from "next"
import { shown } from "@/app/shown"
import { inboxPath, isQuiet } from "@/components/proposal/flow"
import { WeeksChart } from "@/components/proposal/weeks-chart"
import { Bars } from "@/components/ui/bars"
import { ButtonLink } from "@/components/ui/button"
import { count } from "@/components/ui/count"
import { Empty } from "@/components/ui/empty"
import { PageTop } from "@/components/ui/page-top"
import { Panel } from "@/components/ui/panel"
import { Stats } from "@/components/ui/stats"
import { Box } from "@/components/ui/table"
import { requireActor } from "@/lib/auth/actor"
import { ask } from "@/lib/operations/operation"
import { showProposalFlow } from "@/lib/operations/proposals/flow"

export const metadata: Metadata = { title: "Proposals in and out" }

interface FlowPageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<{ project?: string }>
}

export default async function FlowPage({ params, searchParams }: FlowPageProps) {
  const [{ team }, { project: asked }, actor] = await Promise.all([params, searchParams, requireActor()])
  const flow = shown(await ask(showProposalFlow, actor, { team, project: asked }))
  const { weeks, ages, waiting, oldestDays, project } = flow
  const back = inboxPath(team, project?.slug)
  const now = weeks.at(-1)
  return (
    <>
      <PageTop
        title={project ? `Proposals in and out: ${project.name}` : "Proposals in and out"}
        actions={
          <ButtonLink size="sm" href={back}>
            <ArrowLeft className="icon" aria-hidden />
            Inbox
          </ButtonLink>
        }
      />
      {isQuiet(flow) ? (
        <Empty
          icon={<ChartNoAxesColumn className="icon-lg" aria-hidden />}
          title="Nothing was proposed in twelve weeks"
          action={<ButtonLink href={back}>Go to the inbox</ButtonLink>}
        >
          Agents propose with an access token, people from a memory file. What comes in and what is decided is
          then shown here, week by week.
        </Empty>
      ) : (
        <div className="grid grid-cols-1 gap-5 p-4">
          <Stats
            stats={[
              {
                label: "Waiting",
                value: waiting.toLocaleString("en"),
                note: waiting === 1 ? "proposal" : "proposals",
              },
              { label: "The oldest waits", value: oldestDays === null ? "–" : count(oldestDays, "day") },
              { label: "Came in this week", value: (now?.in ?? 0).toLocaleString("en") },
              { label: "Decided this week", value: (now?.out ?? 0).toLocaleString("en") },
            ]}
          />
          <Panel title="In and out per week" note="twelve weeks">
            <WeeksChart weeks={weeks} />
          </Panel>
          <Panel title="Age of the queue" note={count(waiting, "proposal")}>
            <Box className="max-w-160 p-4">
              {waiting === 0 ? (
                <p className="text-ink-2">Nothing waits.</p>
              ) : (
                <Bars
                  caption="How long the proposals that wait have waited"
                  columns={["Days waited", "Proposals"]}
                  rows={ages.map(({ days, count: value }) => ({
                    label: `${days} ${days.endsWith("1") ? "day" : "days"}`,
                    value,
                  }))}
                />
              )}
            </Box>
          </Panel>
        </div>
      )}
    </>
  )
}
