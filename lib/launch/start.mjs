// npm start: everything from a fresh clone to a serving Quarterdeck. npm run dev: the same with --dev.
import "./node-version.mjs"
import { holdDoor } from "./http-server.mjs"
import { enterHome, noteAddress, readSecrets } from "./home.mjs"
import { explainFailure } from "./quality/explain-failure.mjs"
import { HELP, readOptions } from "./options.mjs"
import { prepare } from "./prepare.mjs"
import { root } from "./root.mjs"
import { endRunning, step } from "./run.mjs"

/** Ctrl-C arrives twice, from the terminal and from npm. Signals within this time count as one. */
const SAME_SIGNAL_MS = 1_000

const BEAT_MS = 1_000

/** Work to do at the end, newest first. */
const undo = []
let ending = null
let serving = false
/** Stops answering requests. Set when the server listens on the port. */
let drain = async () => undefined
let signalledAt = null

/**
 * Keeps the server running after an error that one request left, like `next start`. Before the server is
 * ready, an error ends the start.
 */
for (const stray of ["uncaughtException", "unhandledRejection"]) {
  process.on(stray, (error) => {
    if (ending) return // connections break while we stop
    console.error(serving ? error : explainFailure(error))
    if (!serving) void end(1)
  })
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stopOnSignal)
if (process.send) followSupervisor()
await start().catch(async (error) => {
  if (ending) return
  console.error(explainFailure(error))
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
  drain = () => drainDoor(door, options.drainSeconds)
  noteAddress(options)

  const { secrets } = readSecrets(options.home)
  setEnvironment(options, secrets)
  await prepare(options.dev ? "bundles" : "pages")
  const { serve } = await import("../../dist/serve.mjs")
  const running = await serve({ options, door, step, onEnd: (work) => undo.push(work) })
  if (ending) return
  serving = true
  process.send?.("serving")
  console.log(`\nReady on http://localhost:${options.port}`)
  console.log(`To stop, press Ctrl-C or run: kill ${process.send ? process.ppid : process.pid}`)
  if (running.ownerLink)
    console.log(`No owner yet. Open this link to become the owner:\n  ${running.ownerLink}`)
}

/**
 * Sets the variables that Next, next-auth and Quarterdeck read. Only existing secrets stay; other variables
 * are overwritten.
 */
function setEnvironment(options, secrets) {
  process.env.NODE_ENV = options.dev ? "development" : "production"
  process.env.NEXT_TELEMETRY_DISABLED = "1"
  process.env.QUARTERDECK_ROOT = root
  process.env.QUARTERDECK_HOME = options.home
  process.env.PORT = String(options.port)
  process.env.NEXTAUTH_URL = options.url
  for (const [name, value] of Object.entries(secrets)) process.env[name] ||= value
}

/** Stops in order at the first signal. A second signal ends the process at once, and the database with it. */
function stopOnSignal() {
  signalledAt ??= performance.now()
  if (performance.now() - signalledAt < SAME_SIGNAL_MS) return void end(0)
  console.error("Stopped immediately. Open requests were aborted.")
  process.exit(1)
}

/** Reports to the supervisor every second that the event loop runs, and exits if the supervisor has stopped. */
function followSupervisor() {
  setInterval(() => process.connected && process.send("beat"), BEAT_MS).unref()
  process.on("disconnect", () => void end(0))
  process.channel.unref() // the channel alone keeps no process running
}

async function drainDoor(door, seconds) {
  const cut = await door.drain(seconds)
  if (cut > 0)
    console.error(
      `Aborted ${cut} ${cut === 1 ? "request that was" : "requests that were"} still open after ${seconds} seconds.`,
    )
}

/** Ends the process: stops programs of `run`, drains the requests, and does all registered work. */
function end(code) {
  ending ??= (async () => {
    if (undo.length && code === 0) console.log("\nStopping.")
    endRunning()
    await drain()
    for (const work of undo.toReversed())
      await Promise.resolve()
        .then(work)
        .catch((error) => console.error(error))
    process.exit(code)
  })()
  return ending
}
