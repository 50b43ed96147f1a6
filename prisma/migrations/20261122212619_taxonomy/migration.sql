-- AlterTable
ALTER TABLE "agent" ADD COLUMN     "by_hand" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "team" ADD COLUMN     "left_out" TEXT[] DEFAULT ARRAY[]::TEXT[];
