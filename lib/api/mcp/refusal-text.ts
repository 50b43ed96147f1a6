import type { Refusal } from "@/lib/memory/inputs/outcome"
import type { Operation } from "@/lib/operations/operation"

/** Returns a refusal as text for an agent: what failed, and what to do next. */
export function refusalText(refusal: Refusal, operation: Pick<Operation, "right">): string {
  const now = refusal.details?.now
  return [
    withStop(refusal.message),
    ...(typeof now === "string" ? [`It now reads: ${now}`] : []),
    nextStep(refusal, operation),
  ].join("\n")
}

function nextStep({ reason, message }: Refusal, { right }: Pick<Operation, "right">): string {
  switch (reason) {
    case "not-found":
      return notFoundStep(message)
    case "forbidden":
      return forbiddenStep(message, right)
    case "invalid":
      return invalidStep(message)
    default:
      return NEXT_STEPS[reason]
  }
}

/** Next step by reason of the refusal, for reasons whose next step does not depend on the message. */
const NEXT_STEPS: Readonly<
  Record<Exclude<Refusal["reason"], "not-found" | "forbidden" | "invalid">, string>
> = {
  unauthenticated: "Next: stop, and ask the person you work for to set a valid access token.",
  stale:
    "Next: read the entry again with memory_search or memory_read, decide based on its current text, and send that text as `before`.",
  conflict: "Next: do not send this request again.",
  "too-large": "Next: split the text, and send the parts one by one.",
  "too-many":
    "Next: do not send more proposals for now. Save what matters with memory_flush, and propose it in a later session.",
  unavailable: "Next: try again in a few seconds.",
}

const notFoundStep = (message: string): string =>
  /\b(?:team|project)\b/.test(message)
    ? "Next: omit team and project, or use a team or project that your access token can read. Without them, memory_search shows the team and project of each result."
    : "Next: search with memory_search first, and use the ID, or path and line, from its results."

function forbiddenStep(message: string, right: Operation["right"]): string {
  const own = message.split("access token belongs to ")[1]?.split(/:| and /)[0]
  if (own !== undefined)
    return `Next: set agent to ${own}, or omit agent. You already have permission to ${right}, but to act for another agent, you need an access token for that agent.`
  return /opted out/.test(message)
    ? "Next: stop writing to this agent's memory."
    : `Next: do not retry. Tell the person you work for that this needs an access token with permission to ${right}. A lead creates one in Settings > Access tokens.`
}

function invalidStep(message: string): string {
  const least = /^confidence: .* at least (\d+(?:\.\d+)?)/.exec(message)?.[1]
  if (least !== undefined)
    return `Next: if you are that confident, send the proposal again with a confidence of ${least} or more. If not, do not propose it.`
  if (/Remove (?:it|them) and propose again/.test(message))
    return "Next: resend the text without the secret, and say where the secret is stored instead."
  if (/^changes: .*differs from "before"/.test(message))
    return "Next: read the entry again, and send its exact text as `before`."
  if (/\bseveral\b/.test(message)) return "Next: send the request again with one of these names."
  return "Next: correct these arguments and send the request again."
}

const withStop = (message: string) => (/[.!?…]$/.test(message) ? message : `${message}.`)
