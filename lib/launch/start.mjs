// npm start: everything from a fresh clone to a serving Quarterdeck. npm run dev: the same with --dev.
import "./node-version.mjs"
import { holdDoor } from "./door.mjs"
import { enterHome, noteAddress, readSecrets } from "./home.mjs"
import { HELP, readOptions } from "./options.mjs"
import { prepare } from "./prepare.mjs"
import { root } from "./root.mjs"
import { endRunning } from "./run.mjs"
import { step } from "./step.mjs"

/** What to undo when we end, newest first. */
const undo = []
let ending = null
let serving = false

/** As `next start` does: what one request left behind must not end the server for all others. Before we serve it ends the start. */
for (const stray of ["uncaughtException", "unhandledRejection"]) {
  process.on(stray, (error) => {
    if (ending) return // connections break while we stop
    console.error(error)
    if (!serving) void end(1)
  })
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void end(0))
await start().catch(async (error) => {
  if (ending) return
  console.error(error?.name === "Refusal" ? `\n${error.message}` : error)
  await end(1)
})

async function start() {
  const options = readOptions(process.argv.slice(2), process.env, process.cwd())
  if (!options) return process.stdout.write(HELP)
  process.chdir(root)
  const lock = enterHome(options.home)
  undo.push(() => lock.release())
  const door = await holdDoor(options)
  undo.push(() => door.close())
  noteAddress(options)

  const { secrets } = readSecrets(options.home)
  setEnvironment(options, secrets)
  await prepare(options.dev ? "bundles" : "pages")
  const { serve } = await import("../../dist/serve.mjs")
  const running = await serve({ options, door, step, onEnd: (work) => undo.push(work) })
  if (ending) return
  serving = true
  console.log(`\nReady on http://localhost:${options.port}`)
  console.log(`Ctrl-C stops it, and so does: kill ${process.pid}`)
  if (running.ownerLink)
    console.log(`No owner yet. Open this once to become the owner:\n  ${running.ownerLink}`)
}

/** What Next, next-auth and our own code read. What the person has set stays. */
function setEnvironment(options, secrets) {
  process.env.NODE_ENV = options.dev ? "development" : "production"
  process.env.NEXT_TELEMETRY_DISABLED = "1"
  process.env.QUARTERDECK_ROOT = root
  process.env.QUARTERDECK_HOME = options.home
  process.env.PORT = String(options.port)
  process.env.NEXTAUTH_URL = options.url
  for (const [name, value] of Object.entries(secrets)) process.env[name] ||= value
}

/** Undoes everything in turn. A second signal changes nothing: npm passes on what the terminal has sent already. */
function end(code) {
  ending ??= (async () => {
    if (undo.length && code === 0) console.log("\nStopping.")
    endRunning()
    for (const work of undo.toReversed())
      await Promise.resolve()
        .then(work)
        .catch((error) => console.error(error))
    process.exit(code)
  })()
  return ending
}
