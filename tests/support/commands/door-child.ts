import { openHttpDoor } from "../http/api-server"

/**
 * An HTTP server in a process that tests can kill: `node door-child.mjs PORT`. Sends "open" when it listens.
 */
await openHttpDoor(Number(process.argv[2]))
process.stdout.write("open\n")
