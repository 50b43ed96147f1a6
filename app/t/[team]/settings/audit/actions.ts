"use server"

import type { Verified } from "@/components/audit/chain-state"
import { textOf } from "@/components/data/form-state"
import { requireActor } from "@/lib/auth/actor"
import { verified } from "./verified"

export async function verifyNow(_: Verified | null, form: FormData): Promise<Verified | null> {
  return verified(
    await requireActor(),
    textOf(form, "of") === "deployment" ? undefined : textOf(form, "team"),
    new Date(),
  )
}
