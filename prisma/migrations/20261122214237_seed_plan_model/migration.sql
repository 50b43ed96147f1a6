-- AlterTable
ALTER TABLE "seed_plan" ADD COLUMN     "model" TEXT,
ADD COLUMN     "notes" JSONB NOT NULL DEFAULT '[]';
