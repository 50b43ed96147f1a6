import type { FileFacts } from "@/lib/memory/alerts/file/file-rule"
import { type Link, linksIn } from "@/lib/memory/memory-files/topic-files"
import { checkFile } from "@/lib/memory/alerts/file/check-file"
import type { CheckResult } from "@/lib/memory/alerts/rule"
import type { WatchSettings } from "@/lib/memory/alerts/alert-settings"
import type { Analysis } from "../isolated/analysis"

interface FileToLookAt {
  readonly facts: FileFacts
  readonly settings: WatchSettings
  readonly now: Date
}

/** Applies all alert rules to one memory file. */
export const checkFileAnalysis: Analysis<FileToLookAt, CheckResult> = {
  name: "look-at-file",
  run: ({ facts, settings, now }) => checkFile(facts, settings, now),
}

/** Finds the links of an index file. */
export const linksOfFile: Analysis<{ text: string; path: string }, Link[]> = {
  name: "links-of-file",
  run: ({ text, path }) => linksIn(text, path),
}
