"use client"

import { useActionState } from "react"
import { Copyable } from "@/components/ui/copyable"
import type { FormAction } from "@/components/data/form-state"
import { Notice, Refusal } from "@/components/ui/notice"
import { Submit } from "@/components/ui/submit"
import type { ChannelState } from "./channel-form"

/** Signs with a new key from now on, and shows it once. */
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
        <Submit>Replace the key</Submit>
      </div>
      <Refusal>{error}</Refusal>
      {key ? (
        <Notice tone="good" title="Keep this key now. It is shown only once." live>
          <p className="mb-1.5">What is sent from now on is signed with it.</p>
          <Copyable label="New key of the webhook" text={key} />
        </Notice>
      ) : null}
    </form>
  )
}
