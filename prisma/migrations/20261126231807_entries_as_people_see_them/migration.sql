-- AlterTable
ALTER TABLE "entry" ADD COLUMN     "labels" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "title" TEXT;

-- AlterTable
ALTER TABLE "memory_file" ADD COLUMN     "rules" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "section" ADD COLUMN     "description" TEXT;
