import { parseAnswer, callOperation, RefusedError } from "../../data/http-client"
import { UnreachableError } from "../../data/unreachable-error"
import type { CollectedFiles, SkippedFile, PickedFile } from "./collected-files"

/** State of an upload, from which the upload can resume after a lost connection. */
export interface Upload {
  readonly team: string
  readonly project: string | null
  readonly collected: CollectedFiles
  /** Id of the import run. Null until the server has created the run. */
  run: string | null
  wanted: readonly string[]
  /** The number of `wanted` files that the server has. */
  sent: number
}

export type Step =
  | { readonly kind: "compare"; readonly done: number; readonly of: number }
  | {
      readonly kind: "send"
      readonly done: number
      readonly of: number
      readonly bytes: number
      readonly ofBytes: number
    }
  | { readonly kind: "plan" }

export function newUpload(team: string, project: string | null, collected: CollectedFiles): Upload {
  return { team, project, collected, run: null, wanted: [], sent: 0 }
}

/** Maximum size of a request. Base64 adds a third, so a request stays below 3 MB. */
const PORTION = { bytes: 2.2 * 1024 * 1024, files: 200 }

/** Compares and uploads the files and plans the import. Returns the id of the import run. */
export async function continueUpload(
  upload: Upload,
  tell: (step: Step) => void,
  signal: AbortSignal,
): Promise<string> {
  if (upload.collected.kind === "zip") return sendArchive(upload, tell, signal)
  const run = upload.run ?? (await open(upload, tell, signal))
  await sendWanted(upload, run, tell, signal)
  tell({ kind: "plan" })
  await patiently(() => callOperation("import.plan", { run, team: upload.team }, { signal }), signal)
  kept = { run, files: new Map(upload.collected.files.map((one) => [one.path, one])) }
  return run
}

/** The files of the latest upload, so that ignored files can be imported until the page is closed. */
let kept: { readonly run: string; readonly files: ReadonlyMap<string, PickedFile> } | null = null

interface KeptPortion {
  readonly paths: readonly string[]
  readonly files: readonly { readonly path: string; readonly content: string }[]
}

/** Divides the files of a run into requests, with file contents if this page uploaded them. */
export async function listPortions(run: string, paths: readonly string[]): Promise<KeptPortion[]> {
  const known = kept?.run === run ? kept.files : new Map<string, PickedFile>()
  const picked = paths.flatMap((path) => known.get(path) ?? [])
  const portions: KeptPortion[] = []
  for (let start = 0; start < picked.length; start += portions.at(-1)?.paths.length ?? 0) {
    const portion = portionFrom(picked, start)
    const files = (await Promise.all(portion.map(asContent))).filter((one) => one !== null)
    portions.push({ paths: portion.map(({ path }) => path), files })
  }
  const others = paths.filter((path) => !known.has(path))
  for (let start = 0; start < others.length; start += PORTION.files)
    portions.push({ paths: others.slice(start, start + PORTION.files), files: [] })
  return portions
}

/** Discards the uploaded files on the server. If this fails, the next import of the source discards them. */
export async function discardUpload(upload: Upload): Promise<void> {
  if (upload.run)
    await callOperation("import.cancel", { run: upload.run, team: upload.team }).catch(() => undefined)
}

async function open(upload: Upload, tell: (step: Step) => void, signal: AbortSignal): Promise<string> {
  const { collected, team } = upload
  const files: { path: string; size: number; sha256?: string; modifiedAt: string }[] = []
  const unread: SkippedFile[] = []
  for (const [place, { path, file }] of collected.files.entries()) {
    signal.throwIfAborted()
    const sha256 = await hashOf(path, file).catch(() => null)
    if (sha256 === null)
      unread.push({
        path,
        size: file.size,
        status: "set-aside",
        reason: "the browser could not read the file because it is locked or was removed",
      })
    else files.push({ path, size: file.size, sha256, modifiedAt: new Date(file.lastModified).toISOString() })
    if (place % 50 === 0) tell({ kind: "compare", done: place, of: collected.files.length })
  }
  const opened = await callOperation(
    "import.open",
    {
      team,
      project: upload.project ?? undefined,
      source: { kind: "upload", name: collected.name },
      complete: collected.kind === "folder",
      files,
      refused: [...collected.notSent, ...unread],
    },
    { signal },
  )
  upload.wanted = opened.wanted
  upload.run = opened.run
  return opened.run
}

/**
 * Returns the SHA-256 of a file in hexadecimal. Undefined for large and binary files and without HTTPS; the
 * server requests these files if needed.
 */
async function hashOf(path: string, file: File): Promise<string | undefined> {
  if (
    !globalThis.crypto.subtle ||
    file.size > 10 * 1024 * 1024 ||
    !/\.(?:mdc?|markdown|json[lc]?|ya?ml|txt|log|clinerules|cursorrules|windsurfrules)$/i.test(path)
  )
    return undefined
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}

async function sendWanted(
  upload: Upload,
  run: string,
  tell: (step: Step) => void,
  signal: AbortSignal,
): Promise<void> {
  const byPath = new Map(upload.collected.files.map((one) => [one.path, one]))
  const wanted = upload.wanted.flatMap((path) => byPath.get(path) ?? [])
  const ofBytes = bytesOf(wanted)
  while (upload.sent < wanted.length) {
    const done = upload.sent
    tell({ kind: "send", done, of: wanted.length, bytes: bytesOf(wanted.slice(0, done)), ofBytes })
    const portion = portionFrom(wanted, done)
    const files = (await Promise.all(portion.map(asContent))).filter((one) => one !== null)
    await patiently(() => callOperation("import.send", { run, team: upload.team, files }, { signal }), signal)
    upload.sent = done + portion.length
  }
}

function bytesOf(files: readonly PickedFile[]): number {
  return files.reduce((sum, one) => sum + one.file.size, 0)
}

function portionFrom(wanted: readonly PickedFile[], start: number): PickedFile[] {
  let bytes = 0
  const portion: PickedFile[] = []
  for (const one of wanted.slice(start, start + PORTION.files)) {
    bytes += one.file.size
    if (portion.length > 0 && bytes > PORTION.bytes) break
    portion.push(one)
  }
  return portion
}

/**
 * Returns the content of a file as Base64, or null if it can no longer be read. The preview then shows the
 * file as not sent.
 */
async function asContent({ path, file }: PickedFile): Promise<{ path: string; content: string } | null> {
  const url = await new Promise<string | null>((resolve) => {
    const reader = new FileReader()
    reader.addEventListener("load", () => resolve(String(reader.result)))
    reader.addEventListener("error", () => resolve(null))
    reader.readAsDataURL(file)
  })
  return url === null ? null : { path, content: url.slice(url.indexOf(",") + 1) }
}

const PAUSES_MS = [500, 2_000, 5_000]

/** Repeats a request a few times if the server does not respond. Refusals are not retried. */
async function patiently<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (const pause of PAUSES_MS) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
      signal.throwIfAborted()
    }
  }
  return ask()
}

/**
 * Uploads an archive in one request and returns the id of the import run. Uses `XMLHttpRequest` for upload
 * progress.
 */
function sendArchive(upload: Upload, tell: (step: Step) => void, signal: AbortSignal): Promise<string> {
  const file = upload.collected.files[0]?.file
  if (!file) throw new RefusedError(422, "No archive to upload.")
  const query = new URLSearchParams({
    team: upload.team,
    name: file.name,
    ...(upload.project ? { project: upload.project } : {}),
  })
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open("POST", `/api/v1/imports/archive?${query}`)
    request.setRequestHeader("content-type", "application/octet-stream")
    request.upload.addEventListener("progress", ({ loaded }) =>
      tell({ kind: "send", done: 0, of: 1, bytes: loaded, ofBytes: file.size }),
    )
    request.upload.addEventListener("load", () => tell({ kind: "plan" }))
    request.addEventListener("error", () => reject(new UnreachableError("The server did not respond")))
    request.addEventListener("abort", () => reject(new DOMException("cancelled", "AbortError")))
    request.addEventListener("load", () => {
      try {
        resolve(parseAnswer<{ run: string }>(request.status, request.responseText).run)
      } catch (error) {
        reject(error)
      }
    })
    signal.addEventListener("abort", () => request.abort())
    request.send(file)
  })
}

/**
 * Returns the remaining time: "about 8 s left". Null if everything is done, or if it is too early to
 * estimate.
 */
export function timeLeft(done: number, of: number, inMs: number): string | null {
  if (done <= 0 || inMs < 1_000 || done >= of) return null
  const seconds = Math.ceil(((of - done) / done) * (inMs / 1_000))
  if (seconds < 90) return `about ${seconds} s left`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`
}
