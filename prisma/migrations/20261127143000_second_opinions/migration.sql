-- CreateTable
CREATE TABLE "second_opinion" (
    "team_id" UUID NOT NULL,
    "about" TEXT NOT NULL,
    "key" BYTEA NOT NULL,
    "model" TEXT NOT NULL,
    "says" TEXT,
    "why" TEXT NOT NULL DEFAULT '',
    "tokens" INTEGER NOT NULL,
    "asked_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "second_opinion_pkey" PRIMARY KEY ("team_id","about","key")
);

-- CreateIndex
CREATE INDEX "second_opinion_team_id_asked_at_idx" ON "second_opinion"("team_id", "asked_at");

-- AddForeignKey
ALTER TABLE "second_opinion" ADD CONSTRAINT "second_opinion_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;
