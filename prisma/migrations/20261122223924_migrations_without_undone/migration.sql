-- AlterTable
ALTER TABLE "migration" DROP COLUMN "revert_id",
DROP COLUMN "undone_at",
DROP COLUMN "undone_by";
