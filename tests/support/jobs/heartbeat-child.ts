import { appendFileSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { systemActor } from "@/lib/auth/create-actor"
import { startWorker } from "@/lib/jobs/worker"
import { type Job, JOBS } from "@/lib/operations/jobs/jobs"
import { scheduledJobs } from "@/lib/operations/jobs/background"

/**
 * A process with a heartbeat that can be killed and has intervals of seconds instead of minutes: `node
 * heartbeat-child.mjs FILE`. It evaluates alerts and sends notifications as the product does. Three more jobs
 * take some time and then append their name to the file. Prints "up" when it has started.
 */
const file = process.argv[2] ?? ""
const taking = (name: string, everySeconds: number, ms: number): Job => ({
  name,
  label: name,
  about: "",
  schedule: { everySeconds },
  async run() {
    await pause(Math.random() * ms)
    appendFileSync(file, `${name}\n`)
    return { done: 1 }
  },
})
const often = JOBS.filter((job) => ["evaluate", "notify"].includes(job.name)).map((job) => ({
  ...job,
  schedule: { everySeconds: 1 },
}))
const worker = startWorker([
  scheduledJobs(systemActor(), {
    jobs: [taking("short", 1, 50), taking("middle", 2, 400), taking("long", 3, 1_500), ...often],
    lookMs: 200,
    leaseMs: 1_200,
    againAfterMs: 500,
  }),
])
process.on("SIGTERM", () => void worker.stop().then(() => process.exit(0)))
process.stdout.write("up\n")
