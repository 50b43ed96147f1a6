-- AlterTable
ALTER TABLE "memory_file" ADD COLUMN     "compare_failure" TEXT;
