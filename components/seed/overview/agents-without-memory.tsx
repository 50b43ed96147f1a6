"use client"

import { Link } from "@/components/ui/link"
import { useActionState, useState } from "react"
import { agentPath, categoryPath } from "@/components/data/addresses"
import { Button, ButtonLink } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import type { FormAction } from "@/components/data/form-state"
import { type KeyBinding, useListKeys } from "@/components/data/keyboard-shortcuts"
import { Notice } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import { TableBox } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"
import { newSeedPath, seedPlanPath } from "@/components/data/addresses"
import { type AgentWithoutMemory, likelyPredecessors, namesOf, forbiddenAction } from "../seed-plans"

interface ColdListProps {
  team: string
  agents: readonly AgentWithoutMemory[]
  showProject: boolean
  /**
   * Creates plans for the agents named `agent`, each "project/agent", from their default predecessors. Null
   * without the right.
   */
  seed: FormAction | null
  /** Records that an agent starts with empty memory. Null without the right. */
  fresh: FormAction | null
}

const nameOf = ({ project, name }: AgentWithoutMemory): string => `${project.slug}/${name}`

/** Cold agents with their suggested predecessors. One or several can be planned at once. */
export function AgentsWithoutMemory({ team, agents, showProject, seed, fresh }: ColdListProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [seeded, seedThem, seeding] = useActionState(seed ?? forbiddenAction, {})
  const [refreshed, startFresh] = useActionState(fresh ?? forbiddenAction, {})
  const some = agents.filter((one) => chosen.has(nameOf(one)) && isSeedable(one))
  const toggle = (name: string) => {
    const next = new Set(chosen)
    if (!next.delete(name)) next.add(name)
    setChosen(next)
  }
  const at = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>("[data-cold]") ?? null
  const more: KeyBinding[] = [
    ...(seed === null
      ? []
      : [
          {
            keys: "x",
            does: "Select the agent",
            run: () =>
              at()?.querySelector<HTMLInputElement>('input[type="checkbox"]:not(:disabled)')?.click(),
          },
          {
            keys: "s",
            does: "Seed the agent or the selection",
            run: () =>
              (some.length > 0
                ? document.querySelector<HTMLButtonElement>("[data-seed-chosen]")
                : at()?.querySelector<HTMLButtonElement>("[data-seed]")
              )?.click(),
          },
        ]),
    {
      keys: "c",
      does: "Choose predecessors",
      run: () => at()?.querySelector<HTMLAnchorElement>("[data-choose]")?.click(),
    },
  ]
  useListKeys("Cold agents", {
    rows: "main a[data-step]",
    row: "agent or plan",
    opens: "Open the agent or plan",
    more,
  })
  return (
    <div className="grid grid-cols-1 gap-2">
      {/* The buttons in the rows belong to these forms: a row has two actions, and forms cannot be nested. */}
      <form id="seed-cold" className="hidden" action={seedThem} />
      <form id="start-fresh" className="hidden" action={startFresh} />
      {[seeded, refreshed].map(({ error, done }, place) =>
        error === undefined && done === undefined ? null : (
          // oxlint-disable-next-line react/no-array-index-key -- one notice per form
          <Notice
            key={place}
            live
            tone={error === undefined ? "good" : "danger"}
            title={error === undefined ? done : "Some plans were not created"}
          >
            {error}
          </Notice>
        ),
      )}
      <TableBox>
        <ul>
          {agents.map((one) => (
            <ColdRow
              key={nameOf(one)}
              team={team}
              agent={one}
              showProject={showProject}
              isChosen={chosen.has(nameOf(one))}
              onChoose={() => toggle(nameOf(one))}
              maySeed={seed !== null}
              mayFresh={fresh !== null}
            />
          ))}
        </ul>
        {some.length > 0 ? (
          <div className="sticky bottom-0 flex flex-wrap items-center gap-2 rounded-b-lg border-t border-line bg-ground px-3 py-2">
            <Button
              type="submit"
              form="seed-cold"
              data-seed-chosen
              variant="primary"
              kbd="S"
              aria-busy={seeding || undefined}
            >
              Seed {formatCount(some.length, "agent")} from{" "}
              {some.length === 1 ? "its predecessor" : "their predecessors"}
            </Button>
            <Button variant="quiet" onClick={() => setChosen(new Set())}>
              Clear selection
            </Button>
          </div>
        ) : null}
      </TableBox>
    </div>
  )
}

const isSeedable = ({ predecessors, plan }: AgentWithoutMemory): boolean =>
  predecessors.length > 0 && plan === null

interface ColdRowProps {
  team: string
  agent: AgentWithoutMemory
  showProject: boolean
  isChosen: boolean
  onChoose: () => void
  maySeed: boolean
  mayFresh: boolean
}

function ColdRow({ team, agent, showProject, isChosen, onChoose, maySeed, mayFresh }: ColdRowProps) {
  const { name, project, category, coordinator, why, predecessors, plan } = agent
  const likely = likelyPredecessors(predecessors)
  const choose = newSeedPath(team, { project: project.slug, agent: name })
  return (
    <li
      data-cold={nameOf(agent)}
      className="flex flex-wrap items-start gap-x-3 gap-y-2 border-line px-3 py-2.5 not-first:border-t has-focus-visible:bg-accent-wash"
    >
      {maySeed ? <SelectAgent agent={agent} isChosen={isChosen} onChoose={onChoose} /> : null}
      <div className="grid min-w-0 flex-1 basis-70 gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link data-step href={agentPath(team, project.slug, name)} className="font-medium wrap-anywhere">
            {name}
          </Link>
          {category === null ? null : (
            <Link href={categoryPath(team, category)} className="text-sm text-ink-2 hover:text-ink">
              {category}
            </Link>
          )}
          {coordinator ? <span className="text-sm text-ink-2">coordinator</span> : null}
          {showProject ? <span className="text-sm text-ink-3">{project.name}</span> : null}
          {plan === null ? null : <Tag>planned</Tag>}
        </p>
        <p className="text-ink-2 wrap-anywhere">{why}</p>
        <Begins predecessors={predecessors} />
      </div>
      <div className="flex flex-wrap gap-1.5 max-md:w-full max-md:pl-6.5">
        {plan !== null ? (
          <ButtonLink data-seed size="sm" href={seedPlanPath(team, plan)}>
            Open plan
          </ButtonLink>
        ) : (
          <>
            {maySeed && likely.length > 0 ? (
              <Submit
                form="seed-cold"
                data-seed
                size="sm"
                name="one"
                value={nameOf(agent)}
                title={`Creates a seed plan for ${name}. Memory changes only when you apply the plan.`}
              >
                Seed from {namesOf(likely.map((one) => one.agent))}…
              </Submit>
            ) : null}
            {maySeed ? (
              <ButtonLink
                data-choose
                size="sm"
                variant="quiet"
                href={choose}
                aria-label={`Choose predecessors for ${name}`}
              >
                Choose…
              </ButtonLink>
            ) : null}
            {mayFresh ? (
              <Submit
                form="start-fresh"
                size="sm"
                variant="quiet"
                name="one"
                value={nameOf(agent)}
                title={`${name} starts with empty memory and is no longer listed as cold. You can undo this.`}
              >
                Start fresh
              </Submit>
            ) : null}
          </>
        )}
      </div>
    </li>
  )
}

function SelectAgent({ agent, isChosen, onChoose }: Pick<ColdRowProps, "agent" | "isChosen" | "onChoose">) {
  const isPlanned = agent.plan !== null
  const why = isPlanned ? "This agent already has a plan" : "No suggested predecessor. Choose one."
  return (
    <input
      type="checkbox"
      name="agent"
      value={nameOf(agent)}
      form="seed-cold"
      aria-label={`Select ${agent.name}`}
      checked={isChosen}
      disabled={!isSeedable(agent)}
      title={isSeedable(agent) ? undefined : why}
      onChange={onChoose}
      className="mt-0.75 size-3.5 shrink-0 accent-accent"
    />
  )
}

function Begins({ predecessors }: { predecessors: AgentWithoutMemory["predecessors"] }) {
  const [best, ...more] = predecessors
  if (best === undefined) return <p className="text-sm text-ink-3">No suggested predecessor</p>
  return (
    <p className="text-sm text-ink-2 wrap-anywhere">
      <b className="text-ink">{best.agent}</b> has {formatCount(best.entries, "entry")}: {best.words}
      {more.length > 0 ? (
        <span className="text-ink-3">, {formatCount(more.length, "more suggestion")}</span>
      ) : null}
    </p>
  )
}
