import { serverAt } from "@/lib/cli/infra/server"
import { syncFolder } from "@/lib/cli/sync/sync-folder"

/**
 * A process that syncs a folder and exits right after the first step with this name: `node sync-child.mjs
 * FOLDER TEAM PROJECT STEP`.
 */
const [directory = "", team = "", project = "", dies = ""] = process.argv.slice(2)
await syncFolder({
  directory,
  team,
  project,
  push: true,
  pull: true,
  server: serverAt(process.env.QUARTERDECK_URL ?? "", () => ({
    token: process.env.QUARTERDECK_TOKEN ?? "",
    from: "the test",
  })),
  screen: { progress: () => undefined, say: () => undefined, width: Infinity },
  onStep(step) {
    if (step === dies) process.kill(process.pid, "SIGKILL")
  },
})
