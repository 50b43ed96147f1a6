-- CreateIndex
CREATE INDEX "receipt_team_id_project_id_agent_name_created_at_idx" ON "receipt"("team_id", "project_id", "agent_name", "created_at");

-- CreateIndex
CREATE INDEX "receipt_team_id_project_id_created_at_idx" ON "receipt"("team_id", "project_id", "created_at");

-- CreateIndex
CREATE INDEX "revision_team_id_file_id_created_at_idx" ON "revision"("team_id", "file_id", "created_at");

-- What happened last comes first, of an agent and of a project: a page is read from the end of an index, however many there are.
CREATE INDEX agent_session_of_agent_happened ON agent_session (team_id, project_id, agent_name, coalesce(closed_at, started_at));
CREATE INDEX agent_session_of_project_happened ON agent_session (team_id, project_id, coalesce(closed_at, started_at));
CREATE INDEX proposal_of_agent_happened ON proposal (team_id, project_id, agent_name, coalesce(decided_at, created_at));
CREATE INDEX proposal_of_project_happened ON proposal (team_id, project_id, coalesce(decided_at, created_at));
