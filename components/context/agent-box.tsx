"use client"

import { ChevronsUpDown } from "lucide-react"
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react"
import { Field, Input } from "@/components/ui/field"
import { type ChosenAgent, groupAgents } from "./choose-agent"
import type { Choosable } from "./context-types"

interface AgentBoxProps {
  agents: readonly Choosable[]
  chosen: ChosenAgent | null
  severalProjects: boolean
  onChoose: (agent: Option) => void
  label?: string
  /** The name of the form field. */
  name?: string
  /** True if only existing agents can be chosen. */
  onlyKnown?: boolean
}

interface Option {
  readonly name: string
  /** Null: an unknown name, in the chosen project. */
  readonly project: string | null
}

/**
 * A combobox that finds an agent by name, project or category, or takes a new name. Without JavaScript, a
 * plain input.
 */
export function AgentBox({
  agents,
  chosen,
  severalProjects,
  onChoose,
  label = "Agent",
  name: field = "agent",
  onlyKnown = false,
}: AgentBoxProps) {
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const [moved, setActive] = useState<number | null>(null)
  const shown = chosen?.name ?? ""
  // The URL names another agent: discard the typed text.
  const [seen, setSeen] = useState(chosen)
  if (seen?.name !== chosen?.name || seen?.project !== chosen?.project) {
    setSeen(chosen)
    setTyped(null)
    setOpen(false)
  }

  const words = typed?.trim() ?? ""
  const groups = useMemo(
    () => (open ? groupAgents(agents, words, { severalProjects, first: chosen?.project ?? null }) : []),
    [open, agents, words, severalProjects, chosen?.project],
  )
  const options: Option[] = [
    ...groups.flatMap(({ agents: members }) => members.map(({ name, project }) => ({ name, project }))),
    ...(onlyKnown || words === "" || agents.some(({ name }) => name === words)
      ? []
      : [{ name: words, project: null }]),
  ]
  // Until the person moves: the exact match, or the current agent, otherwise the first option.
  const active =
    moved ??
    Math.max(
      0,
      options.findIndex(({ name, project }) =>
        words === "" ? name === shown && project === chosen?.project : project !== null && name === words,
      ),
    )
  useEffect(() => {
    if (open) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" })
  }, [open, active])

  const openList = () => {
    if (open) return
    setOpen(true)
    setActive(null)
  }
  const close = () => {
    setOpen(false)
    setTyped(null)
  }
  const choose = (one: Option | undefined) => {
    if (!one) return
    setOpen(false)
    setTyped(one.name)
    onChoose(one)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault()
      if (!open) return openList()
      const by = event.key === "ArrowDown" ? 1 : -1
      setActive((active + by + options.length) % Math.max(1, options.length))
    }
    if (event.key === "Enter" && open) {
      event.preventDefault()
      choose(options[active])
    }
    if (event.key === "Escape" && open) {
      event.preventDefault()
      close()
    }
  }
  const option = (one: Option, note: string | null) => {
    const at = options.findIndex(({ name, project }) => name === one.name && project === one.project)
    return (
      <div
        key={`${one.project}/${one.name}`}
        id={`${id}-${at}`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- ARIA's combobox pattern, as the input takes any name
        role="option"
        aria-selected={at === active}
        tabIndex={-1}
        className={`flex cursor-pointer items-center gap-2 rounded-md px-2 py-0.75 ${at === active ? "bg-raised" : ""}`}
        onPointerMove={() => setActive(at)}
        onPointerDown={(event) => {
          event.preventDefault() // keeps the focus in the input
          choose(one)
        }}
      >
        <span className="min-w-0 truncate">{one.name}</span>
        {note ? <span className="ml-auto shrink-0 text-sm text-ink-2">{note}</span> : null}
      </div>
    )
  }
  return (
    <Field label={label}>
      {(control) => (
        <div className="relative">
          <Input
            {...control}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an input, and takes any name
            role="combobox"
            name={field}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            placeholder={onlyKnown ? "Agent name" : "Any name"}
            aria-expanded={open}
            aria-autocomplete="list"
            aria-controls={open ? `${id}-list` : undefined}
            aria-activedescendant={open && options.length > 0 ? `${id}-${active}` : undefined}
            value={typed ?? shown}
            className="pr-8"
            onChange={(event) => {
              setTyped(event.target.value)
              setOpen(true)
              setActive(null)
            }}
            onClick={openList}
            onFocus={(event) => event.target.select()}
            onBlur={close}
            onKeyDown={onKey}
          />
          <ChevronsUpDown
            className="icon pointer-events-none absolute top-2 right-2.5 text-ink-3"
            aria-hidden
          />
          {open ? (
            <div
              ref={list}
              id={`${id}-list`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
              role="listbox"
              aria-label="Agents"
              className="absolute inset-x-0 top-full z-30 mt-1 max-h-80 animate-rise overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-float"
            >
              {groups.map((group) => (
                <div
                  key={group.label}
                  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
                  role="group"
                  aria-label={group.label}
                  className="not-first:mt-1 not-first:border-t not-first:border-line not-first:pt-1"
                >
                  <div aria-hidden className="px-2 pt-1 pb-0.5 text-xs font-medium text-ink-3">
                    {group.label}
                  </div>
                  {group.agents.map(({ name, project, optedOut }) =>
                    option({ name, project }, optedOut ? "opted out" : null),
                  )}
                </div>
              ))}
              {options.at(-1)?.project === null
                ? option({ name: words, project: null }, "no memory yet")
                : null}
            </div>
          ) : null}
        </div>
      )}
    </Field>
  )
}
