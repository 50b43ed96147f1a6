import type { ParsedArguments, Option } from "../infra/command"
import { PROJECT, TEAM } from "../infra/option-values"
import type { SyncRequest } from "./sync-folder"

export const SYNC_OPTIONS: Readonly<Record<string, Option>> = {
  project: {
    value: "P",
    about:
      "the folder's project, created by the first push (default: the project of the last sync, then the folder's name)",
    takes: PROJECT,
  },
  team: {
    value: "T",
    about: "the project's team (default: your only team, not counting samples)",
    takes: TEAM,
  },
}

export const DRY_RUN: Option = { about: "preview the changes without writing on either side" }

/** Returns the sync request of a command for the given folder, or the current one. */
export const syncRequestOf = ({
  words,
  values,
  server,
  screen,
}: ParsedArguments): Omit<SyncRequest, "push" | "pull"> => ({
  directory: words[0] ?? ".",
  team: values.team,
  project: values.project,
  server,
  screen,
})
