import { access, constants, lstat, readdir, readFile, realpath, stat } from "node:fs/promises"
import { dirname, join, relative, sep } from "node:path"
import { CAPS, sizeOf } from "./caps"
import { SERVER_USER } from "./found"
import { nameProblem } from "./path-problem"

/** Where a file of a source is to be written: the file itself, whatever links lead to it. */
export type PlaceIn =
  | {
      readonly kind: "file"
      readonly file: string
      readonly bytes: Uint8Array
      /** Why it cannot be replaced; null where it can. */ readonly readOnly: string | null
    }
  | {
      readonly kind: "nothing"
      readonly file: string
      /** Why it cannot be made. */ readonly readOnly: string | null
    }
  | { readonly kind: "problem"; readonly why: string }

/**
 * Looks at a path below `root`, which has its links resolved. Links are followed as long as they stay inside. A name that differs from
 * one beside it only in case or in how its letters are composed is a problem: elsewhere the two would be one file. Who asks for many
 * places shares `names`, so that each folder is listed once.
 */
export async function placeIn(root: string, path: string, names = new FolderNames()): Promise<PlaceIn> {
  const parts = path.split("/")
  const wrongName = nameProblem(path)
  if (wrongName !== null) return problem(wrongName)
  let here = root
  for (const [depth, part] of parts.entries()) {
    const last = depth === parts.length - 1
    const next = join(here, part)
    const found = await lstat(next).catch((cause: NodeJS.ErrnoException) => cause)
    if (found instanceof Error) {
      if (found.code !== "ENOENT")
        return problem(
          `${parts.slice(0, depth + 1).join("/")} cannot be read (${found.code ?? found.message})`,
        )
      const clash = await names.alike(here, part)
      if (clash !== null)
        return problem(
          `${[...parts.slice(0, depth), clash].join("/")} already exists and differs only in letter case or Unicode form: rename one of the two`,
        )
      return { kind: "nothing", file: join(here, ...parts.slice(depth)), readOnly: await whyNotInto(here) }
    }
    const real = found.isSymbolicLink() ? await realpath(next).catch(() => null) : next
    if (real === null) return problem(`${parts.slice(0, depth + 1).join("/")} is a link to a missing target`)
    if (isOutside(root, real))
      return problem(
        `${parts.slice(0, depth + 1).join("/")} is a link that points outside the source and is not followed`,
      )
    if (last) return fileAt(real)
    if (!(await stat(real)).isDirectory())
      return problem(`${parts.slice(0, depth + 1).join("/")} already exists and is not a folder`)
    here = real
  }
  return problem("it has no name")
}

async function fileAt(file: string): Promise<PlaceIn> {
  const found = await stat(file)
  if (!found.isFile()) return problem("its path is not a regular file")
  if (found.size > CAPS.fileBytes)
    return problem(
      `the file at its path is too large (${sizeOf(found.size)}): the limit is ${sizeOf(CAPS.fileBytes)}`,
    )
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => cause)
  if (bytes instanceof Error)
    return problem(`it cannot be read by ${SERVER_USER} (${bytes.code ?? bytes.message})`)
  const readOnly =
    (found.mode & 0o222) === 0 || !(await may(file))
      ? `the file is read-only: give ${SERVER_USER} write access`
      : await whyNotInto(dirname(file))
  return { kind: "file", file, bytes, readOnly }
}

const may = (path: string): Promise<boolean> =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  )

const whyNotInto = async (folder: string): Promise<string | null> =>
  (await may(folder)) ? null : `the folder ${folder} is read-only: give ${SERVER_USER} write access`

/** The names in folders, as they were when they were first asked for, and those that were asked for since. */
export class FolderNames {
  readonly #folders = new Map<string, Promise<Map<string, string>>>()

  /** A name in the folder that is this one on systems that do not tell the two apart. */
  async alike(folder: string, name: string): Promise<string | null> {
    const names = await (this.#folders.get(folder) ?? this.#list(folder))
    const found = names.get(folded(name))
    if (found === undefined) names.set(folded(name), name)
    return found === undefined || found === name ? null : found
  }

  #list(folder: string): Promise<Map<string, string>> {
    const listed = readdir(folder).then(
      (names) => new Map(names.map((name) => [folded(name), name])),
      () => new Map<string, string>(),
    )
    this.#folders.set(folder, listed)
    return listed
  }
}

const folded = (name: string): string => name.normalize("NFC").toLowerCase()

function isOutside(root: string, target: string): boolean {
  const inside = relative(root, target)
  return inside === ".." || inside.startsWith(`..${sep}`)
}

const problem = (why: string): PlaceIn => ({ kind: "problem", why })
