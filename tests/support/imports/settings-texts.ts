import fc from "fast-check"
import { stringify } from "smol-toml"

/** Layout of a text: indentation, line ends, trailing commas and comments, final line break. */
interface Setting {
  readonly unit: string
  readonly eol: string
  readonly comments: boolean
  readonly trailing: boolean
  readonly ended: boolean
}

const setting = fc.record<Setting>({
  unit: fc.constantFrom("  ", "    ", "\t", ""),
  eol: fc.constantFrom("\n", "\r\n"),
  comments: fc.boolean(),
  trailing: fc.boolean(),
  ended: fc.boolean(),
})

const key = fc.constantFrom("permissions", "model", "env", "theme", "z", "a b")
const foreignHandler = fc.record(
  {
    type: fc.constant("command"),
    command: fc.constantFrom("./lint.sh", "echo 'quarterdeck'", 'say "hi, {x}"'),
    timeout: fc.integer({ min: 1, max: 60 }),
  },
  { requiredKeys: ["type", "command"] },
)
const ourHandler = fc.record({
  type: fc.constant("command"),
  command: fc.constantFrom(
    "quarterdeck hook session-start",
    "node /old/place/lib/cli/bin.mjs hook session-start --agent ann --budget 900",
  ),
})

const hooksOf = (handler: fc.Arbitrary<object>, grouped: boolean) => {
  const item = grouped
    ? fc.record(
        { matcher: fc.constantFrom("", "startup|resume"), hooks: fc.array(handler, { maxLength: 2 }) },
        { requiredKeys: ["hooks"] },
      )
    : handler
  return fc.dictionary(
    fc.constantFrom("SessionStart", "sessionStart", "Stop", "PreToolUse", "SessionEnd"),
    fc.array(item, { maxLength: 2 }),
    { maxKeys: 3 },
  )
}

/**
 * Settings files of a harness: `value` is the parsed value of `text`. Contains Quarterdeck's hooks, also
 * older forms, only if `ours`.
 */
export function settingsTexts({
  grouped,
  ours = false,
}: {
  grouped: boolean
  ours?: boolean
}): fc.Arbitrary<{ value: Record<string, unknown>; text: string }> {
  const others = fc.dictionary(key, fc.jsonValue({ maxDepth: 2 }).map(withoutOddities), { maxKeys: 3 })
  const servers = fc.dictionary(
    fc.constantFrom("github", "files"),
    fc.record({ command: fc.constant("npx"), args: fc.array(fc.constantFrom("-y", "x"), { maxLength: 2 }) }),
    { maxKeys: 2 },
  )
  const hooks = hooksOf(ours ? fc.oneof(foreignHandler, ourHandler) : foreignHandler, grouped)
  return fc
    .tuple(others, fc.option(hooks, { nil: undefined }), fc.option(servers, { nil: undefined }), setting)
    .map(([some, itsHooks, itsServers, how]) => {
      const value = {
        ...some,
        ...(itsHooks ? { hooks: itsHooks } : {}),
        ...(itsServers ? { mcpServers: itsServers } : {}),
      }
      return { value, text: written(value, how) }
    })
}

/** JSON.parse and object literals treat `__proto__` differently, and JSON has no -0. */
const withoutOddities = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll("__proto__", "proto"))

function written(value: unknown, { unit, eol, comments, trailing, ended }: Setting): string {
  const write = (one: unknown, indent: string): string => {
    if (typeof one !== "object" || one === null) return JSON.stringify(one)
    const [open, close] = Array.isArray(one) ? ["[", "]"] : ["{", "}"]
    const items = Array.isArray(one)
      ? one.map((item) => write(item, indent + unit))
      : Object.entries(one).map(([name, item]) => `${JSON.stringify(name)}: ${write(item, indent + unit)}`)
    if (items.length === 0)
      return comments && indent === "" ? `${open} /* nothing yet */ ${close}` : open + close
    if (unit === "") return `${open}${items.join(", ")}${close}`
    const lines = items.map(
      (item, place) =>
        `${indent}${unit}${item}${place < items.length - 1 || trailing ? "," : ""}${comments && place % 2 === 0 ? " // why, and so on" : ""}${eol}`,
    )
    return `${open}${eol}${lines.join("")}${comments ? `${indent}${unit}/* of old: { "hooks": 1, } */${eol}` : ""}${indent}${close}`
  }
  return `${comments && unit !== "" ? `// settings${eol}` : ""}${write(value, "")}${ended ? eol : ""}`
}

/**
 * TOML settings with unrelated tables, multi-line texts that look like Quarterdeck's, comments and both line
 * ends.
 */
export const tomlTexts: fc.Arbitrary<string> = fc
  .tuple(
    fc.dictionary(
      fc.constantFrom("model", "approval_policy", "notify"),
      fc.oneof(fc.string(), fc.integer(), fc.boolean()),
      { maxKeys: 2 },
    ),
    fc.subarray(["github", "files"]),
    fc.boolean(),
    fc.constantFrom("\n", "\r\n"),
    fc.constantFrom("", "# at the end", "\n\n"),
  )
  .map(([top, servers, tricky, eol, end]) => {
    const head = `# mine\n${stringify(top)}`
    const trick = tricky ? `note = """\n[mcp_servers.quarterdeck]\ncommand = "no"\n"""\n` : ""
    const tables = servers
      .map(
        (name) =>
          `\n[mcp_servers.${name}] # of others\ncommand = "npx"\nargs = [\n  "-y", # quietly\n  "${name}",\n]\n\n[mcp_servers.${name}.env]\nA = '[x]'\n`,
      )
      .join("")
    return `${head}${trick}${tables}${end}`.replaceAll("\n", eol)
  })
