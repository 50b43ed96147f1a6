"use client"

import { useActionState, useState } from "react"
import { Button } from "@/components/ui/button"
import { Copyable } from "@/components/ui/copyable"
import { Checkbox, Field, Input, ProjectOptions, Select } from "@/components/ui/field"
import type { FormAction, FormState } from "@/components/data/form-state"
import { Notice, FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import { TOKEN_RIGHTS, type TokenRight } from "@/lib/memory/teams/actor"

/** Descriptions of the rights. No right lets an agent approve or reject proposals. */
const RIGHT_WORDS: Record<TokenRight, string> = {
  read: "view and search memory",
  propose: "propose entries for review",
  sync: "import and export files",
  coach: "read the memory of all agents and submit syntheses",
  admin: "manage members and access tokens",
}

interface Preset {
  readonly name: string
  readonly rights: readonly TokenRight[]
  /** Lifetime in days. */
  readonly days: number
}

/** The permissions and lifetimes that docs/security.md recommends. */
const PRESETS: readonly Preset[] = [
  { name: "Agent", rights: ["read", "propose"], days: 90 },
  { name: "Read-only agent", rights: ["read"], days: 90 },
  { name: "CI sync", rights: ["sync"], days: 90 },
  { name: "Coach", rights: ["coach"], days: 90 },
]

function rightsToGive(owns: boolean): TokenRight[] {
  return TOKEN_RIGHTS.filter((right) => owns || right !== "admin")
}

export interface TokenState extends FormState {
  /** The new access token. Shown once, because only its hash is stored. */
  readonly token?: string
}

interface TokenFormProps {
  team: string
  projects: readonly { readonly slug: string; readonly name: string }[]
  owns: boolean
  action: FormAction<TokenState>
}

export function TokenForm({ team, projects, owns, action }: TokenFormProps) {
  const [{ error, token, values = {} }, submit] = useActionState(action, {})
  return (
    // A rejected form keeps its values. A successful one is cleared.
    <form key={token ?? error} action={submit} className="grid gap-3">
      <input type="hidden" name="team" value={team} />
      <TokenFields key={JSON.stringify(values)} projects={projects} owns={owns} values={values} />
      <div>
        <Submit>Create access token</Submit>
      </div>
      <FormError>{error}</FormError>
      {token ? (
        <Notice tone="good" title="Copy this access token now. It is shown only once." live>
          <div className="mt-1.5">
            <Copyable label="Access token" text={token} />
          </div>
        </Notice>
      ) : null}
    </form>
  )
}

interface TokenFieldsProps extends Pick<TokenFormProps, "projects" | "owns"> {
  /** Values of a rejected form. */
  values: NonNullable<FormState["values"]>
}

function TokenFields({ projects, owns, values }: TokenFieldsProps) {
  const [preset, setPreset] = useState<{ readonly of: Preset; readonly round: number } | null>(null)
  const chosen = preset?.of.rights ?? (values.rights ?? "read propose").split(" ")
  return (
    <>
      <fieldset className="flex flex-wrap items-center gap-1.5">
        <legend className="mb-1 font-medium">Start from a preset</legend>
        {PRESETS.map((one) => (
          <Button
            key={one.name}
            size="sm"
            onClick={() => setPreset({ of: one, round: (preset?.round ?? 0) + 1 })}
          >
            {one.name}
          </Button>
        ))}
        <span className="text-sm text-ink-2">
          Sets the permissions and expiry below. For an agent or a CI job, also choose its project.
        </span>
      </fieldset>
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Field label="Name" required hint="Where the token is used, for example “Ledger CI”.">
          {(control) => (
            <Input {...control} name="name" maxLength={80} autoComplete="off" defaultValue={values.name} />
          )}
        </Field>
        <Field label="Project">
          {(control) => (
            <Select {...control} name="project" defaultValue={values.project}>
              <option value="">All projects</option>
              <ProjectOptions projects={projects} />
            </Select>
          )}
        </Field>
        <Field label="Agent" hint="Optional. The agent that uses the token.">
          {(control) => (
            <Input {...control} name="agent" maxLength={200} autoComplete="off" defaultValue={values.agent} />
          )}
        </Field>
        <Field label="Expires">
          {(control) => (
            <Select
              {...control}
              key={preset?.round}
              name="days"
              defaultValue={preset?.of.days ?? values.days ?? "90"}
            >
              <option value="7">in 7 days</option>
              <option value="90">in 90 days</option>
              <option value="365">in a year</option>
              <option value="">never</option>
            </Select>
          )}
        </Field>
      </div>
      <fieldset key={preset?.round} className="grid gap-1">
        <legend className="mb-1 font-medium">Permissions</legend>
        {rightsToGive(owns).map((right) => (
          <Checkbox
            key={right}
            name="rights"
            value={right}
            defaultChecked={chosen.includes(right)}
            label={
              <>
                {right}: <span className="text-ink-2">{RIGHT_WORDS[right]}</span>
              </>
            }
          />
        ))}
      </fieldset>
    </>
  )
}
