-- CreateTable
CREATE TABLE "health_badge" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID,
    "secret" BYTEA NOT NULL,
    "prefix" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "health_badge_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "health_badge_secret_key" ON "health_badge"("secret");

-- AddForeignKey
ALTER TABLE "health_badge" ADD CONSTRAINT "health_badge_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "health_badge" ADD CONSTRAINT "health_badge_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Entries without a word that search finds them by: few, and counted without reading all others.
CREATE INDEX entry_without_words ON entry (team_id, file_id) WHERE search = ''::tsvector AND state = 'current';
