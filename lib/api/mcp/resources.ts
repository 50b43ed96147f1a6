import { formatCount } from "@/lib/memory/text/sentence"
import { ownValue } from "@/lib/memory/text/own-value"
import type { Resource } from "@modelcontextprotocol/sdk/types.js"
import { z } from "zod"
import type { Actor } from "@/lib/memory/teams/actor"
import { readFileAt } from "@/lib/operations/memory-files/file-contents"
import { listMemoryFiles } from "@/lib/operations/memory-files/files"
import { runOperation } from "@/lib/operations/operation"
import { listTeams } from "@/lib/operations/teams/teams"
import { valueOrThrow, RPC, RpcError } from "./json-rpc"

const PAGE = 100

export const TEMPLATE = {
  uriTemplate: "quarterdeck://{team}/{project}/{+path}",
  name: "memory-file",
  title: "Memory file",
  description: "The exact text of a memory file. Use slugs for team and project, and the path as imported.",
} as const

/**
 * Returns a page of memory files as MCP resources, team by team. Throws an RpcError if the cursor is invalid.
 */
export async function listResources(
  actor: Actor,
  cursor: string | undefined,
): Promise<{ resources: Resource[]; nextCursor?: string }> {
  const teams = valueOrThrow(await runOperation(listTeams, actor, {})).teams.toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  )
  let place = placeOf(cursor)
  for (const team of teams.filter((one) => place.team === null || one.id >= place.team)) {
    for (
      let after: string | null = team.id === place.team ? place.after : null, first = true;
      first || after !== null;
      first = false
    ) {
      const { files, next } = valueOrThrow(
        await runOperation(listMemoryFiles, actor, {
          team: team.id,
          limit: PAGE,
          ...(after === null ? {} : { after }),
        }),
      )
      const resources = files
        .filter((file) => file.state !== "gone")
        .map((file) => asResource(team.slug, file))
      after = next
      place = { team: team.id, after }
      const following = after === null ? (teams.find((one) => one.id > team.id)?.id ?? null) : team.id
      if (resources.length > 0)
        return {
          resources,
          ...(following === null ? {} : { nextCursor: cursorOf({ team: following, after }) }),
        }
    }
  }
  return { resources: [] }
}

/**
 * Returns the exact text of a memory file. Throws an RpcError if the URI is malformed or the actor cannot
 * read the file.
 */
export async function readResource(
  actor: Actor,
  uri: string,
): Promise<{ uri: string; mimeType: string; text: string }> {
  const [team, project, ...path] = partsOf(uri)
  const outcome =
    team && project && path.length > 0
      ? await runOperation(readFileAt, actor, { team, project, path: path.join("/") })
      : null
  if (outcome?.ok) return { uri, mimeType: mimeTypeOf(outcome.value.path), text: outcome.value.text }
  throw new RpcError(
    RPC.notFound,
    outcome
      ? `${outcome.message}. resources/list shows what you can read`
      : `a memory file's URI has the form ${TEMPLATE.uriTemplate}. resources/list shows what you can read`,
    { uri },
  )
}

function asResource(
  team: string,
  file: {
    path: string
    project: { slug: string }
    agent: string | null
    category: string | null
    formatName: string
    entries: number
    bytes: number
    updatedOn: string | null
  },
): Resource {
  const whose = file.agent ?? file.category
  return {
    uri: `quarterdeck://${[team, file.project.slug, ...file.path.split("/")].map(encodeURIComponent).join("/")}`,
    name: file.path,
    title: whose === null ? file.path : `${whose}: ${file.path}`,
    description: `${file.formatName}, ${formatCount(file.entries, "entry")}`,
    mimeType: mimeTypeOf(file.path),
    size: file.bytes,
    ...(file.updatedOn === null ? {} : { annotations: { lastModified: `${file.updatedOn}T00:00:00Z` } }),
  }
}

function partsOf(uri: string): string[] {
  const rest = /^quarterdeck:\/\/(.+)$/s.exec(uri)?.[1]
  try {
    return rest?.split("/").map(decodeURIComponent) ?? []
  } catch {
    return [] // The URI has a percent sign without digits.
  }
}

const TYPES: Readonly<Record<string, string>> = {
  md: "text/markdown",
  mdc: "text/markdown",
  json: "application/json",
  af: "application/json",
  jsonl: "application/x-ndjson",
  yaml: "application/yaml",
  yml: "application/yaml",
}

const mimeTypeOf = (path: string): string =>
  ownValue(TYPES, /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "") ?? "text/plain"

interface Place {
  readonly team: string | null
  readonly after: string | null
}

const cursorOf = ({ team, after }: Place): string =>
  Buffer.from(JSON.stringify([team, after])).toString("base64url")

const cursorShape = z.tuple([z.uuid(), z.uuid().nullable()])

function placeOf(cursor: string | undefined): Place {
  if (cursor === undefined) return { team: null, after: null }
  const text = Buffer.from(cursor, "base64url").toString()
  const read = text.startsWith("[") && text.endsWith("]") ? cursorShape.safeParse(jsonOf(text)) : null
  if (!read?.success)
    throw new RpcError(RPC.invalidParams, "cursor: use nextCursor from the previous page, or omit the cursor")
  return { team: read.data[0], after: read.data[1] }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // The text is not a cursor of this server.
  }
}
