import type { OutputOf } from "@/lib/http/contract"
import { resolve } from "node:path"
import type { ParsedArguments } from "../infra/command"
import { sourceNameOf } from "../infra/source-name"
import { ownTeams } from "../infra/choose-team"
import { refuse } from "../infra/exit-codes"

export interface FoundSource {
  readonly id: string
  readonly name: string
  /** The team's slug. */
  readonly team: string
}

type ListedSource = OutputOf<"source.list">["sources"][number]

/**
 * Returns the source with the given name, ID or directory. Without an argument, returns the only source with
 * changes to write, else the only source, else null. Searches all teams unless --team is given. Throws if
 * several sources match, or none.
 */
export async function findSource({
  words: [wanted],
  values,
  server,
}: ParsedArguments): Promise<FoundSource | null> {
  const teams = values.team === undefined ? (await ownTeams(server)).map(({ slug }) => slug) : [values.team]
  const listed = await Promise.all(
    teams.map(async (team) => {
      const { sources } = await server.call("source.list", { team })
      return sources.map((source) => ({ ...source, team }))
    }),
  )
  const sources = listed.flat()
  const matching = wanted === undefined ? sources.filter((one) => one.waiting > 0) : named(sources, wanted)
  const [source] = matching
  if (source && matching.length === 1) return source
  if (source) throw refuse("invalid", severalOf(matching, wanted))
  const [first] = sources
  if (!first)
    throw refuse(
      "not-found",
      `${teams.length === 1 ? `team ${teams[0]} has` : "there are"} no sources: import a directory first`,
    )
  if (wanted === undefined) return sources.length === 1 ? first : null
  throw refuse(
    "not-found",
    `source not found: ${wanted}. Sources: ${sources.map((one) => one.name).join(", ")}`,
  )
}

/**
 * Returns the sources with that name, directory or ID. If several match and some are directories, returns
 * only those.
 */
function named<S extends ListedSource>(sources: readonly S[], wanted: string): readonly S[] {
  const names = [wanted, resolve(wanted), sourceNameOf(resolve(wanted))]
  const found = sources.filter((one) => names.includes(one.name) || one.id === wanted)
  const directories = found.filter((one) => one.kind === "directory")
  return found.length > 1 && directories.length > 0 ? directories : found
}

function severalOf(sources: readonly FoundSource[], wanted: string | undefined): string {
  const names = new Set(sources.map((one) => one.name))
  return names.size === 1
    ? `several teams have the source ${[...names].join("")}: choose one with --team (${sources.map((one) => one.team).join(", ")})`
    : `several sources ${wanted === undefined ? "have changes to write back" : `match ${wanted}`}: choose one of ${[...names].join(", ")}`
}
