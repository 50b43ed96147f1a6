"use client"

import { useActionState, useEffect } from "react"
import { Button } from "@/components/ui/button"
import { showToast, showErrorToast } from "@/components/data/show-toast"
import { Select } from "@/components/ui/field"
import type { FormAction } from "@/components/data/form-state"
import type { Role } from "@/lib/memory/teams/actor"
import { rolesToGive } from "./roles"

interface RoleFormProps {
  team: string
  person: string
  name: string
  role: Role
  owns: boolean
  action: FormAction
}

/** Saves the role on selection. Without script, a button saves it. */
export function RoleForm({ team, person, name, role, owns, action }: RoleFormProps) {
  const [state, submit, pending] = useActionState(action, {})
  useEffect(() => {
    if (state.error) void showErrorToast(state.error)
    if (state.done) void showToast(state.done)
  }, [state])
  return (
    <form action={submit} className="flex items-center gap-1.5">
      <input type="hidden" name="team" value={team} />
      <input type="hidden" name="person" value={person} />
      <div className="w-24">
        {/* The key resets the choice if it was rejected. */}
        <Select
          key={`${role} ${state.error ?? ""}`}
          name="role"
          aria-label={`Role of ${name}`}
          defaultValue={role}
          disabled={pending}
          onChange={(event) => event.target.form?.requestSubmit()}
        >
          {rolesToGive(owns).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </div>
      <noscript>
        <Button type="submit" size="sm">
          Save
        </Button>
      </noscript>
    </form>
  )
}
