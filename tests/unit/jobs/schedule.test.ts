import fc from "fast-check"
import { expect, it } from "vitest"
import { lastDue, nextDue, type Schedule, scheduleWords } from "@/lib/memory/jobs/schedule"

const DAILY: Schedule = { everySeconds: 86_400, atSecond: 3 * 3_600 + 20 * 60 }
const at = (text: string) => new Date(`2026-11-22T${text}Z`)

it("is due at its times of day, in UTC, and was last due at the time itself", () => {
  expect(lastDue(DAILY, at("03:20:00"))).toEqual(at("03:20:00"))
  expect(lastDue(DAILY, at("03:19:59.999"))).toEqual(new Date("2026-11-21T03:20:00Z"))
  expect(nextDue(DAILY, at("03:20:00"))).toEqual(new Date("2026-11-23T03:20:00Z"))
  expect(lastDue({ everySeconds: 300 }, at("10:14:59"))).toEqual(at("10:10:00"))
  expect(lastDue({ everySeconds: 3_600, atSecond: 420 }, at("10:06:00"))).toEqual(at("09:07:00"))
})

it("is never due later than now, nor overdue by more than one interval", () => {
  const schedule = fc.constantFrom(1, 60, 300, 900, 3_600, 86_400).chain((everySeconds) =>
    fc.record({
      everySeconds: fc.constant(everySeconds),
      atSecond: fc.integer({ min: 0, max: everySeconds - 1 }),
    }),
  )
  fc.assert(
    fc.property(
      schedule,
      fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }),
      (one, now) => {
        const [last, next] = [lastDue(one, now), nextDue(one, now)]
        expect(last <= now && next > now).toBe(true)
        expect(lastDue(one, next)).toEqual(next)
      },
    ),
  )
})

it("says in words when that is", () => {
  expect(scheduleWords({ everySeconds: 60 })).toBe("every minute")
  expect(scheduleWords({ everySeconds: 300 })).toBe("every 5 minutes")
  expect(scheduleWords({ everySeconds: 3_600, atSecond: 420 })).toBe("every hour at 7 minutes past the hour")
  expect(scheduleWords(DAILY)).toBe("every day at 03:20 UTC")
})
