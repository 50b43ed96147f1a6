"use server"

import { forwardForm } from "@/app/forward-form"
import { refresh } from "next/cache"
import type { BadgeState } from "@/components/health/badge-panel"
import { formText } from "@/components/data/form-state"
import { requireActor } from "@/lib/auth/actor"
import { baseUrl } from "@/lib/auth/environment"
import { createBadge, removeBadge } from "@/lib/operations/health/badges"
import { runOperation } from "@/lib/operations/operation"

export async function makeBadge(_: BadgeState, form: FormData): Promise<BadgeState> {
  const [team, project] = [formText(form, "team"), formText(form, "project")]
  const made = await runOperation(createBadge, await requireActor(), { team, project: project || null })
  if (!made.ok) return { error: made.message }
  refresh()
  const page = `${baseUrl()}/t/${encodeURIComponent(team)}/health${project ? `?project=${encodeURIComponent(project)}` : ""}`
  return {
    made: {
      address: `${made.value.path}.svg`,
      markdown: `[![memory health](${baseUrl()}${made.value.path}.svg)](${page})`,
    },
  }
}

export const takeBackBadge = forwardForm(removeBadge)
