"use client"

import { useActionState } from "react"
import { Field, Input } from "@/components/ui/field"
import type { FormAction } from "@/components/data/form-state"
import { Submit } from "@/components/ui/submit"
import { Suggestions } from "./field-suggestions"

interface DirectoryFormProps {
  action: FormAction
  allowed: readonly string[]
}

/** Form for importing a folder on the server. */
export function DirectoryForm({ action, allowed }: DirectoryFormProps) {
  const [{ errors = {}, values = {} }, submit] = useActionState(action, {})
  return (
    <form action={submit} className="grid gap-3">
      <Field label="Server folder" error={errors.directory}>
        {(control) => (
          <>
            <Input
              {...control}
              name="directory"
              required
              list="allowed-directories"
              placeholder="/srv/agents"
              spellCheck={false}
              autoCapitalize="off"
              defaultValue={values.directory}
              key={values.directory}
            />
            <Suggestions id="allowed-directories" of={allowed} />
          </>
        )}
      </Field>
      <Field label="Project" hint="Optional. We’ll suggest one from the folder name.">
        {(control) => (
          <Input
            {...control}
            name="project"
            maxLength={200}
            list="known-projects"
            defaultValue={values.project}
            key={values.project}
          />
        )}
      </Field>
      <Submit className="justify-self-start">Preview import</Submit>
    </form>
  )
}
