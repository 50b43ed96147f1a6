// npm run lockfile: adds the packages for other systems that the current registry does not have to package-lock.json.
// npm leaves such packages out of the file it writes, and `npm ci` then rejects the file on every machine.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { root } from "./root.mjs"

const OS = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
]
const CPU = ["arm64", "arm", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "x64", "wasm32"]

/** Returns [path, entry] for every missing optional package of the lockfile. */
export function listMissing(packages) {
  return Object.entries(packages).flatMap(([owner, { optionalDependencies = {}, engines }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isHeld(packages, owner, name))
      .map(([name, range]) => [
        `node_modules/${name}`,
        {
          version: range.replace(/^[\^~]/, ""),
          optional: true,
          ...systemOf(name),
          ...(engines ? { engines } : {}),
        },
      ]),
  )
}

/** True if a package is installed for its owner: in its own node_modules, or in those of the folders above. */
function isHeld(packages, owner, name) {
  for (let folder = owner; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    if (Object.hasOwn(packages, folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`))
      return true
    if (!folder) return false
  }
}

function systemOf(name) {
  const words = name.split(/[^a-z0-9]/)
  const os = OS.find((known) => words.includes(known) || (known === "win32" && words.includes("windows")))
  const cpu = CPU.find((known) =>
    words.some((word) => word === known || (known === "arm" && word === "armv7")),
  )
  const libc = os === "linux" ? libcOf(words) : null
  return {
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(os ? { os: [os] } : {}),
    ...(libc ? { libc: [libc] } : {}),
  }
}

function libcOf(words) {
  if (words.some((word) => word.startsWith("musl"))) return "musl"
  return words.some((word) => word.startsWith("gnu")) ? "glibc" : null
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = join(root, "package-lock.json")
  const lock = JSON.parse(readFileSync(file, "utf8"))
  const missing = listMissing(lock.packages)
  const sorted = [...Object.entries(lock.packages), ...missing].toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`)
  console.log(
    missing.length
      ? `Added to package-lock.json (${missing.length}): ${missing.map(([path]) => path).join(", ")}`
      : "package-lock.json is complete.",
  )
}
