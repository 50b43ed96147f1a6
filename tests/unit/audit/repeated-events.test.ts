import { expect, it } from "vitest"
import { type ShownEvent, groupRepeated } from "@/components/audit/audit-event"

let number = 100
function event(name: string, kind: string, subject: string): ShownEvent {
  number -= 1
  return {
    number,
    link: number,
    hash: null,
    at: "2026-11-04T09:31:00.000Z",
    by: { kind: "person", id: name, name },
    kind,
    subject,
    detail: {},
    fileHref: null,
    proposalHref: null,
  }
}

const sizes = (events: readonly ShownEvent[]) =>
  groupRepeated(events).map((group) => `${group[0]?.by.name} ${group[0]?.subject} ${group.length}`)

it("groups consecutive events of one actor that say the same", () => {
  expect(
    sizes([
      event("Ana", "samples.load", "alerts"),
      event("Ana", "samples.load", "receipts"),
      event("Ana", "samples.load", "receipts"),
      event("Ana", "samples.load", "alerts"),
    ]),
  ).toEqual(["Ana alerts 1", "Ana receipts 2", "Ana alerts 1"])
})

it("groups them over events of other actors, and never the events of two actors", () => {
  expect(
    sizes([
      event("Ana", "samples.load", "receipts"),
      event("Ben", "samples.load", "receipts"),
      event("Ana", "samples.load", "receipts"),
      event("Ben", "session.start", "ben"),
      event("Ben", "samples.load", "receipts"),
    ]),
  ).toEqual(["Ana receipts 2", "Ben receipts 1", "Ben ben 1", "Ben receipts 1"])
})

it("keeps every event, and does not group events of different kinds", () => {
  const events = [event("Ana", "policy.set", "team"), event("Ana", "policy.unset", "team")]
  expect(groupRepeated(events)).toEqual(events.map((one) => [one]))
})

it("takes the agent of a session for its actor, not the process that recorded it", () => {
  const recorded = (kind: string, subject: string, detail = {}): ShownEvent => ({
    ...event("Quarterdeck", kind, subject),
    by: { kind: "system", id: "system", name: "Quarterdeck" },
    detail,
  })
  expect(
    sizes([
      recorded("samples.load", "receipts"),
      recorded("session.start", "ben", { author: "agent:ben", harness: "codex", session: "s-1" }),
      recorded("samples.load", "receipts"),
    ]),
  ).toEqual(["Quarterdeck receipts 2", "Quarterdeck ben 1"])
})
