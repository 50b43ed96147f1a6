import { problemOfAddresses, problemOfUrl } from "@/lib/memory/notifications/channel-addresses"
import { isTimeZone } from "@/lib/memory/notifications/local-time"
import type { TypedChannel } from "./channel-form-values"
import { capitalize } from "@/lib/memory/text/sentence"

type Problems = Readonly<Partial<Record<"name" | "where" | "from" | "to" | "timeZone", string>>>

/** Returns the errors of the form by field. Empty fields are not errors yet. */
export function problemsOf({
  kind,
  where,
  from,
  to,
  timeZone,
}: Pick<TypedChannel, "kind" | "where" | "from" | "to" | "timeZone">): Problems {
  const problems: Record<string, string> = {}
  const problem = kind === "email" ? problemOfAddresses(addressesIn(where)) : problemOfUrl(where)
  const address = where === "" ? null : problem
  if (address !== null) problems.where = capitalize(address)
  if (from !== "" && to === from) problems.to = "Enter an end time that differs from the start time"
  if (timeZone !== "" && !isTimeZone(timeZone))
    problems.timeZone = "Enter a valid time zone, such as Europe/Berlin"
  return problems
}

/** Returns the typed addresses, separated by commas, semicolons or spaces. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)
