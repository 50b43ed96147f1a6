import { execFileSync } from "node:child_process"
import { existsSync, chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs"
import { join } from "node:path"
import { Refusal } from "../refusal.mjs"
import { run } from "../run.mjs"
import { isAlive } from "../../files/lock.mjs"

/** Names of browsers. The headless shell renders pages the same with a third less processor time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
]
const REMEDY = "Run `npx playwright install chromium`, or install Chromium and set CHROMIUM_PATH to it."

/**
 * Finds a Chromium that starts: CHROMIUM_PATH, Playwright's own, the system's, or on Debian as root one
 * installed now. Sets CHROMIUM_PATH to its path unless it is Playwright's own. Returns the text of the step's
 * line. Throws a Refusal if none starts.
 */
export async function findBrowser(tell) {
  const asked = process.env.CHROMIUM_PATH
  if (asked) {
    const problem = await tryOut(asked)
    if (problem) throw new Refusal(`CHROMIUM_PATH is ${asked}, which does not start: ${problem}. ${REMEDY}`)
    return asked
  }
  if (!(await tryOut(undefined))) return "Playwright's own Chromium"
  return (await useSystem()) ?? (await install(tell)) ?? fail()
}

async function useSystem() {
  for (const name of NAMES) {
    const path = which(name)
    if (!path || (await tryOut(path))) continue
    process.env.CHROMIUM_PATH = path
    return path
  }
  return null
}

async function install(tell) {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return null
  const env = { DEBIAN_FRONTEND: "noninteractive" }
  await run("apt-get", ["update"], { env, onLine: tell, remedy: REMEDY })
  const add = (name, remedy) =>
    run("apt-get", ["install", "-y", "--no-install-recommends", name], { env, onLine: tell, remedy })
  await add("chromium-headless-shell").catch(() => add("chromium", REMEDY)) // older releases have no headless shell
  return useSystem()
}

function fail() {
  throw new Refusal(
    `No working Chromium found for the browser tests. ${REMEDY} On Debian, npm test installs Chromium when run as root.`,
  )
}

/** Returns null if the browser starts, else the first line of the error. */
async function tryOut(executablePath) {
  const { chromium } = await import("@playwright/test")
  try {
    const browser = await chromium.launch({ executablePath })
    await browser.close()
    return null
  } catch (error) {
    return error.message.split("\n")[0]
  }
}

function which(name) {
  try {
    return execFileSync("sh", ["-c", 'command -v "$1"', "sh", name], { encoding: "utf8" }).trim()
  } catch {
    return null // not installed
  }
}

const SHARED_MEMORY = "/dev/shm"
const NAME = /^quarterdeck-tests-(\d+)$/
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * Puts the temporary folder of the tests into memory if the machine has enough. Tests create and delete tens
 * of thousands of files, so this saves a tenth of a run. The folder is deleted when the process exits or,
 * after a kill, by the next run.
 */
export function useMemoryFolder() {
  if (!hasRoom()) return
  for (const name of readdirSync(SHARED_MEMORY))
    if (NAME.test(name) && !isAlive(Number(NAME.exec(name)[1]))) remove(join(SHARED_MEMORY, name))
  const folder = join(SHARED_MEMORY, `quarterdeck-tests-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o711) // as root, the database runs as another user, who needs access
  process.env.TMPDIR = folder
  process.once("exit", () => remove(folder))
}

/** True if there is enough memory. Containers often allow 64 MB, and forbid programs there, which some tests write. */
function hasRoom() {
  if (process.env.TMPDIR) return false
  try {
    const mount = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .map((line) => line.split(" "))
      .findLast(([, place]) => place === SHARED_MEMORY)
    if (mount?.[2] !== "tmpfs" || mount[3].split(",").includes("noexec")) return false
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false // The file does not exist on this system, or is hidden.
  }
}

function remove(folder) {
  rmSync(folder, { recursive: true, force: true })
}
