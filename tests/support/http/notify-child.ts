import { systemActor } from "@/lib/auth/create-actor"
import { disconnect } from "@/lib/db/infra/client"
import { sendDueNotices } from "@/lib/operations/notifications/send-alerts"

/** A process that sends due notifications and can be killed. */
const figures = await sendDueNotices(systemActor(), new Date())
process.stdout.write(`${JSON.stringify(figures)}\n`)
await disconnect()
process.exit()
