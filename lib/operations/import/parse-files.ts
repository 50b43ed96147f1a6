import { type Candidate, locator, type SourceFacts } from "@/lib/formats/format-detection"
import { formatRuleOf } from "@/lib/formats/all-formats"
import { pathClashes } from "@/lib/formats/file-problems"
import type { Diagnostic } from "@/lib/memory/memory-files/format"
import type { Analysis, UnitResult } from "../isolated/analysis"
import { runIsolated } from "../isolated/run-isolated"
import { type Derivation, derive, quarantineFile } from "../writing/derive"

/** A file to parse. Formats are passed by id. */
export interface ParseTask {
  readonly path: string
  readonly bytes: Uint8Array
  readonly candidates: readonly Candidate[]
}

export const parseFile: Analysis<ParseTask, Derivation> = {
  name: "parse-file",
  run: ({ path, bytes, candidates }) => derive(path, bytes, candidates),
}

/**
 * Returns a parser for the files of one import. `paths`: all paths of the import, which decide formats and
 * show name clashes. `holder`: the folder before all paths, "" or with a trailing slash. `facts`: format
 * rules and other facts of the source.
 */
export function importParser(
  paths: readonly string[],
  holder: string,
  facts: SourceFacts,
): (items: readonly { readonly path: string; readonly content: Uint8Array }[]) => Promise<Derivation[]> {
  const locate = locator(paths, holder, facts)
  const clashesOf = pathClashes(paths)
  return async (items) => {
    const derived = await parseFiles(
      items.map(({ path, content }) => ({ path: holder + path, bytes: content, candidates: locate(path) })),
    )
    return derived.map((one, place) => {
      const path = items[place]?.path ?? ""
      const isOfOtherTeam = formatRuleOf(facts.takenAs ?? [], path)?.team !== undefined
      return isOfOtherTeam && one.kind === "left-alone"
        ? { ...one, reason: OF_OTHER_TEAM }
        : withDiagnostics(one, clashesOf(path))
    })
  }
}

/** Reason for ignoring a file that a rule assigns to another team. */
export const OF_OTHER_TEAM =
  "belongs to another team according to a rule for this source, and is imported into that team if you have permission"

function withDiagnostics(derived: Derivation, more: readonly Diagnostic[]): Derivation {
  if (derived.kind !== "memory" || more.length === 0) return derived
  const { parsed } = derived
  return { ...derived, parsed: { ...parsed, diagnostics: [...more, ...parsed.diagnostics] } }
}

/**
 * Parses files in child processes, in the given order. A file that takes too long or crashes the parser is
 * quarantined alone.
 */
export async function parseFiles(tasks: readonly ParseTask[]): Promise<Derivation[]> {
  const results = await runIsolated(parseFile, tasks)
  return results.map((result, place) => {
    if (result.ok) return result.value
    console.error(`${tasks[place]?.path} was quarantined: ${result.message}`)
    return quarantineFile("parser-failed", quarantineReason(result))
  })
}

function quarantineReason({ failure, message }: Extract<UnitResult<never>, { ok: false }>): string {
  const why = {
    timeout: `Parsing ${message.replace(/^it /, "")}`,
    crash: "Parsing crashed or exceeded its memory limit",
    error: `Parsing failed (${message})`,
  }
  return `${why[failure]}; the file was quarantined. Nothing else changed.`
}
