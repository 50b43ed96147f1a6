-- CreateTable
CREATE TABLE "agent_write" (
    "team_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "agent_name" TEXT,
    "session" TEXT,

    CONSTRAINT "agent_write_pkey" PRIMARY KEY ("team_id","file_id","revision")
);

-- CreateIndex
CREATE INDEX "agent_write_team_id_agent_name_idx" ON "agent_write"("team_id", "agent_name");

-- CreateIndex
CREATE INDEX "agent_write_team_id_session_idx" ON "agent_write"("team_id", "session");
