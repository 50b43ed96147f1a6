-- AlterTable
ALTER TABLE "access_token" ADD COLUMN     "user_id" UUID;

-- CreateTable
CREATE TABLE "synthesis" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID,
    "kind" TEXT NOT NULL,
    "agent_name" TEXT,
    "title" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "author_kind" TEXT NOT NULL,
    "author_id" TEXT NOT NULL,
    "author_name" TEXT NOT NULL,
    "session" TEXT,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ,

    CONSTRAINT "synthesis_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "claim" (
    "team_id" UUID NOT NULL,
    "synthesis_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "confidence" DOUBLE PRECISION NOT NULL,
    "citations" JSONB NOT NULL,
    "state" TEXT NOT NULL,

    CONSTRAINT "claim_pkey" PRIMARY KEY ("team_id","synthesis_id","position")
);

-- CreateTable
CREATE TABLE "device_login" (
    "id" UUID NOT NULL,
    "device_code" BYTEA NOT NULL,
    "user_code" TEXT NOT NULL,
    "machine" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ NOT NULL,
    "approved_by" UUID,
    "denied_at" TIMESTAMPTZ,

    CONSTRAINT "device_login_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "agent_session" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "agent_name" TEXT NOT NULL,
    "session" TEXT NOT NULL,
    "harness" TEXT,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ,
    "summary" TEXT,
    "outcome" TEXT,
    "file_id" UUID,
    "revision" INTEGER,
    "answer" JSONB,

    CONSTRAINT "agent_session_pkey" PRIMARY KEY ("team_id","project_id","agent_name","session")
);

-- CreateTable
CREATE TABLE "receipt" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "agent_name" TEXT NOT NULL,
    "session" TEXT NOT NULL,
    "harness" TEXT,
    "sha256" BYTEA NOT NULL,
    "tokens" INTEGER NOT NULL,
    "files" JSONB NOT NULL,
    "entries" UUID[],
    "by_kind" TEXT NOT NULL,
    "by_id" TEXT NOT NULL,
    "by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "receipt_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "delivered" (
    "team_id" UUID NOT NULL,
    "entry_id" UUID NOT NULL,
    "count" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "delivered_pkey" PRIMARY KEY ("team_id","entry_id")
);

-- CreateIndex
CREATE INDEX "synthesis_team_id_state_created_at_idx" ON "synthesis"("team_id", "state", "created_at");

-- CreateIndex
CREATE INDEX "synthesis_team_id_project_id_kind_agent_name_created_at_idx" ON "synthesis"("team_id", "project_id", "kind", "agent_name", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "device_login_device_code_key" ON "device_login"("device_code");

-- CreateIndex
CREATE UNIQUE INDEX "device_login_user_code_key" ON "device_login"("user_code");

-- CreateIndex
CREATE INDEX "agent_session_team_id_started_at_idx" ON "agent_session"("team_id", "started_at");

-- CreateIndex
CREATE INDEX "receipt_team_id_project_id_agent_name_created_at_idx" ON "receipt"("team_id", "project_id", "agent_name", "created_at");

-- AddForeignKey
ALTER TABLE "synthesis" ADD CONSTRAINT "synthesis_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "claim" ADD CONSTRAINT "claim_team_id_synthesis_id_fkey" FOREIGN KEY ("team_id", "synthesis_id") REFERENCES "synthesis"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
