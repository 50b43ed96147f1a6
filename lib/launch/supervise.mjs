// npm start: runs lib/launch/start.mjs in a process of its own and restarts it when it crashes or hangs.
import { join } from "node:path"
import { HEAP_ENVIRONMENT, HEAP_FLAGS, readNumber } from "./options.mjs"
import { root } from "./root.mjs"
import { supervise } from "./restart-after-crash.mjs"

Object.assign(process.env, HEAP_ENVIRONMENT)
process.exitCode = await supervise(
  [...HEAP_FLAGS, join(root, "lib", "launch", "start.mjs"), ...process.argv.slice(2)],
  { hangSeconds: hangSeconds() },
)

/**
 * Returns the time without a beat after which the server counts as hung, in seconds; 0 for an invalid value.
 * The server itself refuses such a value with a message.
 */
function hangSeconds() {
  try {
    return readNumber(process.env.QUARTERDECK_HANG_SECONDS, "QUARTERDECK_HANG_SECONDS", {
      least: 0,
      most: 3_600,
      unless: 30,
    })
  } catch {
    return 0
  }
}
