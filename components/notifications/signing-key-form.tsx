"use client"

import { useActionState } from "react"
import { Copyable } from "@/components/ui/copyable"
import type { FormAction } from "@/components/data/form-state"
import { Notice, FormError } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import type { ChannelState } from "./channel-form"

/** Replaces the signing key and shows the new one once. */
export function KeyForm({
  team,
  channel,
  action,
}: {
  team: string
  channel: string
  action: FormAction<ChannelState>
}) {
  const [{ key, error }, submit] = useActionState(action, {})
  return (
    <form action={submit} className="grid gap-3">
      <input type="hidden" name="team" value={team} />
      <input type="hidden" name="channel" value={channel} />
      <div>
        <Submit>Replace key</Submit>
      </div>
      <FormError>{error}</FormError>
      {key ? (
        <Notice tone="good" title="Save this key now. It is shown only once." live>
          <p className="mb-1.5">New messages are signed with this key.</p>
          <Copyable label="New webhook signing key" text={key} />
        </Notice>
      ) : null}
    </form>
  )
}
