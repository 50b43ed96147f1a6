-- AlterTable
ALTER TABLE "access_token" ADD COLUMN     "ancestors" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
ADD COLUMN     "minted_by" UUID;

-- AlterTable
ALTER TABLE "membership" ADD COLUMN     "came_of" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[];

-- Existing tokens: "created_by" names the person or the token that minted each. A creator that is unknown counts as a person.
WITH RECURSIVE line AS (
  SELECT t.id, ARRAY[]::UUID[] AS ancestors,
    CASE WHEN t.created_by ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN t.created_by::uuid END AS minted_by
  FROM access_token t
  WHERE t.user_id IS NULL
    AND NOT EXISTS (SELECT FROM access_token p WHERE p.id::text = t.created_by AND p.team_id IS NOT NULL AND p.user_id IS NULL)
  UNION ALL
  SELECT t.id, ARRAY[line.id] || line.ancestors, line.minted_by
  FROM line
  JOIN access_token p ON p.id = line.id AND p.team_id IS NOT NULL
  JOIN access_token t ON t.created_by = p.id::text AND t.user_id IS NULL AND t.id <> p.id
)
UPDATE access_token SET ancestors = line.ancestors, minted_by = line.minted_by FROM line WHERE line.id = access_token.id;

-- Tokens below a token that has ended end with it.
UPDATE access_token t SET revoked_at = now()
WHERE t.revoked_at IS NULL AND EXISTS (SELECT FROM access_token a WHERE a.id = ANY(t.ancestors) AND a.revoked_at IS NOT NULL);

-- People whom an access token invited, as the audit log tells it.
UPDATE membership m SET came_of = ARRAY[t.id] || t.ancestors
FROM invitation i JOIN access_token t ON t.id::text = i.created_by AND t.team_id IS NOT NULL
WHERE i.team_id = m.team_id AND i.used_at IS NOT NULL AND EXISTS (
  SELECT FROM audit_event e
  WHERE e.team_id = i.team_id AND e.kind = 'member.join' AND e.actor_id = m.user_id::text
    AND e.at BETWEEN i.used_at - interval '1 minute' AND i.used_at + interval '1 minute'
);
