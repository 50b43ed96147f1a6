import { call } from "@/components/data/http-client"
import { count } from "@/components/data/count"
import { newKey } from "@/components/data/new-key"

/** Assigns the items to the current user. Returns a message. */
export async function assignToMe(
  team: string,
  proposals: readonly string[],
  alerts: readonly string[],
): Promise<string> {
  if (proposals.length > 0) await call("proposal.assign", { proposals, person: "me" }, { key: newKey() })
  if (alerts.length > 0) await call("alert.assign", { team, alerts, assignee: "me" }, { key: newKey() })
  const parts = [
    ...(proposals.length > 0 ? [count(proposals.length, "proposal")] : []),
    ...(alerts.length > 0 ? [count(alerts.length, "alert")] : []),
  ]
  return `${parts.join(" and ")} assigned to you`
}
