import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { systemActor } from "@/lib/auth/create-actor"
import { disconnect } from "@/lib/db/infra/client"
import { sourcesNamed } from "@/lib/db/sources/write-backs"
import { startWriteBack, writeBackUnderWay } from "@/lib/operations/write-back/run-write-back"
import { planWriteBack } from "@/lib/operations/write-back/plan"

/**
 * A process that writes back a source, prints each step, and exits right after step NUMBER: `node
 * write-back-child.mjs TEAM SOURCE WAY NUMBER`.
 */
const [teamId = "", name = "", way = "", dies = "0"] = process.argv.slice(2)
const [source] = await sourcesNamed(wholeTeamUnchecked(teamId), name)
if (!source || (way !== "directory" && way !== "branch"))
  throw new Error(`there is no source ${name}, or no way ${way}`)
let steps = 0
const { shown } = await planWriteBack(systemActor(), teamId, source, way)
const started = await startWriteBack(
  systemActor(),
  teamId,
  { source, way, shown },
  {
    now: new Date(),
    onStep(step) {
      steps += 1
      process.stdout.write(`${step}\n`)
      if (steps === Number(dies)) process.kill(process.pid, "SIGKILL")
    },
  },
)
if (!started.ok) throw new Error(started.message)
await writeBackUnderWay(started.value ?? "")
await disconnect()
process.exit()
