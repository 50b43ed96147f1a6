"use server"

import { forwardForm } from "@/app/forward-form"
import { refresh } from "next/cache"
import type { TokenState } from "@/components/teams/token-form"
import { formText } from "@/components/data/form-state"
import { requireActor } from "@/lib/auth/actor"
import { createAccessToken, revokeAccessToken } from "@/lib/operations/teams/access-tokens"
import { runOperation } from "@/lib/operations/operation"

export async function createToken(_: TokenState, form: FormData): Promise<TokenState> {
  const [name, project, agent, days] = [
    formText(form, "name"),
    formText(form, "project"),
    formText(form, "agent"),
    formText(form, "days"),
  ]
  const rights = form.getAll("rights").map(String)
  const input = {
    team: formText(form, "team"),
    name,
    rights,
    project: project || null,
    agent: agent || null,
    days: days ? Number(days) : null,
  }
  const created = await runOperation(createAccessToken, await requireActor(), input)
  if (!created.ok)
    return { error: created.message, values: { name, project, agent, days, rights: rights.join(" ") } }
  refresh()
  return { token: created.value.token }
}

export const revokeToken = forwardForm(revokeAccessToken)
