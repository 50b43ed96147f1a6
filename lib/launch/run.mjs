import { stripVTControlCharacters } from "node:util"
import { spawn } from "node:child_process"
import { Refusal } from "./refusal.mjs"
import { root } from "./root.mjs"

const running = new Set()

/**
 * Runs a program in the clone and resolves with its output. `onLine` gets each line as it comes. Rejects with
 * a Refusal that contains the last lines and `remedy`. The program and its children end with this process,
 * even if it is killed.
 */
export function run(command, args, { env = {}, onLine = () => undefined, remedy }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    })
    const watch = endWithUs(child.pid)
    running.add(child)
    let printed = ""
    const take = (chunk) => {
      printed += chunk
      for (const line of String(chunk).split("\n").map(plain)) if (line) onLine(line)
    }
    child.stdout.on("data", take)
    child.stderr.on("data", take)
    child.once("error", (cause) =>
      finish(() => reject(new Refusal(`Could not run ${command}: ${cause.message}. ${remedy}`, { cause }))),
    )
    child.once("close", (code, signal) =>
      finish(() =>
        code === 0
          ? resolve(printed)
          : reject(
              new Refusal(
                `${tail(printed)}\n${command} ${args[0] ?? ""} exited with ${signal ?? `code ${code}`}. ${remedy}`,
              ),
            ),
      ),
    )
    function finish(settle) {
      running.delete(child)
      watch?.kill("SIGKILL")
      settle()
    }
  })
}

/** Stops the processes that `run` started. */
export function endRunning() {
  for (const child of running) endGroup(child.pid)
}

function endGroup(pid) {
  try {
    process.kill(-pid, "SIGTERM")
  } catch (error) {
    if (error.code !== "ESRCH") throw error
  }
}

/**
 * Starts a shell that ends the process group of a child when this process ends, because the shell's input
 * then closes. Null on Windows.
 */
function endWithUs(pid) {
  if (!pid || process.platform === "win32") return null
  const watch = spawn("/bin/sh", ["-c", 'cat > /dev/null; kill -TERM -"$1"', "sh", String(pid)], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  })
  watch.on("error", () => undefined)
  watch.unref()
  return watch
}

function tail(printed) {
  return printed.trimEnd().split("\n").slice(-30).join("\n")
}

function plain(line) {
  return stripVTControlCharacters(line).trim()
}
