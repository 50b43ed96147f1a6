-- AlterTable
ALTER TABLE "proposal" ADD COLUMN     "agent_name" TEXT,
ADD COLUMN     "category_slug" TEXT;
