import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { Table, Td, Th } from "@/components/data/table"
import { SeedBar } from "../seed-budget-bar"
import { seedPlanPath } from "@/components/data/addresses"
import { type PlanSummary, namesOf, planName } from "../seed-plans"
import { shortPath } from "@/lib/memory/memory-files/paths"

/** Plans waiting for a decision. The whole row is a link. */
export function WaitingPlans({
  team,
  plans,
  now,
}: {
  team: string
  plans: readonly PlanSummary[]
  now: string
}) {
  return (
    <Table label="Waiting plans" className="table-fixed">
      <thead className="max-md:sr-only">
        <tr>
          <Th>Agent</Th>
          <Th className="w-56 max-md:hidden">Lines / budget</Th>
          <Th className="w-40 max-lg:hidden">Entries</Th>
          <Th className="w-36 max-lg:hidden">Created by</Th>
          <Th className="w-28 max-md:hidden">Created</Th>
        </tr>
      </thead>
      <tbody>
        {plans.map((plan) => (
          <tr key={plan.id} className="relative hover:bg-raised has-focus-visible:bg-accent-wash">
            <Td className="h-auto py-2 align-top max-md:whitespace-normal">
              <Link
                data-step
                href={seedPlanPath(team, plan.id)}
                className="font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus max-md:wrap-anywhere"
              >
                {planName(plan)}
              </Link>
              <span className="block text-sm text-ink-2 max-md:wrap-anywhere md:truncate" title={plan.path}>
                from {namesOf(plan.from.map(shortPath))}, in {plan.project.name}
              </span>
              <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-2 md:hidden">
                <Lines plan={plan} />
                <span className="ml-auto text-ink-3">
                  <Instant at={plan.at} now={now} />
                </span>
              </span>
            </Td>
            <Td className="max-md:hidden">
              <span className="flex items-center gap-2.5">
                <Lines plan={plan} />
              </span>
            </Td>
            <Td className="text-ink-2 tabular-nums max-lg:hidden">
              {plan.placed} included, {plan.leftOut} left out
            </Td>
            <Td className="truncate text-ink-2 max-lg:hidden" title={plan.by}>
              {plan.by}
            </Td>
            <Td className="text-ink-2 max-md:hidden">
              <Instant at={plan.at} now={now} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Lines({ plan: { lines, budget } }: { plan: PlanSummary }) {
  return (
    <>
      <SeedBar lines={lines} budget={budget} className="w-24" />
      <span className={`tabular-nums ${lines > budget ? "font-medium text-danger" : "text-ink-2"}`}>
        {lines} of {budget}
      </span>
    </>
  )
}
