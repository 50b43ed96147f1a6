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
import { newSynthesisPath } from "../paths"
import type { CoachSetup } from "../run/coach-run-types"
import { startWords } from "../run/coach-run-text"
import { type AskedSynthesis, EVERYWHERE, readAsked } from "./asked"
import { EstimateStrip } from "./estimate-strip"
import { MethodChoice } from "./method-choice"
import { useEstimate } from "./use-estimate"

interface StartPanelProps {
  team: string
  /** As the server read it from the address. */
  initial: AskedSynthesis
  projects: readonly { readonly slug: string; readonly name: string }[]
  /** Whom an orientation can be for; any other name does too. */
  agents: readonly string[]
  /** Those that know nothing yet: they are proposed first. */
  cold: readonly { readonly name: string; readonly project: string }[]
  setup: CoachSetup
  /** What the page is narrowed to; null: all projects. */
  here: string | null
  closeHref: string
  start: FormAction
}

const ABOUT = {
  brief: {
    title: "New brief",
    words:
      "What agents of the fleet share, where they contradict each other, and what one knows that others need. A curator reviews each claim before anything is written.",
  },
  orientation: {
    title: "New orientation",
    words:
      "What an agent that is about to start should know from the others. A curator reviews each claim before the agent is given any.",
  },
} as const

const NOTHING_TO_READ = {
  "aria-disabled": true,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const

/** What the coach is to write, what that would take, and the button that begins it. Each choice is in the address; the form works before any script. */
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
  const asked = readAsked(query) ?? initial
  const { kind } = asked
  const method = setup.model === null ? "extractive" : (asked.method ?? setup.method)
  const { estimate, busy, problem } = useEstimate(team, { ...asked, method })
  const [state, submit] = useActionState(start, {})
  const panel = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLSelectElement>(null)
  // A form that was answered is set back to how it came; the place that was chosen stays.
  useEffect(() => {
    if (place.current)
      place.current.value = new URLSearchParams(window.location.search).get("in") ?? here ?? EVERYWHERE
  }, [state, here])
  useEffect(
    () => panel.current?.querySelector<HTMLElement>("input[name=agent],select,button[type=submit]")?.focus(),
    [kind],
  )
  useKeys("This panel", [{ keys: "Escape", does: "Close it", run: () => router.push(closeHref) }])
  // From any of its fields, once it is said what that takes.
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
                label="For the agent"
                error={state.errors?.agent}
                hint="Any name: it need not have any memory yet."
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
                      placeholder="Name of an agent"
                      defaultValue={asked.agent}
                      onChange={(event) => change({ agent: event.target.value.trim() })}
                    />
                    <Suggestions id="coach-agents" of={agents} />
                  </>
                )}
              </Field>
            ) : null}
            {projects.length > 1 ? (
              <Field label="From" hint={kind === "orientation" ? "Whose memory it is made from." : undefined}>
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
            <Notice tone="caution" title="More than one run may spend">
              The coach stops reading at {estimate.tokenBudget?.toLocaleString("en")} tokens and says in its
              notes what it left out. Choose one project to have all of it read, or raise
              QUARTERDECK_COACH_TOKENS.
            </Notice>
          ) : null}
          {trouble ? (
            <Notice live tone="danger" title="That does not work">
              {trouble}
            </Notice>
          ) : null}
          <div className="flex flex-wrap items-center gap-2">
            <Submit
              variant="primary"
              aria-keyshortcuts="Control+Enter Meta+Enter"
              title="Ctrl or ⌘ with Enter"
              {...(estimate?.entries === 0 ? NOTHING_TO_READ : {})}
              className="tabular-nums max-md:h-auto max-md:min-h-8 max-md:w-full max-md:py-1.5 max-md:whitespace-normal"
            >
              {estimate === null || busy
                ? kind === "brief"
                  ? "Start the brief"
                  : "Start the orientation"
                : estimate.entries === 0
                  ? "There is nothing to read here"
                  : startWords(estimate)}
            </Submit>
            <ButtonLink href={closeHref} variant="quiet">
              Close
            </ButtonLink>
            <output className="text-sm text-ink-3">
              {busy
                ? "Counting what it would read…"
                : kind === "orientation" && asked.agent === ""
                  ? "Name the agent, and this says what it takes."
                  : ""}
            </output>
          </div>
        </form>
      </Box>
    </section>
  )
}
