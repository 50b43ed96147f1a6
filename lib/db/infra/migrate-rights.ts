import { Client, escapeIdentifier } from "pg"

/** What the application reads and never changes: the audit log, and what Prisma notes of migrations. */
const READ_ONLY = "audit_event, audit_link, audit_head, _prisma_migrations"

/** Where the queue that wakes the heartbeat lies: rows come and go, what holds them is the owner's. */
export const QUEUE_SCHEMA = "quarterdeck_queue"

/** What an event says. Its number, its time and its place in the chain are the database's own. */
const EVENT = "team_id, actor_kind, actor_id, actor_name, kind, subject, detail"

/**
 * Gives the role that the application logs in as, at `applicationUrl`, all that it needs of what `owner` owns, anew after every
 * migration: all rows of all tables, but of the audit log only to read it and to add events. Nothing to do where it is the owner itself.
 */
export async function grantRights(owner: Client, applicationUrl: string): Promise<void> {
  const { role, database } = await whoIs(applicationUrl)
  const {
    rows: [own],
  } = await owner.query<{ role: string; database: string; schema: string }>(
    "SELECT current_user AS role, current_database() AS database, current_schema() AS schema",
  )
  if (!own || database !== own.database)
    throw new Error(
      `DATABASE_URL names the database ${database}, but DATABASE_OWNER_URL names ${own?.database}. Both must name the same database`,
    )
  if (role === own.role) return
  const [to, schema] = [escapeIdentifier(role), escapeIdentifier(own.schema)]
  await owner.query(`BEGIN;
    GRANT USAGE ON SCHEMA ${schema} TO ${to};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${to};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${to};
    REVOKE ALL ON ${READ_ONLY} FROM ${to};
    GRANT SELECT ON ${READ_ONLY} TO ${to};
    GRANT INSERT (${EVENT}) ON audit_event TO ${to};
    COMMIT`)
  const {
    rows: [queue],
  } = await owner.query<{ there: boolean }>("SELECT to_regnamespace($1) IS NOT NULL AS there", [QUEUE_SCHEMA])
  if (queue?.there)
    await owner.query(
      `GRANT USAGE ON SCHEMA ${QUEUE_SCHEMA} TO ${to}; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${QUEUE_SCHEMA} TO ${to}`,
    )
}

/** Whether the role at `url` could take away what protects the audit log: it owns it, is a member of who does, or is a superuser. */
export async function ownsAuditLog(url: string): Promise<boolean> {
  return once(url, async (client) => {
    const { rows } = await client.query<{ owns: boolean }>(
      "SELECT pg_has_role(current_user, relowner, 'MEMBER') AS owns FROM pg_class WHERE oid = 'audit_event'::regclass",
    )
    return rows[0]?.owns === true
  })
}

async function whoIs(url: string): Promise<{ role: string; database: string }> {
  return once(url, async (client) => {
    const { rows } = await client.query<{ role: string; database: string }>(
      "SELECT current_user AS role, current_database() AS database",
    )
    return rows[0] as { role: string; database: string }
  })
}

async function once<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on("error", () => undefined) // a connection that breaks also fails its query
  await client.connect()
  return work(client).finally(() => client.end())
}
