-- CreateTable
CREATE TABLE "audit_event" (
    "number" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "team_id" UUID,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor_name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" JSONB NOT NULL,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "memory_file" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "source_id" UUID,
    "agent_id" UUID,
    "category_id" UUID,
    "path" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "subject" TEXT,
    "state" TEXT NOT NULL,
    "title" TEXT,
    "sha256" BYTEA NOT NULL,
    "base" BYTEA NOT NULL,
    "head" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "lines" INTEGER NOT NULL,
    "entries" INTEGER NOT NULL,
    "retired" INTEGER NOT NULL,
    "sessions" INTEGER NOT NULL,
    "cut" INTEGER,
    "problems" INTEGER NOT NULL,
    "limits" JSONB NOT NULL,
    "meta" JSONB NOT NULL,
    "diagnostics" JSONB NOT NULL,
    "activity" JSONB NOT NULL,
    "updated_on" DATE,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memory_file_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "revision" (
    "team_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor_name" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "run_id" UUID,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "revision_pkey" PRIMARY KEY ("team_id","file_id","number")
);

-- CreateTable
CREATE TABLE "section" (
    "team_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "level" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "end_line" INTEGER NOT NULL,
    "audience" TEXT NOT NULL,

    CONSTRAINT "section_pkey" PRIMARY KEY ("team_id","file_id","position")
);

-- CreateTable
CREATE TABLE "entry" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "agent_id" UUID,
    "scope" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "key" TEXT,
    "text" TEXT NOT NULL,
    "section" TEXT,
    "line" INTEGER NOT NULL,
    "end_line" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "retired_because" TEXT,
    "stated_on" DATE,
    "type" TEXT,
    "confidence" DOUBLE PRECISION,
    "accessed_count" INTEGER NOT NULL DEFAULT 0,
    "since_revision" INTEGER NOT NULL,
    "search" tsvector NOT NULL,

    CONSTRAINT "entry_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "log_record" (
    "team_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "agent_id" UUID,
    "date" DATE,
    "summary" TEXT NOT NULL,
    "outcome" TEXT,
    "line" INTEGER NOT NULL,

    CONSTRAINT "log_record_pkey" PRIMARY KEY ("team_id","file_id","position")
);

-- CreateTable
CREATE TABLE "user" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "owner" BOOLEAN NOT NULL DEFAULT false,
    "login_epoch" INTEGER NOT NULL DEFAULT 0,
    "disabled_at" TIMESTAMPTZ,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "identity" (
    "provider" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "identity_pkey" PRIMARY KEY ("provider","subject")
);

-- CreateTable
CREATE TABLE "membership" (
    "team_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("team_id","user_id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" UUID NOT NULL,
    "team_id" UUID,
    "role" TEXT NOT NULL,
    "email" TEXT,
    "secret" BYTEA NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ NOT NULL,
    "used_at" TIMESTAMPTZ,

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_token" (
    "id" UUID NOT NULL,
    "team_id" UUID,
    "project_id" UUID,
    "agent" TEXT,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,
    "rights" TEXT[],
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ,
    "last_used_at" TIMESTAMPTZ,
    "revoked_at" TIMESTAMPTZ,

    CONSTRAINT "access_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_failure" (
    "key" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "since" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "sign_in_failure_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "source" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_imported_at" TIMESTAMPTZ,

    CONSTRAINT "source_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "import_run" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "source_id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "complete" BOOLEAN NOT NULL,
    "project_name" TEXT,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor_name" TEXT NOT NULL,
    "files" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "error" TEXT,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ,
    "finished_at" TIMESTAMPTZ,
    "beat_at" TIMESTAMPTZ,

    CONSTRAINT "import_run_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "import_item" (
    "team_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" BYTEA,
    "modified_at" TIMESTAMPTZ,
    "content" BYTEA,
    "status" TEXT NOT NULL,
    "written" BOOLEAN NOT NULL DEFAULT false,
    "format" TEXT,
    "project_name" TEXT,
    "agent" TEXT,
    "category" TEXT,
    "scope" TEXT,
    "placed" BOOLEAN NOT NULL DEFAULT false,
    "entries" INTEGER NOT NULL DEFAULT 0,
    "diagnostics" JSONB NOT NULL,
    "reason" TEXT,

    CONSTRAINT "import_item_pkey" PRIMARY KEY ("team_id","run_id","path")
);

-- CreateTable
CREATE TABLE "allowed_directory" (
    "path" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "allowed_directory_pkey" PRIMARY KEY ("path")
);

-- CreateTable
CREATE TABLE "team" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "sample" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "team_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "category" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "write_policy" TEXT NOT NULL,
    "coordinator" TEXT,

    CONSTRAINT "category_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "agent" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "category_id" UUID,
    "opted_out" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateIndex
CREATE INDEX "audit_event_team_id_number_idx" ON "audit_event"("team_id", "number");

-- CreateIndex
CREATE INDEX "memory_file_team_id_agent_id_idx" ON "memory_file"("team_id", "agent_id");

-- CreateIndex
CREATE INDEX "memory_file_team_id_category_id_idx" ON "memory_file"("team_id", "category_id");

-- CreateIndex
CREATE INDEX "memory_file_team_id_source_id_idx" ON "memory_file"("team_id", "source_id");

-- CreateIndex
CREATE UNIQUE INDEX "memory_file_team_id_project_id_path_key" ON "memory_file"("team_id", "project_id", "path");

-- CreateIndex
CREATE INDEX "entry_team_id_file_id_position_idx" ON "entry"("team_id", "file_id", "position");

-- CreateIndex
CREATE INDEX "entry_team_id_project_id_idx" ON "entry"("team_id", "project_id");

-- CreateIndex
CREATE INDEX "entry_team_id_state_stated_on_file_id_idx" ON "entry"("team_id", "state", "stated_on", "file_id");

-- CreateIndex
CREATE INDEX "entry_search_idx" ON "entry" USING GIN ("search");

-- CreateIndex
CREATE INDEX "log_record_team_id_agent_id_date_idx" ON "log_record"("team_id", "agent_id", "date");

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_secret_key" ON "invitation"("secret");

-- CreateIndex
CREATE UNIQUE INDEX "access_token_secret_key" ON "access_token"("secret");

-- CreateIndex
CREATE UNIQUE INDEX "source_team_id_kind_name_key" ON "source"("team_id", "kind", "name");

-- CreateIndex
CREATE INDEX "import_run_team_id_created_at_idx" ON "import_run"("team_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "team_name_key" ON "team"("name");

-- CreateIndex
CREATE UNIQUE INDEX "team_slug_key" ON "team"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "project_team_id_name_key" ON "project"("team_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "project_team_id_slug_key" ON "project"("team_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "category_team_id_slug_key" ON "category"("team_id", "slug");

-- CreateIndex
CREATE INDEX "agent_team_id_category_id_idx" ON "agent"("team_id", "category_id");

-- CreateIndex
CREATE UNIQUE INDEX "agent_team_id_project_id_name_key" ON "agent"("team_id", "project_id", "name");

-- AddForeignKey
ALTER TABLE "memory_file" ADD CONSTRAINT "memory_file_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memory_file" ADD CONSTRAINT "memory_file_team_id_agent_id_fkey" FOREIGN KEY ("team_id", "agent_id") REFERENCES "agent"("team_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memory_file" ADD CONSTRAINT "memory_file_team_id_category_id_fkey" FOREIGN KEY ("team_id", "category_id") REFERENCES "category"("team_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "revision" ADD CONSTRAINT "revision_team_id_file_id_fkey" FOREIGN KEY ("team_id", "file_id") REFERENCES "memory_file"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity" ADD CONSTRAINT "identity_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source" ADD CONSTRAINT "source_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_run" ADD CONSTRAINT "import_run_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_run" ADD CONSTRAINT "import_run_team_id_source_id_fkey" FOREIGN KEY ("team_id", "source_id") REFERENCES "source"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_item" ADD CONSTRAINT "import_item_team_id_run_id_fkey" FOREIGN KEY ("team_id", "run_id") REFERENCES "import_run"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project" ADD CONSTRAINT "project_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "category" ADD CONSTRAINT "category_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent" ADD CONSTRAINT "agent_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent" ADD CONSTRAINT "agent_team_id_category_id_fkey" FOREIGN KEY ("team_id", "category_id") REFERENCES "category"("team_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;
