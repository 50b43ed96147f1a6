-- AlterTable
-- Counted once, when it is written: growth is drawn from thousands of revisions, whose texts would all have to be read.
ALTER TABLE "revision" ADD COLUMN     "lines" INTEGER GENERATED ALWAYS AS (length("text") - length(replace("text", chr(10), '')) + CASE WHEN "text" = '' OR right("text", 1) = chr(10) THEN 0 ELSE 1 END) STORED;

-- CreateTable
CREATE TABLE "promotion" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "to" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "by_kind" TEXT NOT NULL,
    "by_id" TEXT NOT NULL,
    "by_name" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "agents" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "promotion_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "promotion_write" (
    "team_id" UUID NOT NULL,
    "promotion_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,

    CONSTRAINT "promotion_write_pkey" PRIMARY KEY ("team_id","promotion_id","file_id")
);

-- CreateIndex
CREATE INDEX "promotion_team_id_created_at_idx" ON "promotion"("team_id", "created_at");

-- CreateIndex
CREATE INDEX "promotion_write_team_id_file_id_revision_idx" ON "promotion_write"("team_id", "file_id", "revision");

-- AddForeignKey
ALTER TABLE "promotion_write" ADD CONSTRAINT "promotion_write_team_id_promotion_id_fkey" FOREIGN KEY ("team_id", "promotion_id") REFERENCES "promotion"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
