import { databaseHealth } from "@/lib/db/health"
import { version } from "@/package.json"

export const dynamic = "force-dynamic"

/** For load balancers and scripts: anyone may ask, and learns nothing but whether it works. */
export async function GET(): Promise<Response> {
  const database = await databaseHealth()
  const up = database.status === "ok"
  return Response.json(
    up
      ? { status: "ok", version, database }
      : { status: "unavailable", reason: `The database is away: ${database.reason}`, version, database },
    {
      status: up ? 200 : 503,
      headers: { "cache-control": "no-store", ...(up ? {} : { "retry-after": "5" }) },
    },
  )
}
