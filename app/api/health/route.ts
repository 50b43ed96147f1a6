import { databaseHealth } from "@/lib/db/infra/database-health"
import { version } from "@/package.json"

export const dynamic = "force-dynamic"

/**
 * Readiness check for load balancers, without login: 200 if the database responds, else 503. The liveness
 * check is in lib/launch/http-server.mjs.
 */
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
