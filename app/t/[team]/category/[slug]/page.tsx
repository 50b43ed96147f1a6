import { Users } from "lucide-react"
import type { Metadata } from "next"
import Link from "next/link"
import { shown } from "@/app/shown"
import { Coverage } from "@/components/fleet/coverage"
import { FileTable } from "@/components/fleet/file-table"
import { agentPath } from "@/components/fleet/fleet"
import { MemberTable } from "@/components/fleet/member-table"
import { consolidationPath } from "@/components/proposal/consolidation"
import { ButtonLink } from "@/components/ui/button"
import { count } from "@/components/ui/count"
import { Empty } from "@/components/ui/empty"
import { PageTop } from "@/components/ui/page-top"
import { Panel } from "@/components/ui/panel"
import { Stats } from "@/components/ui/stats"
import { requireActor } from "@/lib/auth/actor"
import { showCategory } from "@/lib/operations/fleet"
import { ask } from "@/lib/operations/operation"

export const metadata: Metadata = { title: "Category" }

const POLICIES: Record<string, string> = {
  coordinated: "one writer for all",
  direct: "each for itself",
  "append-only": "each in its own section",
}

interface CategoryPageProps {
  params: Promise<{ team: string; slug: string }>
  searchParams: Promise<{ project?: string }>
}

export default async function CategoryPage({ params, searchParams }: CategoryPageProps) {
  const [{ team, slug }, { project }, actor] = await Promise.all([params, searchParams, requireActor()])
  const { category, waiting, agents, files, coverage } = shown(await ask(showCategory, actor, { team, category: decodeURIComponent(slug), project }))
  const today = new Date().toISOString().slice(0, 10)
  const coordinator = agents.find((agent) => agent.name === category.coordinator)
  return (
    <>
      <PageTop
        title={category.name}
        actions={
          waiting > 0 ? (
            <ButtonLink size="sm" href={consolidationPath(team, category.slug, project)}>
              Consolidate {count(waiting, "proposal")}
            </ButtonLink>
          ) : null
        }
      />
      <div className="grid grid-cols-1 gap-5 p-4">
        <Stats
          stats={[
            { label: "Members", value: agents.length, note: agents.length > 0 ? `up to ${count(Math.max(...agents.map((agent) => agent.entries)), "entry", "entries")} each` : undefined },
            { label: "Writes", value: category.writePolicy, note: POLICIES[category.writePolicy] },
            { label: "Coordinator", value: coordinator ? <Link href={agentPath(team, coordinator.project.slug, coordinator.name)} className="text-base font-medium tracking-normal text-link">{coordinator.name}</Link> : <Quiet>{category.coordinator ? `${category.coordinator}, not seen yet` : "none"}</Quiet> },
            { label: "Shared files", value: files.length },
          ]}
        />
        {agents.length === 0 ? (
          <Empty
            icon={<Users className="icon-lg" aria-hidden />}
            title={`No agent belongs to ${category.name} yet`}
            action={<ButtonLink href={`/t/${team}/fleet`}>Go to the fleet</ButtonLink>}
          >
            Agents are placed by their names when their memory is imported.
          </Empty>
        ) : (
          <Panel title="Members" note={agents.length}>
            <MemberTable team={team} agents={agents} today={today} />
          </Panel>
        )}
        {files.length > 0 ? (
          <Panel title="Shared memory" note={files.length}>
            <FileTable team={team} label={`Shared memory of ${category.name}`} files={files} today={today} />
          </Panel>
        ) : null}
        {coverage.length > 0 ? (
          <Panel title="Who knows what, by section">
            <Coverage rows={coverage} />
          </Panel>
        ) : null}
      </div>
    </>
  )
}

function Quiet({ children }: { children: React.ReactNode }) {
  return <span className="text-base font-normal tracking-normal text-ink-2">{children}</span>
}
