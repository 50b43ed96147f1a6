-- CreateTable
CREATE TABLE "held_statement" (
    "team_id" UUID NOT NULL,
    "said" BIGINT NOT NULL,

    CONSTRAINT "held_statement_pkey" PRIMARY KEY ("team_id","said")
);

-- Looks at files keep it from now on; what they have seen before stands in it from the beginning.
INSERT INTO "held_statement" ("team_id", "said")
SELECT "team_id", "said" FROM "entry" WHERE "state" = 'current' AND "agent_id" IS NOT NULL GROUP BY 1, 2 HAVING count(*) > 1;
