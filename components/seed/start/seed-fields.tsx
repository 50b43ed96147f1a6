"use client"

import type { OutputOf } from "@/lib/http/contract"
import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { Field, Input, Select, Checkbox } from "@/components/ui/field"
import { formatCount } from "@/lib/memory/text/sentence"
import { TableBox } from "@/components/data/table"
import {
  type NamedProject,
  type OtherMemory,
  type Predecessor,
  foundMemories,
  memoryName,
  predecessorName,
  type SourceName,
} from "../seed-plans"

/** Parameters of the URL. `agent` is empty until an agent is named. */
export interface SeedRequest {
  readonly project: string
  readonly agent: string
  readonly category: string | null
}

/** The category and the predecessors that Quarterdeck suggests for an agent. */
export type SeedSuggestions = OutputOf<"seed.predecessors">

/** The memory that receives the entries. */
export type SeedTarget = "agent" | "category"

export interface SeedFieldsProps {
  projects: readonly NamedProject[]
  categories: readonly { readonly slug: string; readonly name: string }[]
  /** Names of the cold agents of the project. */
  cold: readonly string[]
  asked: SeedRequest
  /** Suggestions for the agent. Null until an agent is named. */
  found: SeedSuggestions | null
  /** The reason why the agent name is invalid; null if it is valid. */
  misnamed: string | null
  /** The typed name of the agent. */
  name: string
  onName: (name: string) => void
  /** Loads the suggestions for the typed name, with other settings. */
  onAsk: (more: Partial<SeedRequest>) => void
  /** The typed line budget. */
  budget: string
  onBudget: (budget: string) => void
  into: SeedTarget
  onInto: (into: SeedTarget) => void
}

const LEAST_LINES = 1
const MOST_LINES = 1_000

/** Returns the line budget as a number; null if it is invalid. */
export function readBudget(typed: string): number | null {
  const lines = Number(typed)
  return Number.isInteger(lines) && lines >= LEAST_LINES && lines <= MOST_LINES ? lines : null
}

/** The fields of a new plan: project, agent, category, line budget and target. */
export function SeedFields(props: SeedFieldsProps) {
  const { projects, categories, asked, found, onAsk, budget, onBudget } = props
  const category = found?.category ?? null
  const budgetError = `Enter a number from ${LEAST_LINES} to ${MOST_LINES.toLocaleString("en")}`
  return (
    <div className="grid max-w-180 items-start gap-3 md:grid-cols-2">
      <Field label="Project">
        {(control) => (
          <Select
            {...control}
            value={asked.project}
            onChange={(event) => onAsk({ project: event.target.value, category: null })}
          >
            {projects.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <AgentField {...props} />
      <Field label="Category" hint={found === null ? "Suggested based on the agent’s name" : undefined}>
        {(control) => (
          <Select
            {...control}
            name="category"
            value={category ?? ""}
            disabled={found === null}
            onChange={(event) => onAsk({ category: event.target.value })}
          >
            {category === null ? <option value="">None</option> : null}
            {categories.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Line budget" error={readBudget(budget) === null ? budgetError : undefined}>
        {(control) => (
          <Input
            {...control}
            name="budget"
            inputMode="numeric"
            value={budget}
            onChange={(event) => onBudget(event.target.value)}
          />
        )}
      </Field>
      <TargetField {...props} />
    </div>
  )
}

/** Returns the hint of the agent field for a number of cold agents. */
function agentHint(cold: number): string {
  if (cold === 0) return "A cold agent or a new agent name"
  if (cold === 1) return "A new agent name or the only cold agent"
  return `A new agent name or one of ${formatCount(cold, "cold agent")}`
}

function AgentField({ cold, asked, found, misnamed, name, onName, onAsk }: SeedFieldsProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (asked.agent === "") field.current?.focus()
  }, [asked.agent])
  const isAsked = name.trim() === asked.agent
  const askOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || (isAsked && found !== null)) return
    event.preventDefault()
    onAsk({ category: null })
  }
  return (
    <Field
      label="Agent"
      required
      error={isAsked ? (misnamed ?? undefined) : undefined}
      hint={agentHint(cold.length)}
    >
      {(control) => (
        <>
          <Input
            {...control}
            ref={field}
            name="agent"
            list="cold-agents"
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            value={name}
            onChange={(event) => onName(event.target.value)}
            onBlur={() => (isAsked ? undefined : onAsk({ category: null }))}
            onKeyDown={askOnEnter}
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
  )
}

function TargetField({ found, into, onInto }: Pick<SeedFieldsProps, "found" | "into" | "onInto">) {
  return (
    <fieldset className="grid gap-1 md:col-span-2">
      <legend className="mb-1 font-medium">Target</legend>
      <TargetChoice value="agent" into={into} onInto={onInto} words="Agent’s own memory" />
      <TargetChoice
        value="category"
        into={into}
        onInto={onInto}
        disabled={(found?.category ?? null) === null}
        words={categoryWords(found)}
      />
    </fieldset>
  )
}

function categoryWords(found: SeedSuggestions | null): string {
  if (found === null) return "Category memory"
  if (found.category === null) return "Category memory (no category)"
  return `Memory of the ${found.category} category, in a separate section`
}

interface TargetChoiceProps {
  value: SeedTarget
  into: SeedTarget
  words: string
  disabled?: boolean
  onInto: (into: SeedTarget) => void
}

function TargetChoice({ value, into, words, disabled = false, onInto }: TargetChoiceProps) {
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

interface SourceChoiceProps {
  /** The slug of the target project. */
  project: string
  proposed: readonly Predecessor[]
  files: readonly OtherMemory[]
  ticked: ReadonlySet<SourceName>
  onTick: (name: SourceName) => void
}

/** The choice of sources: suggested predecessors with the reason, and all other memories with a search. */
export function SourceChoice({ project, proposed, files, ticked, onTick }: SourceChoiceProps) {
  const [words, setWords] = useState("")
  const known = new Set(proposed.map((one) => one.file))
  const others = files.filter((one) => !known.has(one.file) && one.entries > 0)
  const { shown, more } = foundMemories(others, words, ticked)
  const box = (name: SourceName) => ({
    name: "from",
    value: name,
    checked: ticked.has(name),
    onChange: () => onTick(name),
  })
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="mb-1.5 font-semibold">Predecessors</legend>
      {proposed.length === 0 ? (
        <p className="text-ink-2">
          No suggestions, because no agent has a similar name, category or definition. Choose a memory below.
        </p>
      ) : null}
      {proposed.length === 0 ? null : (
        <TableBox>
          <ul aria-label="Suggested">
            {proposed.map((one) => (
              <li key={predecessorName(one)} className="border-line px-3 py-2 not-first:border-t">
                <Checkbox
                  {...box(predecessorName(one))}
                  label={
                    <span className="block">
                      <span className="font-medium wrap-anywhere">{one.agent}</span>{" "}
                      <span className="text-ink-2 tabular-nums">
                        {formatCount(one.entries, "entry")}
                        {one.project === project ? "" : `, in ${one.project}`}
                      </span>
                      <span className="block text-sm text-ink-2 wrap-anywhere">{one.words}</span>
                    </span>
                  }
                />
              </li>
            ))}
          </ul>
        </TableBox>
      )}
      {others.length === 0 ? null : (
        <TableBox>
          <div className="p-2">
            <Input
              type="search"
              aria-label={`Search ${formatCount(others.length, "other memory")}`}
              placeholder={`Search ${formatCount(others.length, "other memory")}…`}
              value={words}
              onChange={(event) => setWords(event.target.value)}
              onKeyDown={(event) => (event.key === "Enter" ? event.preventDefault() : undefined)}
            />
          </div>
          <ul aria-label="Other memories">
            {shown.map((one) => (
              <li key={one.file} className="border-t border-line px-3 py-1.5">
                <Checkbox
                  {...box(memoryName(one))}
                  label={
                    <span className="wrap-anywhere">
                      <span className="font-medium">
                        {one.agent ?? (one.category === null ? "Shared memory" : `Category ${one.category}`)}
                      </span>{" "}
                      <span className="text-ink-2 tabular-nums">
                        {formatCount(one.entries, "entry")}
                        {one.project === project ? "" : `, in ${one.project}`}
                      </span>{" "}
                      <code className="font-mono text-sm text-ink-3">{one.path}</code>
                    </span>
                  }
                />
              </li>
            ))}
          </ul>
          {shown.length === 0 ? (
            <p className="border-t border-line px-3 py-2 text-ink-2">No memories match this search.</p>
          ) : null}
          {more > 0 ? (
            <p className="border-t border-line px-3 py-2 text-sm text-ink-3">
              {formatCount(more, "more memory is", "more memories are")} not shown. Search to find them.
            </p>
          ) : null}
        </TableBox>
      )}
    </fieldset>
  )
}
