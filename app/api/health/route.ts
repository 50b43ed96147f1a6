import { databaseHealth } from "@/lib/db/infra/database-health"
import { version } from "@/package.json"

export const dynamic = "force-dynamic"

/** Readiness for load balancers: 200 while the database answers, else 503. No login. Liveness is answered by lib/launch/http-server.mjs. */
export async function GET(): Promise<Response> {
  const database = await databaseHealth()
  const up = database.status === "ok"
  return Response.json(
    up
      ? { status: "ok", version, database }
      : {
          status: "unavailable",
          reason: `The database is unavailable: ${database.reason}`,
          version,
          database,
        },
    {
      status: up ? 200 : 503,
      headers: { "cache-control": "no-store", ...(up ? {} : { "retry-after": "5" }) },
    },
  )
}
