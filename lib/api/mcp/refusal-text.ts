import type { Refusal } from "@/lib/memory/outcome"
import type { Operation } from "@/lib/operations/operation"

/** A refusal for an agent: what is wrong, and what to do next. */
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
      if (/\b(?:team|project)\b/.test(message))
        return "Next: leave team and project out, or name one that your access token may see; memory_search without them shows team and project of each hit."
      return "Next: search first with memory_search, and take the id, or path and line, from what it finds."
    case "forbidden": {
      const own = message.split("speaks for ")[1]?.split(" alone")[0]
      if (own !== undefined)
        return `Next: ask for ${own} alone, or leave agent out: the right to ${right} is not what lacks. For another agent the person you work for has to make an access token.`
      return /opted out/.test(message)
        ? "Next: write nothing for this agent."
        : `Next: do not try again. Tell the person you work for that this needs an access token with the right to ${right}; a lead makes one in Settings, Access tokens.`
    }
    case "unauthenticated":
      return "Next: stop, and ask the person you work for to set a valid access token."
    case "invalid":
      return invalidStep(message)
    case "stale":
      return "Next: look at it again with memory_search or memory_read, decide on what it says now, and send that as before."
    case "conflict":
      return "Next: nothing; do not send it again."
    case "too-large":
      return "Next: divide it, and send the parts one by one."
    case "too-many":
      return "Next: send no more of these now. Keep what matters with memory_flush, and propose it in a later session."
    case "unavailable":
      return "Next: try again in a few seconds."
  }
}

function invalidStep(message: string): string {
  const least = /^confidence: .* at least ([\d.]+)/.exec(message)?.[1]
  if (least !== undefined)
    return `Next: if you are that sure, send it again with a confidence of ${least} or more; if not, keep it out of memory.`
  if (/take (?:it|them) out and propose again/.test(message))
    return "Next: send it again without the secret; say where it is kept instead."
  if (/^changes: .*reads otherwise/.test(message))
    return "Next: read the entry again, and send its exact text as before."
  if (/\bseveral\b/.test(message)) return "Next: send it again with one of these names."
  return "Next: correct these arguments and send it again."
}

const withStop = (message: string) => (/[.!?…]$/.test(message) ? message : `${message}.`)
