"use client"

import { useActionState } from "react"
import { Field, Input } from "@/components/ui/field"
import type { FormAction } from "@/components/data/form-state"
import { Submit } from "@/components/ui/submit"

interface AllowedDirectoriesProps {
  directories: readonly string[]
  allow: FormAction
  disallow: (form: FormData) => Promise<void>
}

/** For the owner: which directories leads may import. */
export function AllowedDirectories({ directories, allow, disallow }: AllowedDirectoriesProps) {
  const [{ errors = {}, values = {}, done }, submit] = useActionState(allow, {})
  return (
    <details className="group border-t border-line pt-3" open={Boolean(errors.path)}>
      <summary className="font-medium text-ink-2 hover:text-ink">
        Leads may import from{" "}
        {directories.length === 0
          ? "no directory"
          : directories.length === 1
            ? "1 directory"
            : `${directories.length} directories`}
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
                  <Submit size="sm" variant="quiet" aria-label={`Take back ${path}`}>
                    Take back
                  </Submit>
                </form>
              </li>
            ))}
          </ul>
        ) : null}
        <form action={submit} className="grid gap-2">
          <Field
            label="Allow another"
            error={errors.path}
            hint={done ?? "With everything below it. You yourself may import any directory."}
          >
            {(control) => (
              <Input
                {...control}
                name="path"
                required
                placeholder="/srv/agents"
                spellCheck={false}
                autoCapitalize="off"
                defaultValue={values.path}
                key={values.path ?? done}
              />
            )}
          </Field>
          <Submit size="sm" className="justify-self-start">
            Allow this directory
          </Submit>
        </form>
      </div>
    </details>
  )
}
