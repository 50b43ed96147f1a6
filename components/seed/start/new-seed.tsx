"use client"

import { Link } from "@/components/ui/link"
import { useRouter } from "next/navigation"
import { useActionState, useEffect, useRef, useState, useTransition } from "react"
import { Button } from "@/components/ui/button"
import { Field, Input, Select } from "@/components/ui/field"
import { count } from "@/components/data/count"
import type { FormAction } from "@/components/data/form-state"
import { useKeys } from "@/components/data/keys"
import { Notice } from "@/components/ui/notice"
import { say } from "@/components/data/announce"
import { Submit } from "@/components/ui/submit"
import { refuse } from "../cold/refuse"
import { newSeedPath, seedPlanPath } from "@/components/data/addresses"
import { LEFT, type NamedProject, type OtherMemory, type Predecessor } from "../seed-types"
import { likelyPredecessors } from "../seed-text"
import { predecessorName, type SourceName, sourceOf } from "./chosen"
import { PreviewPanel } from "./preview-panel"
import { SourceChoice } from "./source-choice"
import { usePreview } from "./use-preview"

interface NewSeedProps {
  team: string
  projects: readonly NamedProject[]
  categories: readonly { readonly slug: string; readonly name: string }[]
  /** Names of the cold agents of the project. */
  cold: readonly string[]
  /** The settings from the URL. An empty agent is not named yet. */
  asked: { readonly project: string; readonly agent: string; readonly category: string | null }
  /** The suggestions for the agent; null until one is named. */
  found: {
    readonly category: string | null
    readonly predecessors: readonly Predecessor[]
    readonly files: readonly OtherMemory[]
  } | null
  /** The reason why the agent name is invalid; null if it is valid. */
  misnamed: string | null
  /** The ID of its waiting plan. */
  planned: string | null
  plan: FormAction
  /**
   * Records that the agent, "project/agent", starts with empty memory. Null if it is not cold, or without the
   * right.
   */
  fresh: FormAction | null
}

const LEAST = 1
const MOST = 1_000
const BUDGET = 100

/** The form that creates a seed plan: predecessors, target memory and line budget, with a live preview. */
export function NewSeed({
  team,
  projects,
  categories,
  cold,
  asked,
  found,
  misnamed,
  planned,
  plan,
  fresh,
}: NewSeedProps) {
  const router = useRouter()
  const [isGoing, go] = useTransition()
  const [state, act] = useActionState(plan, {})
  const [refreshed, startFresh] = useActionState(fresh ?? refuse, {})
  const form = useRef<HTMLFormElement>(null)
  const named = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (asked.agent === "") named.current?.focus()
  }, [asked.agent])
  const [name, setName] = useState(asked.agent)
  const [into, setInto] = useState<"agent" | "category">("agent")
  const [budget, setBudget] = useState(String(BUDGET))
  const [ticked, setTicked] = useState<ReadonlySet<SourceName>>(
    new Set(likelyPredecessors(found?.predecessors ?? []).map(predecessorName)),
  )
  const lines = Number(budget)
  const isBudget = Number.isInteger(lines) && lines >= LEAST && lines <= MOST
  const category = found?.category ?? null
  const sources = [...ticked].flatMap((one) => sourceOf(one) ?? [])
  const preview = usePreview(
    found === null || sources.length === 0 || !isBudget
      ? null
      : {
          team,
          project: asked.project,
          agents: [asked.agent],
          ...(category === null ? {} : { category }),
          from: sources,
          into,
          budget: lines,
        },
  )
  const turn = (more: Partial<NewSeedProps["asked"]>) => {
    const next = { ...asked, agent: name.trim(), ...more }
    go(() =>
      router.replace(
        newSeedPath(team, { project: next.project, agent: next.agent, category: next.category ?? undefined }),
        { scroll: false },
      ),
    )
  }
  const tick = (one: SourceName) => {
    const next = new Set(ticked)
    if (!next.delete(one)) next.add(one)
    setTicked(next)
  }
  const goIn =
    preview.state === "here" ? preview.plan.placements.filter((one) => one.place !== LEFT).length : null
  const isNamed = found !== null && name.trim() === asked.agent
  const why = !isNamed
    ? "Enter an agent name first"
    : sources.length === 0
      ? "Select a predecessor first"
      : !isBudget
        ? "Enter a valid line budget"
        : preview.state === "problem"
          ? "This plan is not possible"
          : preview.state === "here" && preview.plan.nothingLeft !== null
            ? "Nothing to seed. Select another predecessor."
            : null
  useKeys("Seed an agent", [
    {
      keys: "p",
      does: "Create plan",
      run: () => (why === null ? form.current?.requestSubmit() : void say(why, { id: why })),
    },
    { keys: "Enter", does: "Toggle or press the focused control" },
  ])
  return (
    <>
      <form ref={form} action={act} className="flex flex-col lg:min-h-below-top lg:flex-row">
        <input type="hidden" name="project" value={asked.project} />
        <div className="grid min-w-0 flex-1 grid-cols-1 content-start gap-5 p-4">
          <div className="grid max-w-180 items-start gap-3 md:grid-cols-2">
            <Field label="Project">
              {(control) => (
                <Select
                  {...control}
                  value={asked.project}
                  onChange={(event) => turn({ project: event.target.value, category: null })}
                >
                  {projects.map(({ slug, name: words }) => (
                    <option key={slug} value={slug}>
                      {words}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field
              label="Agent"
              error={name.trim() === asked.agent ? (misnamed ?? undefined) : undefined}
              hint={
                cold.length === 0
                  ? "A cold agent or a new name"
                  : `A new name or one of ${count(cold.length, "cold agent")}`
              }
            >
              {(control) => (
                <>
                  <Input
                    {...control}
                    ref={named}
                    name="agent"
                    list="cold-agents"
                    required
                    maxLength={200}
                    autoComplete="off"
                    spellCheck={false}
                    value={name}
                    onChange={(event) => setName(event.target.value)}
                    onBlur={() => (name.trim() === asked.agent ? undefined : turn({ category: null }))}
                    onKeyDown={(event) =>
                      event.key === "Enter" && !isNamed
                        ? (event.preventDefault(), turn({ category: null }))
                        : undefined
                    }
                  />
                  <datalist id="cold-agents">
                    {cold.map((one) => (
                      <option key={one} value={one}>
                        {one}
                      </option>
                    ))}
                  </datalist>
                </>
              )}
            </Field>
            <Field label="Category" hint={found === null ? "Suggested from the agent’s name" : undefined}>
              {(control) => (
                <Select
                  {...control}
                  name="category"
                  value={category ?? ""}
                  disabled={found === null}
                  onChange={(event) => turn({ category: event.target.value })}
                >
                  {category === null ? <option value="">None</option> : null}
                  {categories.map(({ slug, name: words }) => (
                    <option key={slug} value={slug}>
                      {words}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field
              label="Line budget"
              error={isBudget ? undefined : `Enter a number from ${LEAST} to ${MOST.toLocaleString("en")}`}
            >
              {(control) => (
                <Input
                  {...control}
                  name="budget"
                  inputMode="numeric"
                  value={budget}
                  onChange={(event) => setBudget(event.target.value)}
                />
              )}
            </Field>
            <fieldset className="grid gap-1 md:col-span-2">
              <legend className="mb-1 font-medium">Target</legend>
              <Into value="agent" into={into} onInto={setInto} words="Agent’s own memory" />
              <Into
                value="category"
                into={into}
                onInto={setInto}
                disabled={category === null}
                words={
                  found === null
                    ? "Category memory"
                    : category === null
                      ? "Category memory (no category)"
                      : `Memory of category ${category}, in a separate section`
                }
              />
            </fieldset>
          </div>
          <div className="max-w-180">
            {found === null ? (
              <p className="text-ink-2">
                {isGoing ? "Loading predecessors…" : "Enter an agent name to see suggested predecessors."}
              </p>
            ) : (
              <SourceChoice
                project={asked.project}
                proposed={found.predecessors}
                files={found.files}
                ticked={ticked}
                onTick={tick}
              />
            )}
          </div>
        </div>
        {/* On narrow screens the preview stays in view below the form, on wide screens beside it. */}
        <aside
          aria-label="Plan"
          className="shrink-0 content-start gap-4 border-line bg-ground max-lg:contents lg:grid lg:w-88 lg:border-l lg:p-4.5"
        >
          <div className="grid content-start gap-4 border-line bg-ground max-lg:border-t max-lg:p-4">
            <PreviewPanel preview={preview} />
            {planned === null ? null : (
              <Notice
                title="This agent already has a plan"
                action={
                  <Link href={seedPlanPath(team, planned)} className="font-medium text-link">
                    Open plan
                  </Link>
                }
              >
                A new plan replaces it, unless entries have been moved in it.
              </Notice>
            )}
          </div>
          <div className="grid gap-1.5 border-line bg-ground max-lg:sticky max-lg:bottom-0 max-lg:z-20 max-lg:border-t max-lg:px-4 max-lg:py-2.5">
            {state.error ? (
              <Notice tone="danger" live title="Could not create the plan">
                {state.error}
              </Notice>
            ) : null}
            <Submit
              variant="primary"
              kbd="P"
              disabled={why !== null}
              className="h-auto! min-h-8 py-1 whitespace-normal!"
            >
              Create plan{goIn === null ? "" : `: ${count(goIn, "entry", "entries")}`}
              {sources.length === 0 ? "" : ` from ${count(sources.length, "predecessor")}`}
            </Submit>
            <p className="text-sm text-ink-2">
              {why ??
                (goIn === 0
                  ? "No entries are included automatically. Add entries on the board, or select another predecessor."
                  : "Memory changes only when you apply the plan.")}
            </p>
          </div>
          {fresh !== null && isNamed ? (
            <div className="grid gap-1.5 border-t border-line bg-ground pt-4 max-lg:p-4">
              <Button type="submit" form="begin-fresh" name="one" value={`${asked.project}/${asked.agent}`}>
                Start fresh
              </Button>
              <p className="text-sm text-ink-2">
                {refreshed.error ??
                  `${asked.agent} starts with empty memory and is no longer listed as cold. You can undo this.`}
              </p>
            </div>
          ) : null}
        </aside>
      </form>
      <form id="begin-fresh" className="hidden" action={startFresh} />
    </>
  )
}

interface IntoProps {
  value: "agent" | "category"
  into: "agent" | "category"
  words: string
  disabled?: boolean
  onInto: (into: "agent" | "category") => void
}

function Into({ value, into, words, disabled = false, onInto }: IntoProps) {
  return (
    <label className={`flex min-h-6 items-start gap-2 ${disabled ? "text-ink-3" : "cursor-pointer"}`}>
      <input
        type="radio"
        name="into"
        value={value}
        checked={into === value}
        disabled={disabled}
        onChange={() => onInto(value)}
        className="mt-0.75 size-3.5 shrink-0 accent-accent"
      />
      {words}
    </label>
  )
}
