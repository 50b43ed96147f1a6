import { Client, escapeIdentifier } from "pg"

/** Tables that the application only reads: the audit log, and Prisma's record of migrations. */
const READ_ONLY = "audit_event, audit_link, audit_head, _prisma_migrations"

/** Columns of an event that the application may set. The database sets its number, time and hash. */
const EVENT = "team_id, actor_kind, actor_id, actor_name, kind, subject, detail"

/**
 * Grants the role at `applicationUrl` access to the tables that `owner` owns, after every migration. The role
 * may read and write all tables, except that it may only read the audit log and append to it. Does nothing if
 * both roles are the same. Throws if the two connections refer to different databases.
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
      `DATABASE_URL refers to the database ${database}, but DATABASE_OWNER_URL refers to ${own?.database}. Both must refer to the same database`,
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
}

/**
 * True if the role at `url` could remove the protection of the audit log: as owner, as member of the owner's
 * role, or as superuser.
 */
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
  client.on("error", () => undefined) // a broken connection also fails its query
  await client.connect()
  return work(client).finally(() => client.end())
}
