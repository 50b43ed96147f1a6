// Runs `quarterdeck` commands one after another, each as if in a new process, because starting a process takes longer than most
// commands.
import { bundleCommands, loadCommand } from "../../../lib/launch/command-bundle.mjs"
import { root } from "../../../lib/launch/root.mjs"

await bundleCommands()
const { main } = loadCommand("cli").exports

process.on("message", ({ args, env, cwd }) => {
  void run(args, env, cwd).then((ended) => process.send(ended))
})
process.send("ready")

async function run(args, env, cwd) {
  const written = { stdout: "", stderr: "" }
  const restore = Object.keys(written).map((name) => capture(name, (text) => (written[name] += text)))
  setEnvironment(env)
  process.exitCode = undefined
  try {
    process.chdir(cwd ?? root)
    await main(args, root)
  } catch (cause) {
    written.stderr += cause.stack
    process.exitCode = 1
  } finally {
    for (const each of restore) each()
    process.stdout.removeAllListeners("error")
    process.chdir(root)
  }
  const code = process.exitCode ?? 0
  process.exitCode = undefined
  return { code, ...written }
}

/** Passes all writes of a stream to `keep`. Returns a function that restores the stream. */
function capture(name, keep) {
  const { write } = process[name]
  process[name].write = (chunk, encoding, done) => {
    keep(String(chunk))
    const whenWritten = typeof encoding === "function" ? encoding : done
    whenWritten?.()
    return true
  }
  return () => (process[name].write = write)
}

function setEnvironment(env) {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
}
