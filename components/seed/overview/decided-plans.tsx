"use client"

import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { useActionState } from "react"
import type { FormAction } from "@/components/data/form-state"
import { Notice } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import { Table, Td, Th, TableBox } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"
import { seedPlanPath, agentPath } from "@/components/data/addresses"
import {
  type PlanSummary,
  type SeedState,
  namesOf,
  planName,
  STATE_LOOK,
  UNDO_EFFECTS,
  forbiddenAction,
  type FreshAgent,
} from "../seed-plans"
import { shortPath } from "@/lib/memory/memory-files/paths"

interface DecidedPlansProps {
  team: string
  plans: readonly PlanSummary[]
  now: string
  /** Undoes the decision on the plan named `plan`. Null without the right. */
  undo: FormAction | null
}

/** Decided plans, newest first, with an undo button. */
export function DecidedPlans({ team, plans, now, undo }: DecidedPlansProps) {
  const [undone, takeBack] = useActionState(undo ?? forbiddenAction, {})
  return (
    <div className="grid grid-cols-1 gap-2">
      <form id="undo-plan" className="hidden" action={takeBack} />
      {undone.error ? (
        <Notice live tone="danger" title="Could not undo the plan">
          {undone.error}
        </Notice>
      ) : null}
      <Table label="History" className="md:table-fixed">
        <thead className="max-md:sr-only">
          <tr>
            <Th>Agent</Th>
            <Th className="w-30 max-md:hidden">State</Th>
            <Th className="w-40 max-lg:hidden">Entries</Th>
            <Th className="w-56 max-md:hidden">Decided</Th>
            <Th className="w-20">
              <span className="sr-only">Undo</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <tr key={plan.id} className="hover:bg-raised has-focus-visible:bg-accent-wash">
              <Td className="h-auto py-2 align-top max-md:whitespace-normal">
                <Link
                  data-step
                  href={seedPlanPath(team, plan.id)}
                  className="font-medium max-md:wrap-anywhere"
                >
                  {planName(plan)}
                </Link>
                <span className="block text-sm text-ink-2 max-md:wrap-anywhere md:truncate" title={plan.path}>
                  {plan.from.length === 0 ? "no predecessor" : `from ${namesOf(plan.from.map(shortPath))}`},
                  in {plan.project.name}
                </span>
                <span className="mt-1 flex flex-wrap items-center gap-2 text-sm text-ink-2 md:hidden">
                  <State state={plan.state} />
                  <Decided plan={plan} now={now} />
                </span>
              </Td>
              <Td className="max-md:hidden">
                <State state={plan.state} />
              </Td>
              <Td className="text-ink-2 tabular-nums max-lg:hidden">
                {plan.state === "fresh" ? "none" : `${plan.placed} included, ${plan.leftOut} left out`}
              </Td>
              <Td className="truncate text-ink-2 max-md:hidden">
                <Decided plan={plan} now={now} />
              </Td>
              <Td className="w-20 text-right">
                {undo === null || UNDO_EFFECTS[plan.state] === undefined ? null : (
                  <Submit
                    form="undo-plan"
                    size="sm"
                    variant="quiet"
                    name="plan"
                    value={plan.id}
                    title={`Undo: ${UNDO_EFFECTS[plan.state]}`}
                    aria-label={`Undo for ${planName(plan)}: ${UNDO_EFFECTS[plan.state]}`}
                  >
                    Undo
                  </Submit>
                )}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function State({ state }: { state: SeedState }) {
  const { words, tone } = STATE_LOOK[state]
  return <Tag tone={tone}>{words}</Tag>
}

function Decided({ plan: { decidedBy, decidedAt, by, at }, now }: { plan: PlanSummary; now: string }) {
  return (
    <>
      {decidedBy ?? by} <Instant at={decidedAt ?? at} now={now} />
    </>
  )
}

interface FreshListProps {
  team: string
  agents: readonly FreshAgent[]
  now: string
  /** Undoes the decision named `plan`. Null without the right. */
  undo: FormAction | null
}

/** Agents that start with empty memory by decision of a person. */
export function FreshList({ team, agents, now, undo }: FreshListProps) {
  const [undone, takeBack] = useActionState(undo ?? forbiddenAction, {})
  return (
    <div className="grid grid-cols-1 gap-2">
      <form id="undo-fresh" className="hidden" action={takeBack} />
      {undone.error ? (
        <Notice live tone="danger" title="Could not mark the agent as cold again">
          {undone.error}
        </Notice>
      ) : null}
      <TableBox>
        <ul>
          {agents.map(({ name, project, plan, by, at, reason }) => (
            <li
              key={plan}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line px-3 py-1.75 not-first:border-t"
            >
              <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
                <Link href={agentPath(team, project.slug, name)} className="font-medium">
                  {name}
                </Link>{" "}
                <span className="text-ink-2">
                  in {project.name}, decided by {by} <Instant at={at} now={now} />
                  {reason ? `: ${reason}` : ""}
                </span>
              </span>
              {undo === null ? null : (
                <Submit
                  form="undo-fresh"
                  size="sm"
                  variant="quiet"
                  name="plan"
                  value={plan}
                  aria-label={`Undo: mark ${name} as cold again`}
                >
                  Undo
                </Submit>
              )}
            </li>
          ))}
        </ul>
      </TableBox>
    </div>
  )
}
