"use client"

import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import { isMatch, markAfter, type PersonOption, PersonOptions } from "@/components/comments/mentions"
import { PanelForm } from "@/components/queue/panel-form"
import { useMembers } from "@/components/teams/use-members"
import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/field"
import { type Assignee, assigneeOfItem } from "./assignee"
import type { DetailController } from "../item-detail"
import type { InboxItem } from "../inbox-item"
import type { ItemDetailCache } from "../item-pane"
import { assignItem } from "./assign"
import type { useBulkActions } from "./use-bulk-actions"

interface AssignOneProps {
  controller: DetailController
  cache: ItemDetailCache
  item: InboxItem
}

/** The panel that assigns the current item, while it is open. */
export function AssignItemPanel({ controller, cache, item }: AssignOneProps) {
  const { team, me, opened, show } = controller
  if (opened.mode !== "assign-to") return null
  const leave = () => show({})
  return (
    <AssignPanel
      {...{ team, me }}
      assignee={assigneeOfItem(item)}
      onAssign={(person) => {
        leave()
        assignItem(controller, { item, cache }, person)
      }}
      onLeave={leave}
    />
  )
}

/** Placeholder for the assignees of several items. With it, the panel offers to remove assignees. */
const SEVERAL = { id: "", name: "" }

interface AssignSeveralProps {
  team: string
  me: string
  bulk: ReturnType<typeof useBulkActions>
}

/** The panel that assigns the selected items, while it is open. */
export function AssignSelectedPanel({ team, me, bulk }: AssignSeveralProps) {
  if (!bulk.isAssigning) return null
  return (
    <AssignPanel {...{ team, me }} assignee={SEVERAL} onAssign={bulk.assign} onLeave={bulk.toggleAssigning} />
  )
}

interface AssignPanelProps {
  team: string
  me: string
  /** The current assignee. */
  assignee: Assignee
  onAssign: (person: Assignee) => void
  onLeave: () => void
}

/** Chooses the person to assign to: by name, with the arrow keys and Enter, or with the pointer. */
function AssignPanel({ team, me, assignee, onAssign, onLeave }: AssignPanelProps) {
  const id = useId()
  const members = useMembers(team)
  const [words, setWords] = useState("")
  const [mark, setMark] = useState(0)
  const end = useRef<HTMLSpanElement>(null)
  // On narrow screens the panel is below the text and grows when the members are loaded.
  useEffect(() => void end.current?.scrollIntoView({ block: "nearest" }), [members.length])
  const own = members.filter((one) => one.id === me)
  const others = members.filter((one) => one.id !== me)
  const people: readonly PersonOption[] = [
    ...own.map(({ name }) => ({ id: me, label: name, hint: "You" })),
    ...others.map(({ id: person, name, email }) => ({
      id: person,
      label: name,
      ...(email ? { hint: email } : {}),
    })),
    ...(assignee === null ? [] : [NOBODY]),
  ]
  const options = people.filter(({ label }) => isMatch(label, words.trim().toLowerCase()))
  const marked = Math.min(mark, Math.max(0, options.length - 1))
  const choose = (option: PersonOption | undefined) => {
    if (option) onAssign(option.id === null ? null : { id: option.id, name: option.label })
  }
  const press = (event: KeyboardEvent) => {
    const next = markAfter(event.key, marked, options.length)
    if (next === null) return
    event.preventDefault()
    setMark(next)
  }
  return (
    <PanelForm title="Assign to…" docked onSubmit={() => choose(options[marked])} onLeave={onLeave}>
      <div className="flex gap-2">
        <Input
          data-first
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an input that filters by any text
          role="combobox"
          aria-label="Name"
          aria-expanded
          aria-controls={`${id}-people`}
          aria-activedescendant={options.length > 0 ? `${id}-people-${marked}` : undefined}
          autoComplete="off"
          placeholder="Name"
          value={words}
          className="max-w-72"
          onKeyDown={press}
          onChange={({ target }) => {
            setWords(target.value)
            setMark(0)
          }}
        />
        <Button variant="quiet" kbd="Esc" aria-keyshortcuts="Escape" onClick={onLeave}>
          Cancel
        </Button>
      </div>
      {options.length > 0 ? (
        <PersonOptions
          id={`${id}-people`}
          label="Members"
          {...{ options, marked }}
          className="max-h-48 max-w-120"
          onChoose={choose}
        />
      ) : (
        <p className="text-ink-2">{members.length === 0 ? "Loading members…" : "No matching members"}</p>
      )}
      <span ref={end} />
    </PanelForm>
  )
}

const NOBODY: PersonOption = { id: null, label: "No one", hint: "Unassign" }
