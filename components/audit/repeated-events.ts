import { actorOfEvent, sentenceOf } from "@/lib/memory/audit/audit-sentence"
import type { ShownEvent } from "./event"

/**
 * Groups repeated events. An event joins the latest group of its actor if both have the same kind and
 * sentence, even if other actors did something in between. Groups are in the order of their first events.
 */
export function groupRepeated(events: readonly ShownEvent[]): ShownEvent[][] {
  const groups: ShownEvent[][] = []
  const latest = new Map<string, { readonly words: string; readonly group: ShownEvent[] }>()
  for (const event of events) {
    const { name, through } = actorOfEvent(event)
    const actor = JSON.stringify([event.by.kind, event.by.id, name, through])
    const words = wordsOf(event)
    const last = latest.get(actor)
    if (last?.words === words) {
      last.group.push(event)
      continue
    }
    const group = [event]
    groups.push(group)
    latest.set(actor, { words, group })
  }
  return groups
}

function wordsOf(event: ShownEvent): string {
  const { before, subject, after } = sentenceOf(event)
  return JSON.stringify([event.kind, before, subject, after, event.proposalHref])
}
