-- AlterTable
ALTER TABLE "conflict" ADD COLUMN     "assignee_id" UUID;

-- AlterTable
ALTER TABLE "user" ADD COLUMN     "mails_notices" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "comment" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "author_kind" TEXT NOT NULL,
    "author_id" TEXT NOT NULL,
    "author_name" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "mentions" UUID[] DEFAULT ARRAY[]::UUID[],
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_at" TIMESTAMPTZ,
    "deleted_at" TIMESTAMPTZ,

    CONSTRAINT "comment_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "personal_notice" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "comment_id" UUID,
    "by_name" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ,

    CONSTRAINT "personal_notice_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateIndex
CREATE INDEX "comment_team_id_subject_id_created_at_idx" ON "comment"("team_id", "subject_id", "created_at");

-- CreateIndex
CREATE INDEX "personal_notice_team_id_user_id_read_at_created_at_idx" ON "personal_notice"("team_id", "user_id", "read_at", "created_at");

-- CreateIndex
CREATE INDEX "personal_notice_next_at_idx" ON "personal_notice"("next_at");

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "personal_notice" ADD CONSTRAINT "personal_notice_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;
