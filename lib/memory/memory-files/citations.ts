import { analyzedPart } from "../text/analyzed"

/** A path that an entry names, as it could stand in the project's source tree. */
export interface Citation {
  readonly path: string
  readonly line: number | null
  /** Whether it names a folder, or a file by more than its bare name: where that is not there, it is gone. */
  readonly sure: boolean
}

/** Endings by which a name without folders is a file's: `console.log` and `Array.map` are not. */
const ENDINGS = new Set(
  "ts tsx js jsx mjs cjs mts cts json jsonc yaml yml toml md mdx txt py rb go rs java kt kts swift c h cc cpp hpp cs php sql sh bash zsh ps1 css scss html vue svelte prisma proto graphql tf lock ini cfg conf xml csv ipynb ex exs erl hs scala dart lua r m gradle".split(
    " ",
  ),
)

const MOST = 50

/** The files and folders that a text cites: in code (`lib/a.ts:12`), as targets of links, and bare with their line. Each once, in the order of the text. */
export function citationsIn(text: string): Citation[] {
  const found = new Map<string, Citation>()
  for (const line of text.split("\n"))
    for (const { 1: code, 2: target, 3: bare } of analyzedPart(line).matchAll(NAMED)) {
      const citation = readCitation((code ?? target ?? bare ?? "").trim(), target !== undefined)
      if (citation && found.size < MOST) found.set(`${citation.path}:${citation.line ?? ""}`, citation)
    }
  return [...found.values()]
}

/** Code, the target of a link, or a path with its line. */
const NAMED =
  /`+([^`\n]+)`+|!?\[[^\]\n]*\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)|(?<![\w/.`])((?:[\w@.-]+\/)+[\w.-]+\.\w{1,8}(?::\d+)?)/g

function readCitation(words: string, linked: boolean): Citation | null {
  const [named, lines] = splitLine(words)
  const path = decoded(named.replace(/^\.\//, "").split("#")[0] ?? "", linked)
  if (
    path === "" ||
    /[\s*?"'<>|{}$\\()=,;]/.test(path) ||
    /^[a-z][a-z+.-]*:/i.test(path) ||
    path.startsWith("/") ||
    path.startsWith("~") ||
    path.startsWith("-") ||
    path.startsWith("@")
  )
    return null
  const parts = path.split("/").filter((part) => part !== "")
  if (parts.length === 0 || parts.some((part) => part === ".." || part === ".")) return null
  const last = parts.at(-1) ?? ""
  const ending = /^.+\.(\w{1,8})$/.exec(last)?.[1]?.toLowerCase()
  const line = lines === undefined ? null : Number(lines)
  const isFile = ending !== undefined && (ENDINGS.has(ending) || line !== null)
  if (!isFile && !(path.endsWith("/") && parts.length > 0)) return null
  return {
    path: parts.join("/") + (path.endsWith("/") ? "/" : ""),
    line: line !== null && line > 0 ? line : null,
    sure: parts.length > 1 || line !== null,
  }
}

/** `a.ts:12`, `a.ts:12:3`, `a.ts:12-20`, `a.ts#L12`: a path and its first line. */
function splitLine(words: string): [path: string, line: string | undefined] {
  const [, path = words, hash, colon] = /^(.*?)(?:#L(\d+)(?:-L?\d+)?|:(\d+)(?:[:-]\d+)?)$/.exec(words) ?? []
  return [path, hash ?? colon]
}

function decoded(path: string, linked: boolean): string {
  if (!linked || !path.includes("%")) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
