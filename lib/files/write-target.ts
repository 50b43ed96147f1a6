import { access, constants, lstat, readdir, readFile, realpath, stat } from "node:fs/promises"
import { dirname, join, relative, sep } from "node:path"
import { IMPORT_LIMITS, sizeOf, SERVER_USER } from "./readable-file"
import { nameProblem } from "./unsafe-paths"

/** The target of a write below a source, with links resolved. */
export type WriteTarget =
  | {
      readonly kind: "file"
      readonly file: string
      readonly bytes: Uint8Array
      /** Why the file cannot be replaced; null if it can. */
      readonly readOnly: string | null
    }
  | {
      readonly kind: "nothing"
      readonly file: string
      /** Why the file cannot be created; null if it can. */
      readonly readOnly: string | null
    }
  | { readonly kind: "problem"; readonly why: string }

/**
 * Finds the target of a path below `root`, whose links are resolved. Links are followed if they stay inside. A name that differs from an
 * existing one only in letter case or Unicode form is a problem, because other systems have one file for both. Callers with many paths share
 * `names`, so that each folder is listed once.
 */
export async function findWriteTarget(
  root: string,
  path: string,
  names = new FolderNames(),
): Promise<WriteTarget> {
  const parts = path.split("/")
  const wrongName = nameProblem(path)
  if (wrongName !== null) return problem(wrongName)
  let here = root
  for (const [depth, part] of parts.entries()) {
    const shown = parts.slice(0, depth + 1).join("/")
    const next = join(here, part)
    const found = await lstat(next).catch((cause: NodeJS.ErrnoException) => cause)
    if (found instanceof Error) {
      if (found.code === "ENOENT") return missingAt(here, { parts, depth, names })
      return problem(`${shown} cannot be read (${found.code ?? found.message})`)
    }
    const real = found.isSymbolicLink() ? await realpath(next).catch(() => null) : next
    if (real === null) return problem(`${shown} is a link whose target does not exist`)
    if (isOutside(root, real))
      return problem(`${shown} is a link that points outside the source and is not followed`)
    if (depth === parts.length - 1) return fileAt(real)
    if (!(await stat(real)).isDirectory()) return problem(`${shown} already exists and is not a folder`)
    here = real
  }
  return problem("its path is empty")
}

/** Returns the target of a path whose part at `depth` does not exist in a folder. */
async function missingAt(
  folder: string,
  {
    parts,
    depth,
    names,
  }: { readonly parts: readonly string[]; readonly depth: number; readonly names: FolderNames },
): Promise<WriteTarget> {
  const clash = await names.alike(folder, parts[depth] ?? "")
  if (clash !== null)
    return problem(
      `${[...parts.slice(0, depth), clash].join("/")} already exists and differs only in letter case or Unicode normalization: rename one of the two`,
    )
  return { kind: "nothing", file: join(folder, ...parts.slice(depth)), readOnly: await whyNotInto(folder) }
}

async function fileAt(file: string): Promise<WriteTarget> {
  const found = await stat(file)
  if (!found.isFile()) return problem("its path does not point to a regular file")
  if (found.size > IMPORT_LIMITS.fileBytes)
    return problem(
      `the file at its path is too large (${sizeOf(found.size)}): the limit is ${sizeOf(IMPORT_LIMITS.fileBytes)}`,
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

/**
 * Caches the names in folders. Requested names are added, so that two new files in one folder are also
 * compared.
 */
export class FolderNames {
  readonly #folders = new Map<string, Promise<Map<string, string>>>()

  /** Returns another name in the folder that differs only in letter case or Unicode form, or null. */
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

const problem = (why: string): WriteTarget => ({ kind: "problem", why })
