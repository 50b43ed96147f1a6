-- AlterTable
ALTER TABLE "delivered" ADD COLUMN     "project_id" UUID NOT NULL;

-- CreateIndex
CREATE INDEX "delivered_team_id_project_id_count_idx" ON "delivered"("team_id", "project_id", "count" DESC);

-- By hand, as Prisma's schema knows no such indexes: what all agents of a place load, by each part of its rank (lib/db/picked-entries.ts asks in the very same words).
CREATE INDEX "memory_file_shared_idx" ON "memory_file"("team_id", "scope", "project_id") WHERE "agent_id" IS NULL AND "category_id" IS NULL AND "state" <> 'gone';
CREATE INDEX "entry_shared_recent_idx" ON "entry"("team_id", "project_id", "scope", "stated_on" DESC NULLS LAST, "id" DESC) WHERE "agent_id" IS NULL AND "state" = 'current';
CREATE INDEX "entry_shared_sure_idx" ON "entry"("team_id", "project_id", "scope", (0.4::float8 * coalesce("confidence", 0.5::float8) + 0.3::float8 * least(1::float8, ln((1 + "accessed_count")::float8) / ln(1001::float8))) DESC, "id" DESC) WHERE "agent_id" IS NULL AND "state" = 'current';
