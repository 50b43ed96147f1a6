-- AlterTable
-- What two say alike but for case, marks and spaces is one number. Only ASCII marks are taken out: what other marks are differs between servers.
ALTER TABLE "entry" ADD COLUMN     "said" BIGINT GENERATED ALWAYS AS (hashtextextended(btrim(regexp_replace(lower("text"), '[[:space:]!-/:-@\[-`{-~]+', ' ', 'g')), 0)) STORED;

-- Who else says it.
CREATE INDEX "entry_said" ON "entry" ("team_id", "said") INCLUDE ("file_id", "agent_id", "project_id") WHERE "state" = 'current';

-- CreateTable
CREATE TABLE "alert" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "key" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "unit" TEXT NOT NULL,
    "unit_id" UUID NOT NULL,
    "part" TEXT NOT NULL DEFAULT '',
    "state" TEXT NOT NULL,
    "round" INTEGER NOT NULL DEFAULT 1,
    "severity" TEXT NOT NULL,
    "project_id" UUID,
    "agent_id" UUID,
    "category_id" UUID,
    "file_id" UUID,
    "path" TEXT,
    "line" INTEGER,
    "column" INTEGER,
    "message" TEXT NOT NULL,
    "evidence" JSONB NOT NULL,
    "assignee_id" UUID,
    "snoozed_until" TIMESTAMPTZ,
    "ignored_by" UUID,
    "raised_at" TIMESTAMPTZ NOT NULL,
    "changed_at" TIMESTAMPTZ NOT NULL,
    "resolved_at" TIMESTAMPTZ,

    CONSTRAINT "alert_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "alert_event" (
    "team_id" UUID NOT NULL,
    "alert_id" UUID NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "round" INTEGER NOT NULL,
    "what" TEXT NOT NULL,
    "by_kind" TEXT NOT NULL,
    "by_id" TEXT NOT NULL,
    "by_name" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "alert_event_pkey" PRIMARY KEY ("team_id","alert_id","number")
);

-- CreateTable
CREATE TABLE "alert_rule" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "project_id" UUID,
    "agent_name" TEXT,
    "path" TEXT,
    "reason" TEXT NOT NULL,
    "by_id" TEXT NOT NULL,
    "by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "alert_rule_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "watched" (
    "team_id" UUID NOT NULL,
    "unit" TEXT NOT NULL,
    "unit_id" UUID NOT NULL,
    "said" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "evaluated_at" TIMESTAMPTZ NOT NULL,
    "due_at" TIMESTAMPTZ,

    CONSTRAINT "watched_pkey" PRIMARY KEY ("team_id","unit","unit_id")
);

-- CreateTable
CREATE TABLE "watch_mark" (
    "number" BIGSERIAL NOT NULL,
    "team_id" UUID NOT NULL,
    "unit" TEXT NOT NULL,
    "unit_id" UUID NOT NULL,

    CONSTRAINT "watch_mark_pkey" PRIMARY KEY ("team_id","number")
);

-- CreateTable
CREATE TABLE "daily_figure" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "figures" JSONB NOT NULL,

    CONSTRAINT "daily_figure_pkey" PRIMARY KEY ("team_id","project_id","day")
);

-- CreateTable
CREATE TABLE "heartbeat_run" (
    "id" UUID NOT NULL,
    "job" TEXT NOT NULL,
    "scheduled_for" TIMESTAMPTZ NOT NULL,
    "state" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "holder" TEXT NOT NULL,
    "beat_at" TIMESTAMPTZ NOT NULL,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ,
    "figures" JSONB NOT NULL DEFAULT '{}',
    "error" TEXT,
    "asked_by" TEXT,

    CONSTRAINT "heartbeat_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "channel" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "secret" BYTEA,
    "severity" TEXT NOT NULL DEFAULT 'warning',
    "kinds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "project_id" UUID,
    "quiet_hours" JSONB,
    "paused_at" TIMESTAMPTZ,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "channel_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "notice" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "channel_id" UUID NOT NULL,
    "alert_id" UUID,
    "round" INTEGER NOT NULL DEFAULT 0,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ,

    CONSTRAINT "notice_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "delivery" (
    "team_id" UUID NOT NULL,
    "notice_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "at" TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    "took" INTEGER NOT NULL,
    "status" INTEGER,
    "error" TEXT,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("team_id","notice_id","attempt")
);

-- CreateTable
CREATE TABLE "digest" (
    "team_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "hour" INTEGER NOT NULL,
    "time_zone" TEXT NOT NULL,
    "sent_on" DATE,

    CONSTRAINT "digest_pkey" PRIMARY KEY ("team_id","user_id")
);

-- CreateIndex
CREATE INDEX "alert_team_id_unit_unit_id_idx" ON "alert"("team_id", "unit", "unit_id");

-- CreateIndex
CREATE INDEX "alert_team_id_state_severity_raised_at_idx" ON "alert"("team_id", "state", "severity", "raised_at");

-- CreateIndex
CREATE INDEX "alert_team_id_file_id_idx" ON "alert"("team_id", "file_id");

-- CreateIndex
CREATE INDEX "alert_team_id_agent_id_idx" ON "alert"("team_id", "agent_id");

-- CreateIndex
CREATE UNIQUE INDEX "alert_team_id_key_key" ON "alert"("team_id", "key");

-- CreateIndex
CREATE INDEX "alert_event_team_id_number_idx" ON "alert_event"("team_id", "number");

-- CreateIndex
CREATE INDEX "alert_rule_team_id_kind_idx" ON "alert_rule"("team_id", "kind");

-- CreateIndex
CREATE INDEX "watched_due_at_idx" ON "watched"("due_at");

-- CreateIndex
CREATE INDEX "heartbeat_run_started_at_idx" ON "heartbeat_run"("started_at");

-- CreateIndex
CREATE UNIQUE INDEX "heartbeat_run_job_scheduled_for_key" ON "heartbeat_run"("job", "scheduled_for");

-- CreateIndex
CREATE UNIQUE INDEX "channel_team_id_name_key" ON "channel"("team_id", "name");

-- CreateIndex
CREATE INDEX "notice_state_next_at_idx" ON "notice"("state", "next_at");

-- CreateIndex
CREATE INDEX "notice_team_id_channel_id_created_at_idx" ON "notice"("team_id", "channel_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "notice_team_id_channel_id_alert_id_round_key" ON "notice"("team_id", "channel_id", "alert_id", "round");

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_event" ADD CONSTRAINT "alert_event_team_id_alert_id_fkey" FOREIGN KEY ("team_id", "alert_id") REFERENCES "alert"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel" ADD CONSTRAINT "channel_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notice" ADD CONSTRAINT "notice_team_id_channel_id_fkey" FOREIGN KEY ("team_id", "channel_id") REFERENCES "channel"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_team_id_notice_id_fkey" FOREIGN KEY ("team_id", "notice_id") REFERENCES "notice"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
