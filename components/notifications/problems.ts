import { mailAddresses, problemOfUrl } from "@/lib/memory/notifications/channel"
import { isTimeZone } from "@/lib/memory/notifications/local-time"
import type { TypedChannel } from "./typed-channel"

type Problems = Readonly<Partial<Record<"name" | "where" | "from" | "to" | "timeZone", string>>>

/** What is wrong with what stands in the form so far, by field. What is empty may still come. */
export function problemsOf({
  kind,
  where,
  from,
  to,
  timeZone,
}: Pick<TypedChannel, "kind" | "where" | "from" | "to" | "timeZone">): Problems {
  const problems: Record<string, string> = {}
  const address = where === "" ? null : kind === "email" ? problemOfMail(where) : problemOfUrl(where)
  if (address !== null) problems.where = sentence(address)
  if (from !== "" && to === from)
    problems.to = "Another time than from: else it would be quiet all day, or never"
  if (timeZone !== "" && !isTimeZone(timeZone)) problems.timeZone = "Give a time zone such as Europe/Berlin"
  return problems
}

/** "ana@example.com, ben@example.com" as it is typed. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

function problemOfMail(text: string): string | null {
  const read = mailAddresses.safeParse(addressesIn(text))
  return read.success ? null : (read.error.issues[0]?.message ?? "give e-mail addresses")
}

export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
