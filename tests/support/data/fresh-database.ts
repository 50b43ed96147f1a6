import { afterAll, inject } from "vitest"
import { disconnect } from "@/lib/db/infra/client"
import { flushDelivered } from "@/lib/db/context/read-counts"
import { stopListening } from "@/lib/db/infra/listen"
import { TEMPLATE } from "./database"
import { beside, runAsOwner } from "./owner"

/**
 * Runs before every data test file: gives it a database of its own, so that no file sees what another has written. The application
 * connects as the role that it has in earnest, so a right that is missing is found.
 */
const name = `test_${crypto.randomUUID().replaceAll("-", "")}`
await runAsOwner("postgres", `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`) // through the log it takes twice as long
process.env.NEXTAUTH_SECRET = "a secret of more than thirty-two characters" // what channels keep secret is sealed with it
process.env.QUARTERDECK_RATE_LIMIT = "0" // what other files asked before in this process does not count
delete process.env.NEXTAUTH_URL // nor does the address that one of them had
process.env.DATABASE_URL = beside(inject("templateUrl"), name)
await stopListening() // whoever of the file before still listens would hear of its database
await disconnect() // what the file before left to be done in the background may have connected anew

afterAll(async () => {
  await flushDelivered() // what would be counted in the background would find no database
  await disconnect()
  await runAsOwner("postgres", `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
})
