import { marksMemory } from "@/lib/memory/sources/project-assignment"

/** A chosen file with its path in the selection. */
export interface PickedFile {
  readonly path: string
  readonly file: File
}

/** A file that is listed but not uploaded, and why. */
export interface SkippedFile {
  readonly path: string
  readonly size: number
  readonly status: "left-alone" | "set-aside"
  readonly reason: string
}

/** The dropped or chosen files before the upload. */
export interface CollectedFiles {
  /** Name of the source, which identifies it in later imports. */
  readonly name: string
  readonly kind: "folder" | "files" | "zip"
  /** True if the project cannot be derived from the names. */
  readonly needsProject: boolean
  readonly files: readonly PickedFile[]
  readonly notSent: readonly SkippedFile[]
}

const NOT_ENTERED = new Set([".git", "node_modules", ".next", ".venv", "__pycache__", ".quarterdeck"])
const MOST_FILES = 100_000
const DEEPEST = 64

/**
 * Reads dropped files. Must be called in the event handler, because the browser clears the list afterwards.
 * `tell` receives the number of files found so far. Throws if there are no files, or too many.
 */
export async function collectDropped(
  transfer: DataTransfer,
  tell: (found: number) => void,
): Promise<CollectedFiles> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const folders = entries.filter((entry) => entry.isDirectory)
  if (folders.length === 0) return collectFiles([...transfer.files])
  const found: PickedFile[] = []
  const notSent: SkippedFile[] = []
  const waiting = entries.map((entry) => ({ entry, path: entry.name }))
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { entry, path } = next
    if (entry.isDirectory) {
      const reason = reasonNotToEnter(entry.name, path)
      if (reason) notSent.push(reason)
      else
        for (const child of await childrenOf(entry as FileSystemDirectoryEntry))
          waiting.push({ entry: child, path: `${path}/${child.name}` })
    } else {
      const file = await fileOf(entry as FileSystemFileEntry)
      if (file) found.push({ path, file })
      else
        notSent.push({
          path,
          size: 0,
          status: "set-aside",
          reason: "the browser could not read the file because it is locked or was removed",
        })
    }
    guard(found.length + notSent.length)
    if (found.length % 100 === 0) tell(found.length)
  }
  return asFolder(
    found,
    notSent,
    folders.map((folder) => folder.name),
  )
}

/**
 * Reads the files of `<input webkitdirectory>`, with paths relative to the chosen folder. Throws if there are
 * no files, or too many.
 */
export function collectFolder(files: readonly File[]): CollectedFiles {
  const found: PickedFile[] = []
  const skipped = new Map<string, SkippedFile>()
  for (const file of files) {
    const path = file.webkitRelativePath || file.name
    const folders = path.split("/").slice(0, -1)
    const depth = folders.findIndex((name, place) => NOT_ENTERED.has(name) || place >= DEEPEST)
    if (depth < 0) found.push({ path, file })
    else {
      const stop = folders.slice(0, depth + 1).join("/")
      const reason = reasonNotToEnter(folders[depth] ?? "", stop)
      if (reason) skipped.set(stop, reason)
    }
    guard(found.length)
  }
  return asFolder(
    found,
    [...skipped.values()],
    [...new Set(found.map((one) => one.path.split("/")[0] ?? ""))],
  )
}

/** File names of archives that the server can unpack. */
const ARCHIVE = /\.(?:zip|tgz|tar(?:\.gz)?)$/i

/**
 * Returns the upload for single files or one archive, without reading their contents. Throws if there are no
 * files, or if an archive is not the only file.
 */
export function collectFiles(files: readonly File[]): CollectedFiles {
  const [first] = files
  if (!first) throw new Error("No files found. Drop a folder, files or an archive (zip, tar, tar.gz).")
  const archives = files.filter((file) => ARCHIVE.test(file.name))
  if (archives.length > 0 && files.length > 1)
    throw new Error("Import one archive at a time, without other files.")
  const picked = files.map((file) => ({ path: file.name, file }))
  if (archives.length === 1)
    return { name: first.name, kind: "zip", needsProject: false, files: picked, notSent: [] }
  return {
    name: files.length === 1 ? first.name : `${first.name} and ${files.length - 1} more`,
    kind: "files",
    needsProject: true,
    files: picked,
    notSent: [],
  }
}

/**
 * Treats a single folder as the source. Its name is part of the paths only if it marks memory (`.claude`,
 * `memory`).
 */
function asFolder(
  found: readonly PickedFile[],
  notSent: readonly SkippedFile[],
  tops: readonly string[],
): CollectedFiles {
  if (found.length === 0 && notSent.length === 0) throw new Error("The folder is empty.")
  const [top = "folder"] = tops
  const marks = marksMemory(top)
  if (tops.length > 1 || marks || !found.every((one) => one.path.startsWith(`${top}/`))) {
    return {
      name: tops.slice(0, 3).join(", ") + (tops.length > 3 ? ` and ${tops.length - 3} more` : ""),
      kind: "folder",
      needsProject: marks && tops.length === 1,
      files: found,
      notSent,
    }
  }
  const within = <One extends { path: string }>(one: One): One => ({
    ...one,
    path: one.path.slice(top.length + 1),
  })
  return {
    name: top,
    kind: "folder",
    needsProject: false,
    files: found.map(within),
    notSent: notSent.map(within),
  }
}

function reasonNotToEnter(name: string, path: string): SkippedFile | null {
  if (NOT_ENTERED.has(name))
    return {
      path: `${path}/`,
      size: 0,
      status: "left-alone",
      reason: `${name} is a tool folder and is skipped`,
    }
  if (path.split("/").length > DEEPEST)
    return {
      path: `${path}/`,
      size: 0,
      status: "set-aside",
      reason: `more than ${DEEPEST} folders deep: import a subfolder instead`,
    }
  return null
}

function guard(files: number): void {
  if (files > MOST_FILES)
    throw new Error(
      `Found more than ${MOST_FILES.toLocaleString("en")} files. Import the subfolders one by one.`,
    )
}

/** Reads a folder, which the browser returns in portions until an empty one. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File | null> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(null)))
}
