import { joinNames } from "../../text/sentence"
import { BY_INDEX, linksIn, type Link } from "../../memory-files/topic-files"
import { EVIDENCE_ENTRIES, alertOf } from "../rule"
import {
  type FileFacts,
  aboutEntries,
  currentOf,
  isLastingMemory,
  onNoDay,
  ofEntries,
  type FileRule,
} from "./file-rule"
import { folderPrefix, fileName } from "@/lib/memory/memory-files/paths"

/** Index lines with links to topic files that do not exist. */
export const brokenReferences: FileRule = {
  find(file) {
    if (!isIndex(file) || file.beside.length < 2) return []
    const there = new Set(file.beside)
    const broken = linksOf(file).filter(({ target }) => !there.has(target))
    const [first] = broken
    if (first === undefined) return []
    const names = [...new Set(broken.map(({ target }) => below(file, target)))]
    const message =
      names.length === 1
        ? `Line ${first.line} links to ${names[0] ?? ""}, which does not exist`
        : `${broken.length} lines link to files that do not exist: ${joinNames(names)}`
    return [
      alertOf("broken-reference", {
        part: "missing",
        message,
        line: first.line,
        column: first.column,
        evidence: {
          figures: { broken: broken.length },
          names,
          places: broken.slice(0, EVIDENCE_ENTRIES).map(({ line, column, target }) => ({
            line,
            column,
            code: "link-broken",
            message: `${below(file, target)} does not exist`,
          })),
        },
      }),
    ]
  },
  turns: onNoDay,
}

/** Topic files that the index does not link to, so agents do not find them. */
export const unlistedTopics: FileRule = {
  find(file) {
    if (!isIndex(file) || !BY_INDEX.has(file.format)) return []
    const listedOnes = new Set(linksOf(file).map(({ target }) => target))
    const mentioned = (path: string) => file.text.includes(fileName(path))
    const unlisted = file.beside.filter(
      (path) =>
        path !== file.path &&
        folderPrefix(path) === folderPrefix(file.path) &&
        !listedOnes.has(path) &&
        !mentioned(path),
    )
    if (unlisted.length === 0) return []
    const names = unlisted.map((path) => below(file, path))
    return [
      alertOf("broken-reference", {
        part: "unlisted",
        severity: "info",
        message: `The index does not link to ${names.length === 1 ? "the topic file" : `${names.length} topic files:`} ${joinNames(names)}`,
        evidence: { figures: { unlisted: names.length }, names: names.slice(0, EVIDENCE_ENTRIES) },
      }),
    ]
  },
  turns: onNoDay,
}

/** Topic files in a folder without an index. Raised once, for the first file. */
export const missingIndex: FileRule = {
  find: (file) =>
    isLastingMemory(file) && BY_INDEX.has(file.format) && file.withoutIndex > 0
      ? [
          alertOf("broken-reference", {
            part: "no-index",
            severity: "info",
            message: `No MEMORY.md links to ${file.withoutIndex === 1 ? "this topic file" : `the ${file.withoutIndex} topic files in this folder`}, so agents do not find ${file.withoutIndex === 1 ? "it" : "them"}`,
            evidence: { figures: { topics: file.withoutIndex } },
          }),
        ]
      : [],
  turns: onNoDay,
}

const REMOVED = " was removed"

/** Returns the citations in words: "removed files: lib/old.ts and lib/b.ts", "changed code: lib/a.ts ends at line 40". */
function describeCited(cited: readonly string[]): string {
  const [removed, changed] = [true, false].map((isRemoved) =>
    cited.filter((one) => one.endsWith(REMOVED) === isRemoved),
  ) as [string[], string[]]
  const files = joinNames(removed.map((one) => one.slice(0, -REMOVED.length)))
  return [
    ...(removed.length > 0 ? [`${removed.length === 1 ? "a removed file" : "removed files"}: ${files}`] : []),
    ...(changed.length > 0 ? [`changed code: ${joinNames(changed)}`] : []),
  ].join(", and ")
}

/** Entries that cite removed files of the code base, so they may be outdated. */
export const citedPaths: FileRule = {
  find(file) {
    const citing = isLastingMemory(file)
      ? currentOf(file).filter(({ citedGone }) => citedGone.length > 0)
      : []
    if (citing.length === 0) return []
    const names = [...new Set(citing.flatMap(({ citedGone }) => citedGone))]
    const message = `${ofEntries(citing.length, currentOf(file).length)} ${citing.length === 1 ? "cites" : "cite"} ${describeCited(names)}`
    const about = aboutEntries(citing, { citing: citing.length, gone: names.length })
    return [
      alertOf("broken-reference", {
        part: "cited",
        severity: "info",
        message,
        ...about,
        evidence: { ...about.evidence, names: names.slice(0, EVIDENCE_ENTRIES) },
      }),
    ]
  },
  turns: onNoDay,
}

const isIndex = (file: FileFacts): boolean => isLastingMemory(file) && file.role === "index"

const linksOf = (file: FileFacts): Link[] =>
  linksIn(file.text, file.path).filter(({ target }) => target.startsWith(folderPrefix(file.path)))

const below = (file: FileFacts, path: string): string => path.slice(folderPrefix(file.path).length)
