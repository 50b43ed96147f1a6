"use server"

import { refresh } from "next/cache"
import type { TokenState } from "@/components/teams/access-tokens/token-form"
import { type FormState, textOf } from "@/components/data/form-state"
import { requireActor } from "@/lib/auth/actor"
import { createAccessToken, revokeAccessToken } from "@/lib/operations/teams/access-tokens"
import { ask } from "@/lib/operations/operation"

export async function createToken(_: TokenState, form: FormData): Promise<TokenState> {
  const [name, project, agent, days] = [
    textOf(form, "name"),
    textOf(form, "project"),
    textOf(form, "agent"),
    textOf(form, "days"),
  ]
  const rights = form.getAll("rights").map(String)
  const input = {
    team: textOf(form, "team"),
    name,
    rights,
    project: project || null,
    agent: agent || null,
    days: days ? Number(days) : null,
  }
  const created = await ask(createAccessToken, await requireActor(), input)
  if (!created.ok)
    return { error: created.message, values: { name, project, agent, days, rights: rights.join(" ") } }
  refresh()
  return { token: created.value.token }
}

export async function revokeToken(_: FormState, form: FormData): Promise<FormState> {
  const revoked = await ask(revokeAccessToken, await requireActor(), {
    team: textOf(form, "team"),
    accessToken: textOf(form, "accessToken"),
  })
  refresh()
  return revoked.ok ? {} : { error: revoked.message }
}
