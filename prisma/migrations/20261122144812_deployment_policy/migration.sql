-- CreateTable
CREATE TABLE "deployment_policy" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "settings" JSONB NOT NULL,
    "changed_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deployment_policy_pkey" PRIMARY KEY ("id")
);
