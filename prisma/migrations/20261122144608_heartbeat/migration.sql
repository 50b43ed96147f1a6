-- AlterTable
ALTER TABLE "heartbeat_run" ADD COLUMN     "earlier" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "import_run" ADD COLUMN     "pruned" JSONB;

-- CreateIndex
CREATE INDEX "heartbeat_run_job_started_at_idx" ON "heartbeat_run"("job", "started_at");

-- Of one job one run at a time: the database says no to a second.
CREATE UNIQUE INDEX "heartbeat_run_running_key" ON "heartbeat_run"("job") WHERE "state" = 'running';

-- What wakes the heartbeat: pg-boss 10.4 (its schema 24) in a schema of its own, as PgBoss.getConstructionPlans("quarterdeck_queue") writes it, but for
-- the transaction, which is the migration's. The application's role may not make queues, so the two that there are come with it.
CREATE SCHEMA quarterdeck_queue;

CREATE TYPE quarterdeck_queue.job_state AS ENUM (
      'created',
      'retry',
      'active',
      'completed',
      'cancelled',
      'failed'
    );

CREATE TABLE quarterdeck_queue.version (
      version int primary key,
      maintained_on timestamp with time zone,
      cron_on timestamp with time zone,
      monitored_on timestamp with time zone
    );

CREATE TABLE quarterdeck_queue.queue (
      name text,
      policy text,
      retry_limit int,
      retry_delay int,
      retry_backoff bool,
      expire_seconds int,
      retention_minutes int,
      dead_letter text REFERENCES quarterdeck_queue.queue (name),
      partition_name text,
      created_on timestamp with time zone not null default now(),
      updated_on timestamp with time zone not null default now(),
      PRIMARY KEY (name)
    );

CREATE TABLE quarterdeck_queue.schedule (
      name text REFERENCES quarterdeck_queue.queue ON DELETE CASCADE,
      cron text not null,
      timezone text,
      data jsonb,
      options jsonb,
      created_on timestamp with time zone not null default now(),
      updated_on timestamp with time zone not null default now(),
      PRIMARY KEY (name)
    );

CREATE TABLE quarterdeck_queue.subscription (
      event text not null,
      name text not null REFERENCES quarterdeck_queue.queue ON DELETE CASCADE,
      created_on timestamp with time zone not null default now(),
      updated_on timestamp with time zone not null default now(),
      PRIMARY KEY(event, name)
    );

CREATE TABLE quarterdeck_queue.job (
      id uuid not null default gen_random_uuid(),
      name text not null,
      priority integer not null default(0),
      data jsonb,
      state quarterdeck_queue.job_state not null default('created'),
      retry_limit integer not null default(2),
      retry_count integer not null default(0),
      retry_delay integer not null default(0),
      retry_backoff boolean not null default false,
      start_after timestamp with time zone not null default now(),
      started_on timestamp with time zone,
      singleton_key text,
      singleton_on timestamp without time zone,
      expire_in interval not null default interval '15 minutes',
      created_on timestamp with time zone not null default now(),
      completed_on timestamp with time zone,
      keep_until timestamp with time zone NOT NULL default now() + interval '14 days',
      output jsonb,
      dead_letter text,
      policy text
    ) PARTITION BY LIST (name);
ALTER TABLE quarterdeck_queue.job ADD PRIMARY KEY (name, id);
CREATE TABLE quarterdeck_queue.archive (LIKE quarterdeck_queue.job);
ALTER TABLE quarterdeck_queue.archive ADD PRIMARY KEY (name, id);
ALTER TABLE quarterdeck_queue.archive ADD archived_on timestamptz NOT NULL DEFAULT now();
CREATE INDEX archive_i1 ON quarterdeck_queue.archive(archived_on);

CREATE FUNCTION quarterdeck_queue.create_queue(queue_name text, options json)
    RETURNS VOID AS
    $$
    DECLARE
      table_name varchar := 'j' || encode(sha224(queue_name::bytea), 'hex');
      queue_created_on timestamptz;
    BEGIN

      WITH q as (
      INSERT INTO quarterdeck_queue.queue (
        name,
        policy,
        retry_limit,
        retry_delay,
        retry_backoff,
        expire_seconds,
        retention_minutes,
        dead_letter,
        partition_name
      )
      VALUES (
        queue_name,
        options->>'policy',
        (options->>'retryLimit')::int,
        (options->>'retryDelay')::int,
        (options->>'retryBackoff')::bool,
        (options->>'expireInSeconds')::int,
        (options->>'retentionMinutes')::int,
        options->>'deadLetter',
        table_name
      )
      ON CONFLICT DO NOTHING
      RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;

      IF queue_created_on IS NULL THEN
        RETURN;
      END IF;

      EXECUTE format('CREATE TABLE quarterdeck_queue.%I (LIKE quarterdeck_queue.job INCLUDING DEFAULTS)', table_name);

      EXECUTE format('ALTER TABLE quarterdeck_queue.%1$I ADD PRIMARY KEY (name, id)', table_name);
      EXECUTE format('ALTER TABLE quarterdeck_queue.%1$I ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES quarterdeck_queue.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
      EXECUTE format('ALTER TABLE quarterdeck_queue.%1$I ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES quarterdeck_queue.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i1 ON quarterdeck_queue.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''created'' AND policy = ''short''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i2 ON quarterdeck_queue.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''active'' AND policy = ''singleton''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i3 ON quarterdeck_queue.%1$I (name, state, COALESCE(singleton_key, '''')) WHERE state <= ''active'' AND policy = ''stately''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i4 ON quarterdeck_queue.%1$I (name, singleton_on, COALESCE(singleton_key, '''')) WHERE state <> ''cancelled'' AND singleton_on IS NOT NULL', table_name);
      EXECUTE format('CREATE INDEX %1$s_i5 ON quarterdeck_queue.%1$I (name, start_after) INCLUDE (priority, created_on, id) WHERE state < ''active''', table_name);

      EXECUTE format('ALTER TABLE quarterdeck_queue.%I ADD CONSTRAINT cjc CHECK (name=%L)', table_name, queue_name);
      EXECUTE format('ALTER TABLE quarterdeck_queue.job ATTACH PARTITION quarterdeck_queue.%I FOR VALUES IN (%L)', table_name, queue_name);
    END;
    $$
    LANGUAGE plpgsql;;

CREATE FUNCTION quarterdeck_queue.delete_queue(queue_name text)
    RETURNS VOID AS
    $$
    DECLARE
      table_name varchar;
    BEGIN
      WITH deleted as (
        DELETE FROM quarterdeck_queue.queue
        WHERE name = queue_name
        RETURNING partition_name
      )
      SELECT partition_name from deleted INTO table_name;

      EXECUTE format('DROP TABLE IF EXISTS quarterdeck_queue.%I', table_name);
    END;
    $$
    LANGUAGE plpgsql;;
INSERT INTO quarterdeck_queue.version(version) VALUES ('24');

SELECT quarterdeck_queue.create_queue('__pgboss__send-it', '{"policy": "standard"}');
SELECT quarterdeck_queue.create_queue('heartbeat', '{"policy": "short", "retryLimit": 0, "expireInSeconds": 60, "retentionMinutes": 5}');
INSERT INTO quarterdeck_queue.schedule (name, cron, timezone, data, options) VALUES ('heartbeat', '* * * * *', 'UTC', NULL, '{}');
