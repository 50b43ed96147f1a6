import { systemActor } from "@/lib/auth/mint"
import { disconnect } from "@/lib/db/infra/client"
import { sendDueNotices } from "@/lib/operations/notifications/send-due"

/** A process of its own that sends what is due and may be killed meanwhile. */
const figures = await sendDueNotices(systemActor(), new Date())
process.stdout.write(`${JSON.stringify(figures)}\n`)
await disconnect()
process.exit()
