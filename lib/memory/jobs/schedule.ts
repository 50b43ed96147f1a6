/** Schedule of a job: every `everySeconds` seconds, counted from midnight UTC. All intervals divide a day. */
export interface Schedule {
  readonly everySeconds: number
  /** Offset from each of those times, in seconds. Default: 0. */
  readonly atSecond?: number
}

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400]

/** Returns the last time at or before `now` at which a job was due. Earlier missed runs are not repeated. */
export function lastDue({ everySeconds, atSecond = 0 }: Schedule, now: Date): Date {
  const since = Math.floor(now.getTime() / 1_000) - atSecond
  return new Date((Math.floor(since / everySeconds) * everySeconds + atSecond) * 1_000)
}

export function nextDue(schedule: Schedule, now: Date): Date {
  return new Date(lastDue(schedule, now).getTime() + schedule.everySeconds * 1_000)
}

/**
 * Returns a schedule in words: "every 5 minutes", "every hour at 12 minutes past", "every day at 03:20 UTC".
 */
export function scheduleWords({ everySeconds, atSecond = 0 }: Schedule): string {
  if (everySeconds === DAY)
    return `every day at ${[Math.floor(atSecond / HOUR), Math.floor((atSecond % HOUR) / MINUTE)].map((one) => String(one).padStart(2, "0")).join(":")} UTC`
  if (everySeconds === HOUR)
    return atSecond === 0 ? "every hour" : `every hour at ${atSecond / MINUTE} minutes past the hour`
  if (everySeconds % MINUTE === 0)
    return everySeconds === MINUTE ? "every minute" : `every ${everySeconds / MINUTE} minutes`
  return everySeconds === 1 ? "every second" : `every ${everySeconds} seconds`
}
