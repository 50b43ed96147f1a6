"use client"

import { useActionState } from "react"
import { Field, Input } from "@/components/ui/field"
import type { FormAction } from "@/components/data/form-state"
import { Submit } from "@/components/ui/submit"
import { Suggestions } from "./suggestions"

interface DirectoryFormProps {
  action: FormAction
  allowed: readonly string[]
}

/** Imports a directory of the machine that Quarterdeck runs on. */
export function DirectoryForm({ action, allowed }: DirectoryFormProps) {
  const [{ errors = {}, values = {} }, submit] = useActionState(action, {})
  return (
    <form action={submit} className="grid gap-3">
      <Field label="Directory of the server" error={errors.directory}>
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
      <Field label="Project" hint="Left empty, it is proposed from the folder’s names.">
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
      <Submit className="justify-self-start">Preview this directory</Submit>
    </form>
  )
}
