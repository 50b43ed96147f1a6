"use client"

import { type FormEvent, useId, useState } from "react"
import { Button } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import { Dialog } from "@/components/ui/dialog"
import { Field, Input, Suggestions } from "@/components/ui/field"
import type { ImportItem } from "../import-types"

/** A change of placement. Missing fields stay as suggested. Null means no agent or no category. */
export interface FilePlacement {
  project?: string
  agent?: string | null
  category?: string | null
}

interface PlacementDialogProps {
  items: readonly ImportItem[]
  /** Suggestions for the fields. */
  known: { projects: readonly string[]; agents: readonly string[]; categories: readonly string[] }
  onPlace: (placement: FilePlacement) => void
  onClose: () => void
}

/** Dialog for changing the placement of files before the import. */
export function PlacementDialog({ items, known, onPlace, onClose }: PlacementDialogProps) {
  const form = useId()
  const before = {
    project: common(items, (item) => item.project),
    agent: common(items, (item) => item.agent),
    category: common(items, (item) => item.category),
  }
  const [project, setProject] = useState(before.project.value)
  const [agent, setAgent] = useState(before.agent.value)
  const [category, setCategory] = useState(before.category.value)
  const placement: FilePlacement = {
    ...(project.trim() !== "" && project.trim() !== before.project.value ? { project: project.trim() } : {}),
    ...(agent.trim() === before.agent.value ? {} : { agent: agent.trim() || null }),
    ...(category.trim() === before.category.value ? {} : { category: category.trim() || null }),
  }
  const changes = Object.keys(placement).length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (changes) onPlace(placement)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Change placement of ${formatCount(items.length, "file")}`}
      description="Nothing has been saved yet. The import will create any missing projects and agents."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={!changes}>
            Change {formatCount(items.length, "file")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-3">
        <Field label="Project">
          {(control) => (
            <Input
              {...control}
              value={project}
              maxLength={200}
              list={`${form}-projects`}
              placeholder={before.project.several ? "Multiple suggested values" : ""}
              onChange={(event) => setProject(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Agent"
          hint={
            before.agent.several ? "Leave empty to keep each file’s agent." : "Leave empty for shared memory."
          }
        >
          {(control) => (
            <Input
              {...control}
              value={agent}
              maxLength={200}
              list={`${form}-agents`}
              placeholder={before.agent.several ? "Multiple suggested values" : ""}
              onChange={(event) => setAgent(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Category"
          hint={
            before.category.several
              ? "Leave empty to keep each file’s category."
              : "Leave empty to use the agent’s category."
          }
        >
          {(control) => (
            <Input
              {...control}
              value={category}
              maxLength={200}
              list={`${form}-categories`}
              placeholder={before.category.several ? "Multiple suggested values" : ""}
              onChange={(event) => setCategory(event.target.value)}
            />
          )}
        </Field>
        <Suggestions id={`${form}-projects`} of={known.projects} />
        <Suggestions id={`${form}-agents`} of={known.agents} />
        <Suggestions id={`${form}-categories`} of={known.categories} />
      </form>
    </Dialog>
  )
}

/**
 * Returns the value that all files share, "" for none. `several`: true if the files differ; the value is then
 * "".
 */
function common(
  items: readonly ImportItem[],
  read: (item: ImportItem) => string | null,
): { value: string; several: boolean } {
  const values = new Set(items.map((item) => read(item) ?? ""))
  return values.size === 1 ? { value: [...values][0] ?? "", several: false } : { value: "", several: true }
}
