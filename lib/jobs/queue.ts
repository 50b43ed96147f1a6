import PgBoss from "pg-boss"
import { isDatabaseUnreachable } from "@/lib/db/infra/unavailable"
import { connectQueue, type QueueConnection } from "@/lib/db/jobs/queue"

/** The queue and its schedule, created by a migration. */
const QUEUE = "heartbeat"
const LOOK_SECONDS = 5
/** Milliseconds between attempts if the database is unavailable at the start. */
const AGAIN_MS = 5_000

/**
 * Calls `tick` once a minute in one of the listening processes. Pauses while the database is unavailable.
 * Returns a function that stops it.
 */
export function onEachMinute(
  tick: () => void,
  { lookSeconds = LOOK_SECONDS }: { lookSeconds?: number } = {},
): () => Promise<void> {
  const { schema, db, close } = connectQueue()
  const boss = new PgBoss({
    db: calm(db),
    schema,
    migrate: false,
    supervise: true,
    schedule: true,
    cronWorkerIntervalSeconds: lookSeconds,
    archiveCompletedAfterSeconds: 600,
    deleteAfterHours: 1,
  })
  boss.on("error", tell)
  let stopped = false
  let again: NodeJS.Timeout | undefined
  const begin = async (): Promise<void> => {
    try {
      await boss.start()
      if (!stopped) await boss.work(QUEUE, { pollingIntervalSeconds: lookSeconds }, async () => tick())
    } catch (cause) {
      tell(cause)
      if (!stopped) again = setTimeout(() => void (started = begin()), AGAIN_MS).unref()
    }
  }
  let started = begin()
  return async () => {
    stopped = true
    clearTimeout(again)
    await started
    await boss.stop({ graceful: false, close: false }).catch(tell)
    await close()
  }
}

/**
 * pg-boss writes the result of a job with this query and does not await it. A failure would be an unhandled
 * rejection.
 */
const WRITES_DOWN = /SELECT COUNT\(\*\) FROM results/i

function calm(db: QueueConnection["db"]): PgBoss.Db {
  return {
    executeSql: (text, values) =>
      db.executeSql(text, values).catch((cause: unknown) => {
        if (!WRITES_DOWN.test(text)) throw cause
        tell(cause)
        return { rows: [{ count: 0 }] } // A job without a recorded result is sent again. The second run finds nothing to do.
      }),
  }
}

let saidAway = false

/** Logs once that the database is unavailable. */
function tell(cause: unknown): void {
  const away = isDatabaseUnreachable(cause)
  if (!away || !saidAway)
    console.error(
      away
        ? "heartbeat: the database is unavailable. Scheduled jobs resume when it is available"
        : "heartbeat: job queue error:",
      ...(away ? [] : [cause]),
    )
  saidAway = away
}
