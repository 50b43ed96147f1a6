"use client"

import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { useActionState } from "react"
import { agentPath } from "@/components/data/addresses"
import type { FormAction } from "@/components/data/form-state"
import { Notice } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import { TableBox } from "@/components/data/table"
import type { FreshAgent } from "../seed-types"
import { forbiddenAction } from "./forbidden-action"

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
