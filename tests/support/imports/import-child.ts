import { systemActor } from "@/lib/auth/create-actor"
import { disconnect } from "@/lib/db/infra/client"
import { importInto } from "@/lib/operations/samples/load-and-remove"

/** A process that imports a directory and can be killed: `node import-child.mjs TEAM DIRECTORY`. */
const [teamId = "", directory = ""] = process.argv.slice(2)
process.stdout.write("begun\n")
await importInto(systemActor(), { teamId, directory, projectName: "p" })
process.stdout.write("done\n")
await disconnect()
process.exit()
