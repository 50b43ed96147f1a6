-- Words, and what searches are narrowed by, meet in one index: of a word that stands everywhere, the latest are found without reading the rest.
DROP INDEX "entry_search_idx";
CREATE INDEX "entry_search_idx" ON "entry" USING GIN ("search", (
  CASE WHEN state = 'retired' THEN ARRAY[-2] WHEN stated_on IS NULL THEN ARRAY[-1]
    ELSE ARRAY[greatest(0, least(640, (stated_on - DATE '2000-01-01') / 32)), 1000 + greatest(0, least(640, (stated_on - DATE '2000-01-01') / 32)) / 12] END
  || ARRAY[hashtext(scope), hashtext(type), uuid_hash(project_id), uuid_hash(agent_id)]));

-- Files that are gone are few, and asked for in every search.
CREATE INDEX "memory_file_team_id_state_idx" ON "memory_file"("team_id", "state");

-- CreateTable
CREATE TABLE "word" (
    "team_id" UUID NOT NULL,
    "word" TEXT NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "beginning" TEXT NOT NULL,
    "ending" TEXT NOT NULL,

    CONSTRAINT "word_pkey" PRIMARY KEY ("team_id","word","number")
);

-- CreateIndex
CREATE INDEX "word_team_id_beginning_idx" ON "word"("team_id", "beginning");

-- CreateIndex
CREATE INDEX "word_team_id_ending_idx" ON "word"("team_id", "ending");

-- The words of what is stored already, by the rules of lib/memory/spelling.ts.
INSERT INTO "word" ("team_id", "word", "beginning", "ending")
SELECT team_id, word, left(word, many), right(word, many)
FROM (SELECT DISTINCT e.team_id, w.word, CASE WHEN length(w.word) < 5 THEN 1 WHEN length(w.word) < 7 THEN 2 ELSE 3 END AS many
  FROM "entry" e, unnest(tsvector_to_array(e.search)) AS w(word)
  WHERE length(w.word) BETWEEN 4 AND 32 AND w.word ~ '^[[:alpha:]]+$' AND w.word !~ '[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af]') AS spelled;
