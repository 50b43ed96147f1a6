import type { EntryFacts, FileFacts } from "./facts"
import { currentOf } from "./file-rule"

/** Returns current entries with content: no placeholders and no introduction of the file. */
export function informativeEntries(file: FileFacts): EntryFacts[] {
  const preface = endOfPreface(file)
  const lines = preface === 0 ? [] : file.text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/, preface)
  return currentOf(file).filter(
    (entry) =>
      !isPlaceholder(entry.text) && !(entry.line < preface && !LIST_ITEM.test(lines[entry.line - 1] ?? "")),
  )
}

export const isPlaceholder = (text: string): boolean =>
  PLACEHOLDER.test(text.trim()) || EMPTY_TABLE.test(text.trim())

const EMPTY_TABLE = /^\|[^\n]*\|[ \t]*\r?\n[ \t]*\|[ \t:|-]+\|$/

/** Placeholder texts. */
const PLACEHOLDER =
  /^[\s_*([<>-]*(?:none|nothing|n\/?a|tbd|todo|empty|pending|placeholder|to be (?:filled(?: in)?|added|determined|documented|defined|updated)|(?:none|nothing|no (?:[\p{L}-]+ ){0,2}[\p{L}-]+?)(?: (?:has|have|been|were|are|is))*(?: (?:yet|so far|recorded|documented|added|noted|logged|saved|stored|available|found))+|(?:this (?:file|section|memory) is|(?:it|your [\w.]+) is) (?:currently |still |intentionally )?empty[^.]{0,40}|add [\p{L}-]+(?: [\p{L}-]+){0,5} here)[\s_*)\]>.…-]*$/iu

/** Returns the line of the first section if an introduction can precede it; else 0. */
function endOfPreface({ sections, entries }: FileFacts): number {
  const first = sections.find(({ level }) => level === 2)
  const before = first === undefined ? [] : entries.filter(({ line }) => line < first.line)
  return first !== undefined &&
    before.length <= MOST_OF_PREFACE &&
    sections.some(({ level, line }) => level === 1 && line < first.line)
    ? first.line
    : 0
}

const MOST_OF_PREFACE = 2

const LIST_ITEM = /^\s*(?:[-*+•]|\d{1,9}[.)])\s|^\s*\|/
