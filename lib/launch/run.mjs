import { stripVTControlCharacters } from "node:util"
import { spawn } from "node:child_process"
import { performance } from "node:perf_hooks"
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

const TITLE_WIDTH = 14

/** Stream for the lines. A command whose output is read by a program uses stderr. */
export const lines = { to: process.stdout }

/**
 * Runs one step of the start and prints its line: `✓ Build          14 pages  12.3 s`. `work` gets `tell(text)` for progress,
 * which is displayed at once in a terminal and every 15 seconds in a log. The line ends with the returned text, or the last
 * progress.
 */
export async function step(title, work) {
  const begun = performance.now()
  const seconds = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`
  let told = ""
  const live = lines.to.isTTY
  const show = () =>
    lines.to.write(
      live
        ? `\r\x1b[2K${clip(`… ${title.padEnd(TITLE_WIDTH)} ${told}  ${seconds()}`)}`
        : `… ${title.padEnd(TITLE_WIDTH)} ${told}  ${seconds()}\n`,
    )
  const ticker = setInterval(show, live ? 200 : 15_000)
  try {
    const result = await work((text) => (told = text))
    clearInterval(ticker)
    const note = typeof result === "string" ? result : told
    lines.to.write(
      `${live ? "\r\x1b[2K" : ""}✓ ${title.padEnd(TITLE_WIDTH)} ${note ? `${note}  ` : ""}${seconds()}\n`,
    )
    return result
  } catch (error) {
    clearInterval(ticker)
    lines.to.write(`${live ? "\r\x1b[2K" : ""}✗ ${title.padEnd(TITLE_WIDTH)} ${seconds()}\n`)
    throw error
  }
}

function clip(line) {
  const width = (lines.to.columns || 80) - 1
  return line.length > width ? `${line.slice(0, width - 1)}…` : line
}
