import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/mint"
import { database } from "@/lib/db/infra/client"
import { loadSamples } from "@/lib/launch/content"

it("times", async () => {
  const steps: string[] = []
  const at = performance.now()
  const cpu = process.cpuUsage()
  await loadSamples((line) => void steps.push(`${Math.round(performance.now() - at)} ${line}`))
  const used = process.cpuUsage(cpu)
  console.log(steps, performance.now() - at, used)
  const q = async (sql: string) => console.log(sql, JSON.stringify(await database().$queryRawUnsafe(sql)))
  await q("select count(*)::int, min(created_at), max(created_at) from revision")
  await q("select count(*)::int from receipt")
  await q("select verdict, count(*)::int from review group by 1")
  await q("select count(*)::int from delivered where approved_on is not null")
})
