import type { Given, Option } from "../command"
import { PROJECT, TEAM } from "../taken"
import type { Asked } from "./sync-folder"

export const SYNC_OPTIONS: Readonly<Record<string, Option>> = {
  project: {
    value: "P",
    about:
      "the project that the folder belongs to, made with the first push; the one it belonged to so far, or its name's, unless named",
    takes: PROJECT,
  },
  team: {
    value: "T",
    about: "the team that the project belongs to; your only one besides the samples unless named",
    takes: TEAM,
  },
}

export const DRY_RUN: Option = { about: "say what would be done, and write nothing anywhere" }

/** What a command that was given a folder, or stands in one, asks for. */
export const askedOf = ({ words, values, server, screen }: Given): Omit<Asked, "push" | "pull"> => ({
  directory: words[0] ?? ".",
  team: values.team,
  project: values.project,
  server,
  screen,
})
