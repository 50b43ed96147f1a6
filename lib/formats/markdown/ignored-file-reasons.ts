import { indexLines } from "./lines"
import { readFrontmatter } from "./frontmatter"
import { baseName, partsOf } from "../paths"

/** Returns why a path that no format accepts is ignored, for display. */
export function whyIgnored(path: string): string {
  const { segments, name } = partsOf(path)
  const parents = segments.slice(0, -1)
  const kind = KINDS.find((one) => one.test(name, parents))
  return kind?.reason ?? "no memory format stores files at this path"
}

/** Returns why a text at a path of a format is not memory, or null. */
export function whyNoMemory(text: string, path: string): string | null {
  const { name } = partsOf(path)
  if (!/\.md$/i.test(name) || !text.slice(0, 4).replace("\uFEFF", "").startsWith("---")) return null
  const head = text.slice(0, 16_384)
  const keys = readFrontmatter(head, indexLines(head), true)?.values
  if (keys === undefined || !keys.has("name") || !keys.has("description")) return null
  return ["tools", "allowed-tools", "model", "permissionMode", "disallowedTools"].some((key) => keys.has(key))
    ? "it defines an agent or a skill and is not memory"
    : null
}

interface Kind {
  readonly reason: string
  test(name: string, parents: readonly string[]): boolean
}

const CODE =
  /\.(?:ts|tsx|js|jsx|mjs|cjs|py|rs|go|java|kt|rb|php|c|h|cc|cpp|hpp|cs|swift|scala|sh|bash|zsh|ps1|lua|sql|vue|svelte|ipynb)$/i
const CONFIG = /\.(?:ya?ml|toml|ini|cfg|conf|env|lock|properties|xml)$/i

const KINDS: readonly Kind[] = [
  {
    reason: "it is documentation, not memory",
    test: (name) => /^(?:readme|changelog|contributing|license)(?:\.|$)/i.test(name),
  },
  {
    reason: "it defines a skill and is not memory",
    test: (name, parents) => name === "SKILL.md" || parents.includes("skills"),
  },
  {
    reason: "it defines a command and is not memory",
    test: (name, parents) => /\.md$/i.test(name) && parents.includes("commands"),
  },
  {
    reason: "it defines an agent and is not memory",
    test: (name, parents) =>
      /\.(?:md|mdc|agent\.md|chatmode\.md)$/i.test(name) &&
      (/(?:^|[-_.])agent$/i.test(baseName(name)) ||
        parents.some((parent) => /^(?:agents?|chatmodes|prompts|personas)$/i.test(parent))),
  },
  { reason: "it is source code", test: (name) => CODE.test(name) },
  {
    reason: "it is a package manifest",
    test: (name) => /^(?:package(?:-lock)?|composer|deno|tsconfig)\.json$/i.test(name),
  },
  {
    reason: "it is a configuration file",
    test: (name) => CONFIG.test(name) || /^(?:settings|config|mcp)(?:\..+)?\.json$/i.test(name),
  },
  { reason: "it is JSON, but not in a memory format", test: (name) => /\.jsonl?$/i.test(name) },
  {
    reason: "it is Markdown at a path where no memory format stores files",
    test: (name) => /\.(?:md|mdc|markdown)$/i.test(name),
  },
]
