"use client"

import { Link } from "@/components/ui/link"
import { useRouter } from "next/navigation"
import { type KeyboardEvent, type MouseEvent, useActionState, useEffect, useRef } from "react"
import { Suggestions } from "@/components/sources/suggestions"
import { ButtonLink } from "@/components/ui/button"
import { Field, Input, Select } from "@/components/ui/field"
import type { FormAction } from "@/components/data/form-state"
import { useKeys } from "@/components/data/keys"
import { Notice } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import { Box } from "@/components/data/table"
import { useQuery } from "@/components/data/use-query"
import { newSynthesisPath } from "@/components/data/addresses"
import type { CoachSetup } from "../run/coach-run-types"
import { startWords } from "../run/coach-run-text"
import { type SynthesisRequest, EVERYWHERE, readSynthesisRequest } from "./asked"
import { EstimateStrip } from "./estimate-strip"
import { MethodChoice } from "./method-choice"
import { useEstimate } from "./use-estimate"

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
      "Summarizes what agents have in common, where they contradict each other, and what one knows that others need. Each claim is reviewed before it is saved to memory.",
  },
  orientation: {
    title: "New orientation",
    words:
      "Summarizes what a new agent should know from the others. Each claim is reviewed before the agent receives it.",
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
  // A submitted form is reset. This keeps the chosen place.
  useEffect(() => {
    if (place.current)
      place.current.value = new URLSearchParams(window.location.search).get("in") ?? here ?? EVERYWHERE
  }, [state, here])
  useEffect(
    () => panel.current?.querySelector<HTMLElement>("input[name=agent],select,button[type=submit]")?.focus(),
    [kind],
  )
  useKeys("This panel", [{ keys: "Escape", does: "Close panel", run: () => router.push(closeHref) }])
  // Works in every field, once the estimate is shown.
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
      <Box ref={panel} className="grid gap-4 p-4">
        <div>
          <h2 id="new-synthesis" className="text-md">
            {title}
          </h2>
          <p className="max-w-160 text-ink-2">{words}</p>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key that works anywhere in the form */}
        <form action={submit} onKeyDown={startByKey} className="grid gap-4">
          <input type="hidden" name="kind" value={kind} />
          <div className="grid max-w-160 gap-3 sm:grid-cols-2">
            {kind === "orientation" ? (
              <Field
                label="Agent"
                error={state.errors?.agent}
                hint="Any name. The agent does not need to have memory yet."
              >
                {(control) => (
                  <>
                    <Input
                      {...control}
                      key={initial.agent}
                      name="agent"
                      required
                      maxLength={200}
                      list="coach-agents"
                      autoComplete="off"
                      spellCheck={false}
                      placeholder="Agent name"
                      defaultValue={asked.agent}
                      onChange={(event) => change({ agent: event.target.value.trim() })}
                    />
                    <Suggestions id="coach-agents" of={agents} />
                  </>
                )}
              </Field>
            ) : null}
            {projects.length > 1 ? (
              <Field label="From" hint={kind === "orientation" ? "The memory to read." : undefined}>
                {(control) => (
                  <Select
                    ref={place}
                    {...control}
                    name="in"
                    value={asked.project ?? EVERYWHERE}
                    onChange={(event) => change({ in: event.target.value })}
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
            ) : (
              <input type="hidden" name="in" value={asked.project ?? EVERYWHERE} />
            )}
          </div>
          {kind === "orientation" && cold.length > 0 ? (
            <p className="-mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-2">
              Cold agents:
              {cold.map(({ name, project }) => (
                <Link
                  key={`${project}/${name}`}
                  href={newSynthesisPath(team, "orientation", { agent: name, project: here, in: project })}
                  replace
                  scroll={false}
                  aria-current={name === asked.agent ? "true" : undefined}
                  className="text-link wrap-anywhere current:font-semibold"
                >
                  {name}
                </Link>
              ))}
            </p>
          ) : null}
          <MethodChoice setup={setup} method={method} onChoose={(one) => change({ method: one })} />
          <EstimateStrip estimate={estimate} busy={busy} />
          {estimate && !estimate.fits ? (
            <Notice tone="caution" title="Exceeds the token budget of a run">
              The coach stops at {estimate.tokenBudget?.toLocaleString("en")} tokens and lists skipped entries
              in its notes. To include everything, choose one project or raise QUARTERDECK_COACH_TOKENS.
            </Notice>
          ) : null}
          {trouble ? (
            <Notice live tone="danger" title="Could not start the coach">
              {trouble}
            </Notice>
          ) : null}
          <div className="flex flex-wrap items-center gap-2">
            <Submit
              variant="primary"
              aria-keyshortcuts="Control+Enter Meta+Enter"
              title="Ctrl+Enter or ⌘+Enter"
              {...(estimate?.entries === 0 ? NOTHING_TO_READ : {})}
              className="tabular-nums max-md:h-auto max-md:min-h-8 max-md:w-full max-md:py-1.5 max-md:whitespace-normal"
            >
              {estimate === null || busy
                ? kind === "brief"
                  ? "Start brief"
                  : "Start orientation"
                : estimate.entries === 0
                  ? "No entries to analyze"
                  : startWords(estimate)}
            </Submit>
            <ButtonLink href={closeHref} variant="quiet">
              Close
            </ButtonLink>
            <output className="text-sm text-ink-3">
              {busy
                ? "Calculating estimate…"
                : kind === "orientation" && asked.agent === ""
                  ? "Enter an agent name to see the estimate."
                  : ""}
            </output>
          </div>
        </form>
      </Box>
    </section>
  )
}
