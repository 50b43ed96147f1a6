"use client"

import { Link } from "@/components/ui/link"
import { useRouter } from "next/navigation"
import { type KeyboardEvent, type MouseEvent, type RefObject, useActionState, useEffect, useRef } from "react"
import { Suggestions, Field, Input, Select } from "@/components/ui/field"
import { ButtonLink } from "@/components/ui/button"
import type { FormAction } from "@/components/data/form-state"
import { useKeys } from "@/components/data/keyboard-shortcuts"
import { Notice } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import { TableBox } from "@/components/data/table"
import { useQuery } from "@/components/data/use-query"
import { newSynthesisPath } from "@/components/data/addresses"
import {
  type CoachSetup,
  type Estimate,
  startButtonLabel,
  type SynthesisRequest,
  EVERYWHERE,
  readSynthesisRequest,
} from "../coach-run"
import { EstimateStrip, MethodChoice, useEstimate } from "./method-and-estimate"

interface StartPanelProps {
  team: string
  /** The settings that the server read from the URL. */
  initial: SynthesisRequest
  projects: readonly { readonly slug: string; readonly name: string }[]
  /** Suggested agents for an orientation. Any other name is allowed. */
  agents: readonly string[]
  /** Agents without memory, suggested first. */
  cold: readonly { readonly name: string; readonly project: string }[]
  setup: CoachSetup
  /** The project that the page is filtered by; null: all projects. */
  here: string | null
  closeHref: string
  start: FormAction
}

const ABOUT = {
  brief: {
    title: "New brief",
    words:
      "Summarizes what agents have in common, where they contradict each other, and what one agent knows that others need. Each claim is reviewed before it is saved to memory.",
  },
  orientation: {
    title: "New orientation",
    words:
      "Summarizes what a new agent should learn from the others. Each claim is reviewed before the agent receives it.",
  },
} as const

const NOTHING_TO_READ = {
  "aria-disabled": true,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const

/**
 * The panel that starts a synthesis, with its estimate. Each choice is kept in the URL, and the form works
 * before hydration.
 */
export function StartPanel({
  team,
  initial,
  projects,
  agents,
  cold,
  setup,
  here,
  closeHref,
  start,
}: StartPanelProps) {
  const router = useRouter()
  const [query, change] = useQuery()
  const asked = readSynthesisRequest(query) ?? initial
  const { kind } = asked
  const method = setup.model === null ? "extractive" : (asked.method ?? setup.method)
  const { estimate, busy, problem } = useEstimate(team, { ...asked, method })
  const [state, submit] = useActionState(start, {})
  const panel = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLSelectElement>(null)
  // React resets a submitted form, so this effect restores the chosen project.
  useEffect(() => {
    if (place.current)
      place.current.value = new URLSearchParams(window.location.search).get("in") ?? here ?? EVERYWHERE
  }, [state, here])
  useEffect(
    () => panel.current?.querySelector<HTMLElement>("input[name=agent],select,button[type=submit]")?.focus(),
    [kind],
  )
  useKeys("This panel", [{ keys: "Escape", does: "Close panel", run: () => router.push(closeHref) }])
  // The shortcut works in every field, but only after the estimate is shown.
  const startByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (estimate !== null && !busy)
      event.currentTarget.querySelector<HTMLButtonElement>("button[type=submit]")?.click()
  }
  const { title, words } = ABOUT[kind]
  const trouble = state.error ?? problem
  return (
    <section aria-labelledby="new-synthesis">
      <TableBox ref={panel} className="grid gap-4 p-4">
        <div>
          <h2 id="new-synthesis" className="text-md">
            {title}
          </h2>
          <p className="max-w-160 text-ink-2">{words}</p>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key that works anywhere in the form */}
        <form action={submit} onKeyDown={startByKey} className="grid gap-4">
          <input type="hidden" name="kind" value={kind} />
          <RequestFields
            {...{ team, initial, asked, projects, agents, cold, here, change }}
            project={place}
            agentError={state.errors?.agent}
          />
          <MethodChoice setup={setup} method={method} onChoose={(one) => change({ method: one })} />
          <EstimateStrip estimate={estimate} busy={busy} />
          {estimate && !estimate.fits ? <OverBudget budget={estimate.tokenBudget} /> : null}
          {trouble ? (
            <Notice live tone="danger" title="Could not start the coach">
              {trouble}
            </Notice>
          ) : null}
          <StartButtons {...{ asked, estimate, busy, closeHref }} />
        </form>
      </TableBox>
    </section>
  )
}

interface RequestFieldsProps extends Pick<
  StartPanelProps,
  "team" | "initial" | "projects" | "agents" | "cold" | "here"
> {
  asked: SynthesisRequest
  agentError: string | undefined
  /** Ref of the select element of the project. */
  project: RefObject<HTMLSelectElement | null>
  change: (changes: Readonly<Record<string, string>>) => void
}

/** Fields for the project to read and, for an orientation, the agent. */
function RequestFields(props: RequestFieldsProps) {
  const { team, initial, asked, projects, agents, cold, here, agentError, project, change } = props
  const isOrientation = asked.kind === "orientation"
  return (
    <>
      <div className="grid max-w-160 items-start gap-3 sm:grid-cols-2">
        {isOrientation ? (
          <AgentField
            key={initial.agent}
            agents={agents}
            agent={asked.agent}
            error={agentError}
            onAgent={(agent) => change({ agent })}
          />
        ) : null}
        <ProjectField
          ref={project}
          projects={projects}
          project={asked.project ?? EVERYWHERE}
          hint={isOrientation ? "The coach reads this project’s memory." : undefined}
          onProject={(slug) => change({ in: slug })}
        />
      </div>
      {isOrientation ? <ColdAgents {...{ team, cold, here }} agent={asked.agent} /> : null}
    </>
  )
}

interface StartButtonsProps extends Pick<StartPanelProps, "closeHref"> {
  asked: SynthesisRequest
  /** Null: not known yet. */
  estimate: Estimate | null
  busy: boolean
}

function StartButtons({ asked, estimate, busy, closeHref }: StartButtonsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Submit
        variant="primary"
        aria-keyshortcuts="Control+Enter Meta+Enter"
        title="Ctrl+Enter or ⌘+Enter"
        {...(estimate?.entries === 0 ? NOTHING_TO_READ : {})}
        className="tabular-nums max-md:h-auto max-md:min-h-8 max-md:w-full max-md:py-1.5 max-md:whitespace-normal"
      >
        {startLabel(asked.kind, busy ? null : estimate)}
      </Submit>
      <ButtonLink href={closeHref} variant="quiet">
        Close
      </ButtonLink>
      <output className="text-sm text-ink-3">{busy ? "Calculating estimate…" : missingWords(asked)}</output>
    </div>
  )
}

/** Returns the label of the button that starts the run. `estimate`: null if not known yet. */
function startLabel(kind: SynthesisRequest["kind"], estimate: Estimate | null): string {
  if (estimate === null) return kind === "brief" ? "Start brief" : "Start orientation"
  return estimate.entries === 0 ? "No entries to analyze" : startButtonLabel(estimate)
}

/** Returns what is missing for an estimate, or an empty text. */
const missingWords = ({ kind, agent }: SynthesisRequest): string =>
  kind === "orientation" && agent === "" ? "Enter an agent name to see the estimate." : ""

interface AgentFieldProps {
  /** Suggestions. */
  agents: readonly string[]
  agent: string
  error: string | undefined
  onAgent: (agent: string) => void
}

function AgentField({ agents, agent, error, onAgent }: AgentFieldProps) {
  return (
    <Field
      label="Agent"
      required
      error={error}
      hint="Enter any name. The agent does not need to have memory yet."
    >
      {(control) => (
        <>
          <Input
            {...control}
            name="agent"
            maxLength={200}
            list="coach-agents"
            autoComplete="off"
            spellCheck={false}
            placeholder="Agent name"
            defaultValue={agent}
            onChange={(event) => onAgent(event.target.value.trim())}
          />
          <Suggestions id="coach-agents" of={agents} />
        </>
      )}
    </Field>
  )
}

interface ProjectFieldProps extends Pick<StartPanelProps, "projects"> {
  ref: RefObject<HTMLSelectElement | null>
  /** Slug, or `EVERYWHERE`. */
  project: string
  hint: string | undefined
  onProject: (project: string) => void
}

/** The project whose memory is read. Not shown if there is only one. */
function ProjectField({ ref, projects, project, hint, onProject }: ProjectFieldProps) {
  if (projects.length <= 1) return <input type="hidden" name="in" value={project} />
  return (
    <Field label="From" hint={hint}>
      {(control) => (
        <Select
          ref={ref}
          {...control}
          name="in"
          value={project}
          onChange={(event) => onProject(event.target.value)}
        >
          <option value={EVERYWHERE}>All projects</option>
          {projects.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** Links that fill in an agent without memory. */
function ColdAgents({
  team,
  cold,
  here,
  agent,
}: Pick<StartPanelProps, "team" | "cold" | "here"> & { agent: string }) {
  if (cold.length === 0) return null
  return (
    <p className="-mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-2">
      Cold agents:
      {cold.map(({ name, project }) => (
        <Link
          key={`${project}/${name}`}
          href={newSynthesisPath(team, "orientation", { agent: name, project: here, in: project })}
          replace
          scroll={false}
          aria-current={name === agent ? "true" : undefined}
          className="text-link wrap-anywhere current:font-semibold"
        >
          {name}
        </Link>
      ))}
    </p>
  )
}

function OverBudget({ budget }: { budget: number | null }) {
  return (
    <Notice tone="caution" title="Exceeds the token budget for a run">
      The coach stops at {budget?.toLocaleString("en")} tokens and lists skipped entries in its notes. To
      include everything, choose one project or raise QUARTERDECK_COACH_TOKENS.
    </Notice>
  )
}
