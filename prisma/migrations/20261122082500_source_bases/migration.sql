-- AlterTable
ALTER TABLE "import_run" ADD COLUMN     "sync" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "source_base" (
    "team_id" UUID NOT NULL,
    "source_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "sha256" BYTEA NOT NULL,

    CONSTRAINT "source_base_pkey" PRIMARY KEY ("team_id","source_id","file_id")
);

-- CreateIndex
CREATE INDEX "source_base_team_id_file_id_idx" ON "source_base"("team_id", "file_id");

-- AddForeignKey
ALTER TABLE "source_base" ADD CONSTRAINT "source_base_team_id_source_id_fkey" FOREIGN KEY ("team_id", "source_id") REFERENCES "source"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_base" ADD CONSTRAINT "source_base_team_id_file_id_fkey" FOREIGN KEY ("team_id", "file_id") REFERENCES "memory_file"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What each file and its own source last agreed on was said by the file alone until now.
INSERT INTO "source_base" ("team_id", "source_id", "file_id", "sha256")
SELECT f."team_id", f."source_id", f."id", f."base" FROM "memory_file" f JOIN "source" s ON s."team_id" = f."team_id" AND s."id" = f."source_id" WHERE f."state" <> 'gone';
