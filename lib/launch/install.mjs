import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./root.mjs"
import { run } from "./run.mjs"

/** Installs the packages of package-lock.json, unless node_modules has all of them. */
export async function installDependencies(tell) {
  const wanted = readPackages(join(root, "package-lock.json"))
  const present = readPackages(join(root, "node_modules", ".package-lock.json"))
  if (sameInstalled(wanted, present)) return "up to date"

  const total = Object.values(wanted).filter((entry) => !entry.optional).length
  let fetched = 0
  const [command, ...first] = npmCommand()
  await run(
    command,
    [...first, "ci", "--ignore-scripts", "--include=dev", "--no-audit", "--no-fund", "--loglevel=http"],
    {
      onLine(line) {
        if (/^npm http (fetch|cache) /.test(line))
          tell(++fetched < total ? `${fetched} of ${total} packages` : `unpacking ${total} packages`)
      },
      remedy: "Check the network and npm's registry setting, then start again.",
    },
  )
  return `installed ${Object.keys(readPackages(join(root, "node_modules", ".package-lock.json"))).length} packages`
}

/**
 * True if all wanted packages are present. Optional packages may be missing, because they are for other
 * systems. npm writes node_modules/.package-lock.json last, so it lists only complete installations.
 */
export function sameInstalled(wanted, present) {
  const packages = new Map(Object.entries(present))
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = packages.get(path)
    return found ? found.version === version && found.integrity === integrity : Boolean(optional)
  })
}

function readPackages(file) {
  if (!existsSync(file)) return {}
  const { "": _self, ...packages } = JSON.parse(readFileSync(file, "utf8")).packages
  return packages
}

/** Returns the command of the npm that runs this process, or else of the `npm` in PATH. */
function npmCommand() {
  const npm = process.env.npm_execpath
  return npm && /npm-cli\.c?js$/.test(npm) ? [process.execPath, npm] : ["npm"]
}
