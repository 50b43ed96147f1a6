-- AlterTable
ALTER TABLE "delivered" ADD COLUMN     "approved_on" DATE,
ADD COLUMN     "confidence" DOUBLE PRECISION,
ALTER COLUMN "last_at" DROP NOT NULL;
