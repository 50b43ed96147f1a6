-- CreateTable
CREATE TABLE "vector_space" (
    "team_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "model" TEXT NOT NULL,
    "dimensions" INTEGER NOT NULL,
    "middles" BYTEA NOT NULL,
    "made_for" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "vector_space_pkey" PRIMARY KEY ("team_id","number")
);

-- CreateTable
CREATE TABLE "entry_vector" (
    "team_id" UUID NOT NULL,
    "entry_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "space" INTEGER NOT NULL,
    "cell" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "vector" BYTEA NOT NULL,
    "scale" REAL NOT NULL,
    "signature" VARBIT NOT NULL,

    CONSTRAINT "entry_vector_pkey" PRIMARY KEY ("team_id","entry_id")
);

-- CreateTable
CREATE TABLE "file_vectors" (
    "team_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "head" INTEGER NOT NULL,
    "entries" INTEGER NOT NULL,
    "kept" INTEGER NOT NULL,

    CONSTRAINT "file_vectors_pkey" PRIMARY KEY ("team_id","file_id")
);

-- CreateTable
CREATE TABLE "vector_work" (
    "team_id" UUID NOT NULL,
    "holder" UUID NOT NULL,
    "until" TIMESTAMPTZ NOT NULL,
    "error" TEXT,

    CONSTRAINT "vector_work_pkey" PRIMARY KEY ("team_id")
);

-- CreateIndex
CREATE INDEX "entry_vector_team_id_file_id_idx" ON "entry_vector"("team_id", "file_id");

-- CreateIndex
CREATE INDEX "entry_vector_cell" ON "entry_vector"("team_id", "space", "cell") INCLUDE ("entry_id", "project_id", "signature");

-- Bytes of a vector are as good as random: trying to compress them only takes time.
ALTER TABLE "entry_vector" ALTER COLUMN "vector" SET STORAGE EXTERNAL;
