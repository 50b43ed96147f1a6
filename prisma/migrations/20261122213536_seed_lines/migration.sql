-- AlterTable
ALTER TABLE "seed_plan" ADD COLUMN     "lines" INTEGER NOT NULL DEFAULT 0;
