import { ownValue } from "@/lib/memory/own-value"
import type { Tool } from "@/lib/operations/operation"
import { inputSchemaOf, type JsonSchema, mapParts, takesNull, withoutNull } from "./json-schema"
import type { z } from "zod"

/** What a tool takes: as it is declared, with the limit that holds for agents. */
export function argumentsSchema(input: z.ZodType, tool: Tool): JsonSchema {
  const { $schema: _, ...declared } = inputSchemaOf(input)
  const schema = tool.without ? without(declared, tool.without) : declared
  if (!tool.limit) return schema
  return {
    ...schema,
    properties: {
      ...schema.properties,
      limit: {
        description: FIELDS.limit as string,
        type: "integer",
        minimum: 1,
        maximum: tool.limit.most,
        default: tool.limit.usual,
      },
    },
  }
}

/** Returns a schema without some of its members; names that it does not have change nothing. */
function without(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const { properties = {}, required = [] } = schema
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name))),
    required: required.filter((name) => !names.includes(name)),
  }
}

/**
 * The same in the words that every harness understands: one object, each field described, no keyword beyond type, enum, items,
 * anyOf and plain bounds. What the declaration checks further is checked when the tool is called.
 */
export function offered(schema: JsonSchema, tool: Tool): JsonSchema {
  return { type: "object", ...plain(schema, tool, null) }
}

function plain(schema: JsonSchema, tool: Tool, name: string | null): JsonSchema {
  const { oneOf, const: only, format, description, required, ...rest } = withoutNull(schema)
  const said = [
    (name === null ? undefined : ownValue(tool.fields, name)) ??
      description ??
      (name === null ? undefined : ownValue(FIELDS, name)),
    format === undefined ? undefined : ownValue(FORMATS, format),
  ].filter((one) => one !== undefined)
  const kept = Object.fromEntries(Object.entries(rest).filter(([keyword]) => KEPT.has(keyword)))
  const needed = required?.filter((one) => !takesNull(ownValue(schema.properties, one) ?? {}))
  const parts = mapParts({ ...kept, ...(oneOf ? { anyOf: oneOf } : {}) }, (part, of) => plain(part, tool, of))
  return {
    ...(said.length > 0 ? { description: said.join(". ") } : {}),
    ...parts,
    ...(only === undefined ? {} : { type: typeof only, enum: [only] }),
    ...(needed && needed.length > 0 ? { required: needed } : {}),
  }
}

const KEPT = new Set([
  "type",
  "properties",
  "items",
  "anyOf",
  "enum",
  "default",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
])

const FORMATS: Readonly<Record<string, string>> = {
  date: "A date: 2026-11-22",
  "date-time": "A time: 2026-11-22T08:30:00Z",
  uuid: "An id, as an answer gave it",
}

/** What a field means wherever it has no words of its own. */
export const FIELDS: Readonly<Record<string, string>> = {
  team: "A team's slug, name or id. Leave it out for the team of your access token",
  project: "A project's slug, name or id. Leave it out for the only one that you may see",
  agent: "The agent's name",
  agents: "Names of agents",
  from: "Whose memory it is taken from: agents by name, or files",
  author: "The agent that asks, where the access token is not bound to one",
  category: "A category's slug: agents that share a memory",
  scope: "Where a memory holds: project, team, global (everywhere), or session (until it ends)",
  type: "What kind of statement it is: decision, convention, pattern, preference …",
  section: "A section's heading in the memory file",
  format: "The memory format, or how the text is to be laid out",
  id: "A project or team by its slug, name or id, as the scope says",
  q: 'Words to look for: all of them have to stand in the entry. "A phrase", prefix*, -without',
  limit: "How many at most",
  cursor: "Where to go on: next of the page before",
  after: "Where to go on: next of the page before",
  before: "What the entry says now, word for word",
  entry: "The id of an entry, as memory_search and memory_read give it",
  entries: "Ids of entries, as memory_search and memory_read give them",
  path: "Path of a memory file, as an answer cited it",
  file: "Id or path of a memory file",
  line: "A line of that file, counted from 1",
  content: "The statement itself: one finding, in one sentence",
  text: "The statement itself: one finding, in one sentence",
  date: "When it was found",
  changes: "To change what stands, instead of content: one or more changes of one file",
  kind: "Which kind it is",
  why: "Why it no longer holds",
  reason: "Why, in a sentence, for whoever decides",
  evidence: "What it rests on: a file, a command and its output, a link",
  confidence: "How sure you are, from 0 to 1",
  session: "The name of this session, as your harness calls it",
  harness: "What you run in: claude-code, codex, cursor …",
  task: "What you are about to do, in a sentence",
  budget: "How many tokens of text at most",
  summary: "What the session did, in one line",
  outcome: "How it ended: done, partial, failed …",
  learnings: "What others should know after this session, a statement each: these become proposals",
  title: "What to call it",
  claims: "The statements, each with what it rests on",
  citations: "What the claim rests on: entries by id, or a path and a line. At least one",
  facets: "Whether to count the hits by scope, team, project, agent, category, type and format",
  mode: "words: only what has the words; hybrid: also what means the same",
  is: "Only what is stale, retired or verified",
  overrideGlobal: "Whether global memory goes before the project's own",
}
