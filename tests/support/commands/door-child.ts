import { openHttpDoor } from "../http/http-door"

/** A server of its own that may be killed: `node door-child.mjs PORT`. Says "open" once it is. */
await openHttpDoor(Number(process.argv[2]))
process.stdout.write("open\n")
