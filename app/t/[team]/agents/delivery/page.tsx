import { LayoutGrid } from "lucide-react"
import type { Metadata } from "next"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { FirstReceipt } from "@/components/deliveries/no-deliveries-yet"
import { ReceiptList } from "@/components/deliveries/receipt-list"
import { type Loader, loaderKey, type Receipt } from "@/components/deliveries/delivery"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { requireActor } from "@/lib/auth/actor"
import type { Actor } from "@/lib/memory/teams/actor"
import { runOperation } from "@/lib/operations/operation"
import { showReceipt } from "@/lib/operations/deliveries/receipts"
import { showDeliveryStatus, type DeliveryStatusRow } from "@/lib/operations/deliveries/delivery-status"

export const metadata: Metadata = { title: "Deliveries" }

/** Number of agents to request: more than any fleet has. The list renders only visible rows. */
const ALL = 5_000

interface ReceiptsPageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function ReceiptsPage({ params, searchParams }: ReceiptsPageProps) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const { agents, harnesses } = valueOrNotFound(
    await runOperation(showDeliveryStatus, actor, { team, limit: ALL }),
  )
  const loaders = agents.map(loaderOf)
  const open = loaders.find((one) => loaderKey(one) === search.open)
  const receipts = open ? await receiptsOf(actor, open) : []
  const inProject = loaders.find(({ project }) => project.slug === search.project)
  const shown = open ?? inProject ?? loaders[0]
  return (
    <>
      <PlaceTop
        team={team}
        project={typeof search.project === "string" ? search.project : null}
        current="agents/delivery"
      />
      <div className="p-4">
        {shown === undefined ? <NoAgents team={team} /> : null}
        {shown && harnesses.length === 0 ? (
          <FirstReceipt agent={shown.agent} project={shown.project.slug} isChosen={open !== undefined} />
        ) : null}
        {shown && harnesses.length > 0 ? (
          <ReceiptList team={team} loaders={loaders} now={new Date().toISOString()} receipts={receipts} />
        ) : null}
      </div>
    </>
  )
}

function NoAgents({ team }: { team: string }) {
  return (
    <Empty
      icon={<LayoutGrid className="icon-lg" aria-hidden />}
      title="No agents yet"
      action={
        <ButtonLink variant="primary" href={`/t/${team}/sources`}>
          Import memory files
        </ButtonLink>
      }
    >
      Import memory files first. This page then shows which agents have loaded their memory.
    </Empty>
  )
}

function loaderOf({ agent, project, category, known, standing, harnesses }: DeliveryStatusRow): Loader {
  return {
    agent,
    project,
    category,
    known,
    optedOut: standing === "opted-out",
    loads: harnesses.flatMap(({ harness, standing: is, behind, unknown, last }) =>
      last === null ? [] : [{ harness, standing: is, behind, unknown, receipt: last.receipt, at: last.at }],
    ),
  }
}

/** Returns the deliveries that can be read. The browser requests missing ones again. */
async function receiptsOf(actor: Actor, { loads }: Loader): Promise<Receipt[]> {
  const found = await Promise.all(
    loads.map((one) => runOperation(showReceipt, actor, { receipt: one.receipt })),
  )
  return found.flatMap((one) => (one.ok ? [one.value] : []))
}
