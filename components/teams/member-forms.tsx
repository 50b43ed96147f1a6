"use client"

import { useActionState, useEffect, useState } from "react"
import dynamic from "next/dynamic"
import { ROLES, type Role } from "@/lib/memory/teams/actor"
import { Copyable } from "@/components/ui/copyable"
import { Field, Input, Select } from "@/components/ui/field"
import type { FormAction, FormState } from "@/components/data/form-state"
import { Notice, FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import { Button } from "@/components/ui/button"
import { showToast, showErrorToast } from "@/components/data/show-toast"
import { formatCount } from "@/lib/memory/text/sentence"

/** Descriptions of the roles, shown where a role is chosen. */
const ROLE_WORDS: Record<Role, string> = {
  viewer: "can view memory",
  member: "can view and propose changes",
  lead: "can review, import and invite",
  owner: "has full access to this team",
}

/** Returns the roles that the current user may assign. Only owners can make owners. */
function rolesToGive(owns: boolean): Role[] {
  return ROLES.filter((role) => owns || role !== "owner")
}

export interface InviteState extends FormState {
  /** The invitation link. Shown once, because only its hash is stored. */
  readonly link?: string
}

export function InviteForm({
  team,
  owns,
  action,
}: {
  team: string
  owns: boolean
  action: FormAction<InviteState>
}) {
  const [state, submit] = useActionState(action, {})
  return (
    <form action={submit} className="grid gap-3">
      <input type="hidden" name="team" value={team} />
      <div className="grid items-start gap-3 sm:grid-cols-3">
        <Field label="Role">
          {(control) => (
            <Select {...control} name="role" defaultValue="member">
              {rolesToGive(owns).map((role) => (
                <option key={role} value={role}>
                  {role}: {ROLE_WORDS[role]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Email address" hint="Optional. Leave empty to let anyone with the link join.">
          {(control) => <Input {...control} name="email" type="email" autoComplete="off" />}
        </Field>
        <Field label="Valid for">
          {(control) => (
            <Select {...control} name="days" defaultValue="7">
              <option value="1">1 day</option>
              <option value="7">7 days</option>
              <option value="30">30 days</option>
            </Select>
          )}
        </Field>
      </div>
      <div>
        <Submit>Create invitation link</Submit>
      </div>
      <FormError>{state.error}</FormError>
      {state.link ? (
        <Notice
          tone="good"
          title="Send this link to the person you are inviting. It is shown only once."
          live
        >
          <div className="mt-1.5">
            <Copyable label="Invitation link" text={state.link} />
          </div>
        </Notice>
      ) : null}
    </form>
  )
}

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

const Dialog = dynamic(() => import("@/components/ui/dialog").then((one) => one.Dialog), { ssr: false })

export interface ResetState extends FormState {
  readonly link?: string
}

/** Creates a password reset link for the owner to share. */
export function ResetMember({
  person,
  name,
  action,
}: {
  person: string
  name: string
  action: FormAction<ResetState>
}) {
  const [open, setOpen] = useState<boolean | null>(null)
  const [state, submit] = useActionState(action, {})
  const form = `reset-${person}`
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        onClick={() => setOpen(true)}
        aria-label={`Reset password for ${name}`}
      >
        Reset password…
      </Button>
      {open === null ? null : (
        <Dialog
          open={open}
          onOpenChange={setOpen}
          title={`Reset ${name}’s password`}
          description="Create a link that lets this person choose a new password. The link works once and expires after one day. Setting a new password signs the person out everywhere. Anyone with the link can take over the account, so share it securely."
          footer={
            <>
              <Button onClick={() => setOpen(false)}>Close</Button>
              <Submit form={form}>Create link</Submit>
            </>
          }
        >
          <form id={form} action={submit} className="grid gap-3">
            <input type="hidden" name="person" value={person} />
            <FormError>{state.error}</FormError>
            {state.link ? <Copyable label={`Link for ${name}`} text={state.link} /> : null}
          </form>
        </Dialog>
      )}
    </>
  )
}

interface RemoveMemberProps {
  team: string
  person: string
  name: string
  /** True if the person is the current user. */
  leaving: boolean
  tokens: number
  action: FormAction
}

export function RemoveMember({ team, person, name, leaving, tokens, action }: RemoveMemberProps) {
  const [open, setOpen] = useState<boolean | null>(null)
  const [state, submit] = useActionState(action, {})
  const form = `remove-${person}`
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        onClick={() => setOpen(true)}
        aria-label={leaving ? "Leave this team" : `Remove ${name}`}
      >
        {leaving ? "Leave" : "Remove"}
      </Button>
      {open === null ? null : (
        <Dialog
          open={open}
          onOpenChange={setOpen}
          title={leaving ? "Leave this team?" : `Remove ${name}?`}
          description={`${leaving ? "Your" : "Their"} access ends immediately. Everything ${leaving ? "you" : "they"} wrote is kept.`}
          footer={
            <>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <Submit form={form} variant="danger">
                {leaving ? "Leave team" : `Remove ${name}`}
              </Submit>
            </>
          }
        >
          <form id={form} action={submit} className="grid gap-3">
            <input type="hidden" name="team" value={team} />
            <input type="hidden" name="person" value={person} />
            {tokens > 0 ? (
              <p>
                {`${formatCount(tokens, "access token")} that ${leaving ? "you" : "they"} created will be revoked. Agents that use ${tokens === 1 ? "it" : "them"} will lose access until they get new tokens.`}
              </p>
            ) : null}
            <FormError>{state.error}</FormError>
          </form>
        </Dialog>
      )}
    </>
  )
}
