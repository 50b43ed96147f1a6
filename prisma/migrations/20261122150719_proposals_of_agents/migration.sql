-- CreateIndex
CREATE INDEX "proposal_team_id_project_id_author_agent_created_at_idx" ON "proposal"("team_id", "project_id", "author_agent", "created_at");
