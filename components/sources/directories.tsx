"use client"

import { useActionState } from "react"
import { Field, Input, Suggestions } from "@/components/ui/field"
import type { FormAction } from "@/components/data/form-state"
import { Submit } from "@/components/ui/submit"
import { formatCount } from "@/lib/memory/text/sentence"

interface AllowedDirectoriesProps {
  directories: readonly string[]
  allow: FormAction
  disallow: (form: FormData) => Promise<void>
}

/** Form for owners that lists the server folders that leads can import from. */
export function AllowedDirectories({ directories, allow, disallow }: AllowedDirectoriesProps) {
  const [{ errors = {}, values = {}, done }, submit] = useActionState(allow, {})
  return (
    <details className="group border-t border-line pt-3" open={Boolean(errors.path)}>
      <summary className="font-medium text-ink-2 hover:text-ink">
        Server folders that leads can import from:{" "}
        {directories.length === 0 ? "none" : formatCount(directories.length, "folder")}
      </summary>
      <div className="mt-2 grid gap-3">
        {directories.length > 0 ? (
          <ul className="grid gap-1">
            {directories.map((path) => (
              <li key={path} className="flex items-center gap-2">
                <code className="min-w-0 flex-1 truncate font-mono" title={path}>
                  {path}
                </code>
                <form action={disallow}>
                  <input type="hidden" name="path" value={path} />
                  <Submit size="sm" variant="quiet" aria-label={`Remove ${path}`}>
                    Remove
                  </Submit>
                </form>
              </li>
            ))}
          </ul>
        ) : null}
        <form action={submit} className="grid gap-2">
          <Field
            label="Add folder"
            required
            error={errors.path}
            hint={done ?? "Includes subfolders. As the owner, you can import from any folder."}
          >
            {(control) => (
              <Input
                {...control}
                name="path"
                placeholder="/srv/agents"
                spellCheck={false}
                autoCapitalize="off"
                defaultValue={values.path}
                key={values.path ?? done}
              />
            )}
          </Field>
          <Submit size="sm" className="justify-self-start">
            Allow folder
          </Submit>
        </form>
      </div>
    </details>
  )
}

interface DirectoryFormProps {
  action: FormAction
  allowed: readonly string[]
}

/** Form for importing a folder on the server. */
export function DirectoryForm({ action, allowed }: DirectoryFormProps) {
  const [{ errors = {}, values = {} }, submit] = useActionState(action, {})
  return (
    <form action={submit} className="grid gap-3">
      <Field label="Server folder" required error={errors.directory}>
        {(control) => (
          <>
            <Input
              {...control}
              name="directory"
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
