"use client"

import { ChevronsUpDown } from "lucide-react"
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react"
import { Field, Input } from "@/components/ui/field"
import { type SelectedAgent, groupAgents, repeatedNames } from "./context-request"
import type { AgentOption } from "./agent-context"

interface AgentBoxProps {
  agents: readonly AgentOption[]
  chosen: SelectedAgent | null
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
  /** Slug of the project; null: a new name, in the chosen project. */
  readonly project: string | null
}

/**
 * A combobox that finds an agent by name, project or category, or takes a new name. Without JavaScript, a
 * plain input.
 */
export function AgentBox(props: AgentBoxProps) {
  const { chosen, label = "Agent", name: field = "agent", onlyKnown = false } = props
  const id = useId()
  const box = useAgentOptions(props)
  const { open, options, active } = box
  const repeated = useMemo(() => repeatedNames(props.agents), [props.agents])
  const chosenText =
    chosen && onlyKnown && repeated.has(chosen.name)
      ? `${chosen.name} (${chosen.project})`
      : (chosen?.name ?? "")
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
            value={box.typed ?? chosenText}
            className="pr-8"
            onChange={(event) => box.type(event.target.value)}
            onClick={box.openList}
            onFocus={(event) => event.target.select()}
            onBlur={box.close}
            onKeyDown={box.onKey}
          />
          <ChevronsUpDown
            className="icon pointer-events-none absolute top-2 right-2.5 text-ink-3"
            aria-hidden
          />
          {open ? <AgentOptions id={id} box={box} repeated={repeated} /> : null}
        </div>
      )}
    </Field>
  )
}

/** Returns the state of the combobox: the typed text, the options and the active one. */
function useAgentOptions({ agents, chosen, severalProjects, onChoose, onlyKnown = false }: AgentBoxProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const [moved, setActive] = useState<number | null>(null)
  // The typed text is discarded when the URL names another agent.
  const [seen, setSeen] = useState(chosen)
  if (!isSameAgent(seen, chosen)) {
    setSeen(chosen)
    setTyped(null)
    setOpen(false)
  }
  const words = typed?.trim() ?? ""
  const groups = useMemo(
    () => (open ? groupAgents(agents, words, { severalProjects, first: chosen?.project ?? null }) : []),
    [open, agents, words, severalProjects, chosen?.project],
  )
  const isNew = !onlyKnown && words !== "" && !agents.some(({ name }) => name === words)
  const options: Option[] = [
    ...groups.flatMap(({ agents: members }) => members.map(({ name, project }) => ({ name, project }))),
    ...(isNew ? [{ name: words, project: null }] : []),
  ]
  const active = moved ?? firstActive(options, words, chosen)
  const choose = (one: Option | undefined) => {
    if (!one) return
    setOpen(false)
    setTyped(one.name)
    onChoose(one)
  }
  const openList = () => {
    if (open) return
    setOpen(true)
    setActive(null)
  }
  const close = () => {
    setOpen(false)
    setTyped(null)
  }
  const step = (by: 1 | -1) => setActive((active + by + options.length) % Math.max(1, options.length))
  return {
    typed,
    words,
    groups,
    options,
    open,
    active,
    setActive,
    choose,
    openList,
    close,
    type: (text: string) => {
      setTyped(text)
      setOpen(true)
      setActive(null)
    },
    onKey: (event: KeyboardEvent) => {
      const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp"
      if (!isArrow && !(open && (event.key === "Enter" || event.key === "Escape"))) return
      event.preventDefault()
      if (event.key === "Enter") return choose(options[active])
      if (event.key === "Escape") return close()
      if (!open) return openList()
      step(event.key === "ArrowDown" ? 1 : -1)
    },
  }
}

const isSameAgent = (one: SelectedAgent | null, other: SelectedAgent | null): boolean =>
  one?.name === other?.name && one?.project === other?.project

/**
 * Returns the index of the option that is active before the person moves: the exact match, or the current
 * agent if nothing is typed, or else the first option.
 */
function firstActive(options: readonly Option[], words: string, chosen: SelectedAgent | null): number {
  const isCurrent = ({ name, project }: Option) =>
    name === (chosen?.name ?? "") && project === chosen?.project
  const isExact = ({ name, project }: Option) => project !== null && name === words
  return Math.max(0, options.findIndex(words === "" ? isCurrent : isExact))
}

interface AgentOptionsProps {
  id: string
  box: ReturnType<typeof useAgentOptions>
  /** Names that agents in several projects have. They are listed with their project. */
  repeated: ReadonlySet<string>
}

/** The list of agents by group, and the typed name if it is new. */
function AgentOptions({ id, box, repeated }: AgentOptionsProps) {
  const { groups, options, active, words, setActive, choose } = box
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" })
  }, [active])
  const option = (one: Option, note: string) => {
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
            option(
              { name, project },
              [repeated.has(name) ? project : null, optedOut ? "opted out" : null]
                .filter((note) => note !== null)
                .join(", "),
            ),
          )}
        </div>
      ))}
      {options.at(-1)?.project === null ? option({ name: words, project: null }, "no memory yet") : null}
    </div>
  )
}
