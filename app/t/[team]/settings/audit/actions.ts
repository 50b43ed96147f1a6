"use server"

import type { ChainVerification } from "@/components/audit/audit-log"
import { formText } from "@/components/data/form-state"
import { requireActor } from "@/lib/auth/actor"
import { verified } from "./verify-chain"

export async function verifyNow(
  _: ChainVerification | null,
  form: FormData,
): Promise<ChainVerification | null> {
  return verified(
    await requireActor(),
    formText(form, "of") === "deployment" ? undefined : formText(form, "team"),
    new Date(),
  )
}
