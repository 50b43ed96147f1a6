"use server"

import { forwardForm } from "@/app/forward-form"
import { refresh } from "next/cache"
import { redirect } from "next/navigation"
import type { InviteState, ResetState } from "@/components/teams/member-forms"
import { type FormState, formText } from "@/components/data/form-state"
import { requireActor } from "@/lib/auth/actor"
import { baseUrl } from "@/lib/auth/environment"
import { resetPath } from "@/lib/auth/password-reset"
import {
  inviteMember,
  withdrawInvitation,
  changeRole,
  removeMember,
} from "@/lib/operations/teams/members-and-invitations"
import { runOperation } from "@/lib/operations/operation"
import { renameTeam } from "@/lib/operations/teams/teams"

export async function rename(_: FormState, form: FormData): Promise<FormState> {
  const renamed = await runOperation(renameTeam, await requireActor(), {
    team: formText(form, "team"),
    name: formText(form, "name"),
  })
  if (!renamed.ok) return { error: renamed.message, values: { name: formText(form, "name") } }
  refresh()
  return { done: `Team renamed to ${renamed.value.name}. Its URLs stay the same.` }
}

export async function invite(_: InviteState, form: FormData): Promise<InviteState> {
  const input = {
    team: formText(form, "team"),
    role: formText(form, "role"),
    email: formText(form, "email") || null,
    days: Number(formText(form, "days")),
  }
  const invited = await runOperation(inviteMember, await requireActor(), input)
  if (!invited.ok) return { error: invited.message }
  refresh()
  return { link: `${baseUrl()}${invited.value.path}` }
}

export const withdraw = forwardForm(withdrawInvitation)

export async function changeMemberRole(_: FormState, form: FormData): Promise<FormState> {
  const changed = await runOperation(changeRole, await requireActor(), {
    team: formText(form, "team"),
    person: formText(form, "person"),
    role: formText(form, "role"),
  })
  refresh()
  return changed.ok ? { done: `Role changed to ${changed.value.role}.` } : { error: changed.message }
}

export async function removeFromTeam(_: FormState, form: FormData): Promise<FormState> {
  const actor = await requireActor()
  const input = {
    team: formText(form, "team"),
    person: formText(form, "person"),
  }
  const removed = await runOperation(removeMember, actor, input)
  if (!removed.ok) return { error: removed.message }
  if (actor.id === input.person) redirect("/")
  refresh()
  return {}
}

export async function makeResetLink(_: ResetState, form: FormData): Promise<ResetState> {
  const made = await resetPath(await requireActor(), formText(form, "person"))
  return made.ok ? { link: `${baseUrl()}${made.value}` } : { error: made.message }
}
