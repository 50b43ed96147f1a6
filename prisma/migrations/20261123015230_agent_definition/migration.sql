-- AlterTable
ALTER TABLE "agent" ADD COLUMN     "definition" TEXT;
