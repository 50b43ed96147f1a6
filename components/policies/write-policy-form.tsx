"use client"

import type { OutputOf } from "@/lib/http/contract"
import { useActionState, useId } from "react"
import { Input, Select } from "@/components/ui/field"
import type { FormAction } from "@/components/data/form-state"
import { Submit } from "@/components/ui/submit"
import { WRITE_POLICIES } from "@/lib/memory/agents/categories"
import { useAnnounceResult } from "@/components/settings/action-result"

export type WritableCategory = OutputOf<"category.show">["category"]

interface WritingFormProps {
  team: string
  category: WritableCategory
  agents: readonly string[]
  action: FormAction
}

export function WritingForm({
  team,
  category: { slug, name, writePolicy, coordinator },
  agents,
  action,
}: WritingFormProps) {
  const [state, submit] = useActionState(action, {})
  const id = useId()
  useAnnounceResult(state)
  const error = state.errors?.coordinator
  const note = error ?? unknownAgentNote(coordinator, agents)
  return (
    <form
      key={`${writePolicy} ${coordinator ?? ""} ${error ?? ""}`}
      action={submit}
      className="flex flex-wrap items-center gap-1.5"
    >
      <input type="hidden" name="team" value={team} />
      <input type="hidden" name="category" value={slug} />
      <div className="w-36">
        <Select
          name="writePolicy"
          aria-label={`Write policy for ${name}`}
          defaultValue={state.values?.writePolicy ?? writePolicy}
        >
          {WRITE_POLICIES.map((policy) => (
            <option key={policy}>{policy}</option>
          ))}
        </Select>
      </div>
      <div className="w-full sm:w-56">
        <Input
          name="coordinator"
          list="agents-of-team"
          aria-label={`Coordinator for ${name}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          placeholder="no coordinator"
          autoComplete="off"
          maxLength={80}
          defaultValue={(error ? state.values?.coordinator : coordinator) ?? ""}
        />
      </div>
      <Submit size="sm" aria-label={`Save write policy for ${name}`}>
        Save
      </Submit>
      <Note id={`${id}-note`} text={note} isError={error !== undefined} />
    </form>
  )
}

function unknownAgentNote(coordinator: string | null, agents: readonly string[]): string | null {
  if (coordinator === null || agents.includes(coordinator)) return null
  return `No agent named ${coordinator} yet`
}

function Note({ id, text, isError }: { id: string; text: string | null; isError: boolean }) {
  if (!text) return null
  return (
    <span id={id} className={`text-sm ${isError ? "text-danger" : "text-ink-3"}`}>
      {text}
    </span>
  )
}
