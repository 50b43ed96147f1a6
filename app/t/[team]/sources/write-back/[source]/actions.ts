"use server"

import { revalidatePath } from "next/cache"
import { redirect } from "next/navigation"
import { writeBackPath } from "@/components/data/addresses"
import { type FormState, formText } from "@/components/data/form-state"
import { requireActor } from "@/lib/auth/actor"
import { runOperation } from "@/lib/operations/operation"
import { writeSourceBack } from "@/lib/operations/write-back/write-back"

export async function writeBackAction(
  team: string,
  source: string,
  _: FormState,
  form: FormData,
): Promise<FormState> {
  const paths = form.getAll("paths").map(String)
  const outcome = await runOperation(writeSourceBack, await requireActor(), {
    team,
    source,
    way: formText(form, "way"),
    shown: formText(form, "shown"),
    ...(paths.length > 0 ? { paths } : {}),
  })
  revalidatePath("/t/[team]/sources", "page")
  if (!outcome.ok) {
    revalidatePath("/t/[team]/sources/write-back/[source]", "page")
    return { error: outcome.message }
  }
  redirect(
    `${writeBackPath(team, source)}?way=${formText(form, "way")}${outcome.value.id === null ? "" : `&run=${outcome.value.id}`}`,
  )
}
