"use client"

import { useRouter } from "next/navigation"
import { type RefObject, useEffect, useRef, useTransition } from "react"
import { Button } from "@/components/ui/button"
import { changedQuery } from "@/components/data/url-query"
import { Checkbox, Field, Input, Select, Textarea } from "@/components/ui/field"
import { CONTEXT_FORMATS } from "@/lib/memory/context/context-entry"
import { useListKeys } from "@/components/data/keyboard-shortcuts"
import { AgentBox } from "./agent-box"
import {
  type ContextRequest,
  CONTEXT_LIMITS,
  PROJECT_FIELD,
  writeContextRequest,
  type SelectedAgent,
} from "./context-request"
import type { AgentOption } from "./agent-context"

interface ContextFormProps {
  agents: readonly AgentOption[]
  projects: readonly { slug: string; name: string }[]
  chosen: SelectedAgent | null
  asked: ContextRequest
}

const PAUSE_MS = 220
const FORMAT_NAMES = {
  text: "Text",
  markdown: "Markdown",
  json: "JSON",
  lines: "Lines (for planning agents)",
} as const

/**
 * The agent, the task and the limits of the context. The form works before hydration; afterwards the page
 * updates on every change.
 */
export function ContextForm({ agents, projects, chosen, asked }: ContextFormProps) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [busy, startTransition] = useTransition()
  useEffect(() => () => clearTimeout(timer.current), [])
  const [task, noteTask] = useShownValue<HTMLTextAreaElement>(asked.task)
  const [budget, noteBudget] = useShownValue<HTMLInputElement>(String(asked.budget))
  const [limit, noteLimit] = useShownValue<HTMLInputElement>(String(asked.limit))
  const isTold = asked.view === "told"

  const go = (how: "push" | "replace", other: Readonly<Record<string, string>> = {}) => {
    clearTimeout(timer.current)
    if (!form.current) return
    const fields = {
      ...Object.fromEntries(
        [...new FormData(form.current)].filter(
          (pair): pair is [string, string] => typeof pair[1] === "string",
        ),
      ),
      ...other,
    }
    noteTask(fields["task"]?.trim() ?? "")
    noteBudget(fields["budget"] ?? "")
    noteLimit(fields["limit"] ?? "")
    const href = changedQuery(new URLSearchParams(window.location.search), writeContextRequest(fields))
    startTransition(() => router[how](href, { scroll: false }))
  }
  const later = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => go("replace"), PAUSE_MS)
  }
  return (
    <form
      ref={form}
      aria-label="Context settings"
      className="grid gap-x-3 gap-y-2.5 rounded-lg border border-line bg-surface p-3 md:grid-cols-12"
      onSubmit={(event) => {
        event.preventDefault()
        go("push")
      }}
    >
      {isTold ? null : <Kept asked={asked} />}
      <div className={isTold ? "md:col-span-7 lg:col-span-3" : "md:col-span-7 lg:col-span-4"}>
        <AgentBox
          agents={agents}
          chosen={chosen}
          severalProjects={projects.length > 1}
          onChoose={(agent) =>
            go("push", {
              agent: agent.name,
              ...(agent.project === null ? {} : { [PROJECT_FIELD]: agent.project }),
            })
          }
        />
      </div>
      {projects.length === 1 && chosen ? (
        <input type="hidden" name={PROJECT_FIELD} value={chosen.project} />
      ) : null}
      {projects.length > 1 ? (
        <div className={isTold ? "md:col-span-5 lg:col-span-2" : "md:col-span-5 lg:col-span-3"}>
          <ProjectField projects={projects} chosen={chosen} onChange={() => go("push")} />
        </div>
      ) : null}
      {isTold ? (
        <TaskFields
          {...{ asked, task, budget, limit, busy }}
          isWide={projects.length === 1}
          onType={later}
          onSettle={() => go("push")}
        />
      ) : (
        <div className="flex items-end md:col-span-12 lg:col-span-5">
          <Show busy={busy} />
        </div>
      )}
    </form>
  )
}

interface ProjectFieldProps extends Pick<ContextFormProps, "projects" | "chosen"> {
  onChange: () => void
}

function ProjectField({ projects, chosen, onChange }: ProjectFieldProps) {
  return (
    <Field label="Project">
      {(control) => (
        <Select
          key={chosen?.project}
          {...control}
          name={PROJECT_FIELD}
          defaultValue={chosen?.project ?? ""}
          onChange={onChange}
        >
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

interface TaskFieldsProps {
  asked: ContextRequest
  task: RefObject<HTMLTextAreaElement | null>
  budget: RefObject<HTMLInputElement | null>
  limit: RefObject<HTMLInputElement | null>
  /** True if there is only one project, which leaves more room. */
  isWide: boolean
  busy: boolean
  /** Called with each typed character. */
  onType: () => void
  /** Called when a setting is complete. */
  onSettle: () => void
}

/** The task, the limits and the format of the context that Quarterdeck sends. */
function TaskFields({ asked, task, budget, limit, isWide, busy, onType, onSettle }: TaskFieldsProps) {
  return (
    <>
      <div className={isWide ? "md:col-span-5 lg:col-span-9" : "md:col-span-12 lg:col-span-7"}>
        <Field label="Task">
          {(control) => (
            <Textarea
              ref={task}
              {...control}
              name="task"
              rows={1}
              defaultValue={asked.task}
              maxLength={CONTEXT_LIMITS.task}
              placeholder="Leave empty for the context at session start"
              aria-keyshortcuts="t"
              className="field-sizing-content max-h-40 min-h-8 resize-none"
              onChange={onType}
              onKeyDown={(event) => {
                if (event.key === "Escape") event.currentTarget.blur()
                if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return
                event.preventDefault()
                onSettle()
              }}
            />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2.5 md:col-span-12">
        <div className="w-30">
          <Field label="Token budget" error={asked.problems.budget}>
            {(control) => (
              <Input
                ref={budget}
                {...control}
                type="number"
                name="budget"
                min={1}
                max={CONTEXT_LIMITS.budget}
                step="any"
                defaultValue={asked.budget}
                onChange={onType}
              />
            )}
          </Field>
        </div>
        <div className="w-24">
          <Field label="Max entries" error={asked.problems.limit}>
            {(control) => (
              <Input
                ref={limit}
                {...control}
                type="number"
                name="limit"
                min={1}
                max={CONTEXT_LIMITS.limit}
                step="any"
                defaultValue={asked.limit}
                onChange={onType}
              />
            )}
          </Field>
        </div>
        <div className="w-40">
          <Field label="Format" error={asked.problems.format}>
            {(control) => (
              <Select
                key={asked.format}
                {...control}
                name="format"
                defaultValue={asked.format}
                onChange={onSettle}
              >
                {CONTEXT_FORMATS.map((format) => (
                  <option key={format} value={format}>
                    {FORMAT_NAMES[format]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <div className="sm:pt-7">
          <Checkbox
            key={String(asked.override)}
            label="Include outranked global memory"
            name="override"
            defaultChecked={asked.override}
            onChange={onSettle}
          />
        </div>
        <div className="ml-auto sm:pt-6">
          <Show busy={busy} />
        </div>
      </div>
    </>
  )
}

function Show({ busy }: { busy: boolean }) {
  return (
    <span className="flex items-center gap-2">
      <output className="text-sm text-ink-3">{busy ? "Loading…" : ""}</output>
      <Button type="submit">Show context</Button>
    </span>
  )
}

/** Hidden fields with the settings of the other view, so that they survive a switch of views. */
function Kept({ asked }: { asked: ContextRequest }) {
  const kept = {
    view: asked.view,
    task: asked.task,
    budget: String(asked.budget),
    limit: String(asked.limit),
    format: asked.format,
    ...(asked.override ? { override: "on" } : {}),
  }
  return Object.entries(kept).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}

/** Keyboard shortcuts of the context page. */
export function ContextKeys() {
  useListKeys("Context", {
    rows: "main a[data-told]",
    row: "entry",
    opens: "Open file at this line",
    more: ["t", "/"].map((keys) => ({ keys, does: "Go to task field", run: focusTask })),
  })
  return null
}

function focusTask(): void {
  const box = document.querySelector<HTMLTextAreaElement>("main textarea[name=task]")
  box?.focus()
  box?.select()
}

/**
 * Keeps an input in sync with the URL during typing. Values that the input itself sent are ignored; any
 * other value, for example after a back navigation, is written into the input.
 */
function useShownValue<Box extends HTMLInputElement | HTMLTextAreaElement>(
  shown: string,
): [box: RefObject<Box | null>, note: (sent: string) => void] {
  const box = useRef<Box>(null)
  const sent = useRef<string[]>([])
  const last = useRef(shown)
  useEffect(() => {
    if (shown === last.current) return
    last.current = shown
    const at = sent.current.lastIndexOf(shown)
    if (at < 0 && box.current) box.current.value = shown
    sent.current = at < 0 ? [] : sent.current.slice(at)
  }, [shown])
  return [box, (value) => sent.current.push(value)]
}
