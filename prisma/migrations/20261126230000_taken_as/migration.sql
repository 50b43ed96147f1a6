-- AlterTable
ALTER TABLE "source" ADD COLUMN     "taken_as" JSONB NOT NULL DEFAULT '[]';
