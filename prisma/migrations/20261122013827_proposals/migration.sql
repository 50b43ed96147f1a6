-- CreateTable
CREATE TABLE "proposal" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "file_id" UUID,
    "agent_id" UUID,
    "category_id" UUID,
    "path" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "round" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "changes" JSONB NOT NULL,
    "targets" UUID[],
    "text" TEXT NOT NULL,
    "section" TEXT,
    "type" TEXT,
    "confidence" DOUBLE PRECISION,
    "reason" TEXT NOT NULL,
    "evidence" TEXT,
    "base_revision" INTEGER NOT NULL,
    "shown" BYTEA NOT NULL,
    "waiting_key" BYTEA,
    "author_kind" TEXT NOT NULL,
    "author_id" TEXT NOT NULL,
    "author_name" TEXT NOT NULL,
    "author_agent" TEXT,
    "session" TEXT,
    "supporters" INTEGER NOT NULL DEFAULT 1,
    "flagged" BOOLEAN NOT NULL,
    "findings" JSONB NOT NULL,
    "compared_at" TIMESTAMPTZ,
    "assignee_id" UUID,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ NOT NULL,
    "decided_at" TIMESTAMPTZ,
    "search" tsvector NOT NULL,

    CONSTRAINT "proposal_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "supporter" (
    "team_id" UUID NOT NULL,
    "proposal_id" UUID NOT NULL,
    "author" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "session" TEXT,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "supporter_pkey" PRIMARY KEY ("team_id","proposal_id","author")
);

-- CreateTable
CREATE TABLE "review" (
    "team_id" UUID NOT NULL,
    "proposal_id" UUID NOT NULL,
    "round" INTEGER NOT NULL,
    "verdict" TEXT NOT NULL,
    "by_kind" TEXT NOT NULL,
    "by_id" TEXT NOT NULL,
    "by_name" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "shown" BYTEA NOT NULL,
    "rule" TEXT,
    "file_id" UUID,
    "revision" INTEGER,
    "changes" JSONB NOT NULL,
    "inverse" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undone_at" TIMESTAMPTZ,
    "undone_by" TEXT,

    CONSTRAINT "review_pkey" PRIMARY KEY ("team_id","proposal_id","round")
);

-- CreateTable
CREATE TABLE "approval" (
    "team_id" UUID NOT NULL,
    "proposal_id" UUID NOT NULL,
    "round" INTEGER NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "shown" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "approval_pkey" PRIMARY KEY ("team_id","proposal_id","round","user_id")
);

-- CreateTable
CREATE TABLE "snooze" (
    "team_id" UUID NOT NULL,
    "proposal_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "until" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "snooze_pkey" PRIMARY KEY ("team_id","proposal_id","user_id")
);

-- CreateTable
CREATE TABLE "policy" (
    "team_id" UUID NOT NULL,
    "place" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "changed_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "policy_pkey" PRIMARY KEY ("team_id","place")
);

-- CreateTable
CREATE TABLE "saved_view" (
    "team_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("team_id","user_id","name")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "actor" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request" BYTEA NOT NULL,
    "answer" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("actor","key")
);

-- CreateIndex
CREATE INDEX "proposal_team_id_state_created_at_idx" ON "proposal"("team_id", "state", "created_at");

-- CreateIndex
CREATE INDEX "proposal_team_id_file_id_state_idx" ON "proposal"("team_id", "file_id", "state");

-- CreateIndex
CREATE INDEX "proposal_team_id_author_id_state_idx" ON "proposal"("team_id", "author_id", "state");

-- CreateIndex
CREATE INDEX "proposal_search_idx" ON "proposal" USING GIN ("search");

-- CreateIndex
CREATE UNIQUE INDEX "proposal_team_id_waiting_key_key" ON "proposal"("team_id", "waiting_key");

-- CreateIndex
CREATE INDEX "review_team_id_file_id_revision_idx" ON "review"("team_id", "file_id", "revision");

-- CreateIndex
CREATE INDEX "review_team_id_created_at_idx" ON "review"("team_id", "created_at");

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

-- AddForeignKey
ALTER TABLE "proposal" ADD CONSTRAINT "proposal_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review" ADD CONSTRAINT "review_team_id_proposal_id_fkey" FOREIGN KEY ("team_id", "proposal_id") REFERENCES "proposal"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "policy" ADD CONSTRAINT "policy_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;
