import PgBoss from "pg-boss"
import { isDatabaseUnreachable } from "@/lib/db/infra/unavailable"
import { connectQueue, type QueueConnection } from "@/lib/db/jobs/queue"

/** The queue that a migration made, with its schedule of every minute. */
const QUEUE = "heartbeat"
const LOOK_SECONDS = 5
/** While the database is away when we start. */
const AGAIN_MS = 5_000

/**
 * Has `tick` called once a minute in one of the processes that listen. Each minute is sent once, and taken by whoever is there. While the database
 * is away nothing comes; then it goes on. Returns how to stop.
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

/** With these pg-boss writes down what became of a piece of work, without waiting for the answer: a failure would be a stray error of the whole process. */
const WRITES_DOWN = /SELECT COUNT\(\*\) FROM results/i

function calm(db: QueueConnection["db"]): PgBoss.Db {
  return {
    executeSql: (text, values) =>
      db.executeSql(text, values).catch((cause: unknown) => {
        if (!WRITES_DOWN.test(text)) throw cause
        tell(cause)
        return { rows: [{ count: 0 }] } // what is not written down as done is sent again: who is woken twice finds nothing to do
      }),
  }
}

let saidAway = false

/** That the database is away is said by all that asks it; here it is said once. */
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
