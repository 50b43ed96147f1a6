import { afterAll, inject } from "vitest"
import { disconnect } from "@/lib/db/infra/client"
import { flushDelivered } from "@/lib/db/context/delivery-counts"
import { stopListening } from "@/lib/db/infra/listen"
import { TEMPLATE } from "./database"
import { siblingDatabaseUrl, runAsOwner } from "./owner"

/**
 * Runs before every data test file and creates a database for it. The application connects with its
 * production role, so that missing privileges are found.
 */
const name = `test_${crypto.randomUUID().replaceAll("-", "")}`
// WAL_LOG takes twice as long.
await runAsOwner("postgres", `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`)
// Encrypts the secrets of notification channels.
process.env.NEXTAUTH_SECRET = "a secret of more than thirty-two characters"
process.env.QUARTERDECK_RATE_LIMIT = "0" // No rate limit: the requests of earlier files would count.
delete process.env.NEXTAUTH_URL // An earlier file may have set it.
process.env.DATABASE_URL = siblingDatabaseUrl(inject("templateUrl"), name)
await stopListening() // Listeners of the previous file would use its database.
await disconnect() // Background work of the previous file may have reconnected.

afterAll(async () => {
  await flushDelivered() // Counts that are written later would find no database.
  await disconnect()
  await runAsOwner("postgres", `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
})
