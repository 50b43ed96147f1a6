-- The schema of Quarterdeck. It replaces the migrations of the first days (lib/db/infra/initial-migration.ts).


-- Counts the dated entries of each week since 1970-01-05. Null if nothing is dated.
CREATE FUNCTION weeks_dated(activity jsonb) RETURNS integer[]
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
DECLARE
  one record;
  week int;
  weeks int[];
BEGIN
  FOR one IN SELECT key, value FROM jsonb_each_text(activity) WHERE key COLLATE "C" BETWEEN '1970-01-05' AND '9999-12-31' ORDER BY key COLLATE "C" LOOP
    week := (make_date(substr(one.key, 1, 4)::int, substr(one.key, 6, 2)::int, substr(one.key, 9, 2)::int) - date '1970-01-05') / 7;
    IF weeks IS NULL THEN weeks := array_fill(0, ARRAY[1], ARRAY[week]); END IF;
    FOR gap IN array_upper(weeks, 1) + 1 .. week - 1 LOOP weeks[gap] := 0; END LOOP;
    weeks[week] := one.value::int;
  END LOOP;
  RETURN weeks;
END $$;

CREATE TABLE audit_event (
    number bigserial NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    team_id uuid,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    actor_name text NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    detail jsonb NOT NULL,
    CONSTRAINT audit_event_pkey PRIMARY KEY (number)
);
CREATE INDEX audit_event_team_id_number_idx ON audit_event (team_id, number);

-- Each session start updates the row of its agent in place, so pages keep free space.
CREATE TABLE last_receipt (
    team_id uuid NOT NULL,
    project_id uuid NOT NULL,
    agent_name text NOT NULL,
    harness text NOT NULL,
    receipt_id uuid NOT NULL,
    session text NOT NULL,
    sha256 bytea NOT NULL,
    tokens integer NOT NULL,
    files uuid[],
    revisions integer[],
    unknown integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT last_receipt_pkey PRIMARY KEY (team_id, project_id, agent_name, harness)
) WITH (fillfactor = 70);

CREATE TABLE receipt (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    agent_name text NOT NULL,
    session text NOT NULL,
    harness text,
    sha256 bytea NOT NULL,
    tokens integer NOT NULL,
    files jsonb NOT NULL,
    entries uuid[],
    by_kind text NOT NULL,
    by_id text NOT NULL,
    by_name text NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    on_disk jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT receipt_pkey PRIMARY KEY (team_id, id)
);
CREATE INDEX receipt_team_id_project_id_agent_name_created_at_idx ON receipt (team_id, project_id, agent_name, created_at);
CREATE INDEX receipt_team_id_project_id_agent_name_harness_id_idx ON receipt (team_id, project_id, agent_name, harness, id);
CREATE INDEX receipt_team_id_project_id_created_at_idx ON receipt (team_id, project_id, created_at);

CREATE TABLE access_token (
    id uuid NOT NULL,
    team_id uuid,
    project_id uuid,
    agent text,
    name text NOT NULL,
    prefix text NOT NULL,
    secret bytea NOT NULL,
    rights text[],
    created_by text NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamp with time zone,
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    user_id uuid,
    ancestors uuid[] DEFAULT ARRAY[]::uuid[] NOT NULL,
    minted_by uuid,
    CONSTRAINT access_token_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX access_token_secret_key ON access_token (secret);
CREATE INDEX access_token_user_id_idx ON access_token (user_id);

CREATE TABLE agent (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    name text NOT NULL,
    category_id uuid,
    opted_out boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    by_hand boolean DEFAULT false NOT NULL,
    definition text,
    CONSTRAINT agent_pkey PRIMARY KEY (team_id, id)
);
CREATE INDEX agent_team_id_category_id_idx ON agent (team_id, category_id);
CREATE UNIQUE INDEX agent_team_id_project_id_name_key ON agent (team_id, project_id, name);

CREATE TABLE agent_session (
    team_id uuid NOT NULL,
    project_id uuid NOT NULL,
    agent_name text NOT NULL,
    session text NOT NULL,
    harness text,
    started_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    closed_at timestamp with time zone,
    summary text,
    outcome text,
    file_id uuid,
    revision integer,
    answer jsonb,
    CONSTRAINT agent_session_pkey PRIMARY KEY (team_id, project_id, agent_name, session)
);
-- Timelines read the newest events from the end of an index.
CREATE INDEX agent_session_of_agent_happened ON agent_session (team_id, project_id, agent_name, COALESCE(closed_at, started_at));
CREATE INDEX agent_session_of_project_happened ON agent_session (team_id, project_id, COALESCE(closed_at, started_at));
CREATE INDEX agent_session_team_id_started_at_idx ON agent_session (team_id, started_at);

CREATE TABLE agent_write (
    team_id uuid NOT NULL,
    file_id uuid NOT NULL,
    revision integer NOT NULL,
    agent_name text,
    session text,
    CONSTRAINT agent_write_pkey PRIMARY KEY (team_id, file_id, revision)
);
CREATE INDEX agent_write_team_id_agent_name_idx ON agent_write (team_id, agent_name);
CREATE INDEX agent_write_team_id_session_idx ON agent_write (team_id, session);

CREATE TABLE alert (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    key bytea NOT NULL,
    kind text NOT NULL,
    unit text NOT NULL,
    unit_id uuid NOT NULL,
    part text DEFAULT ''::text NOT NULL,
    state text NOT NULL,
    round integer DEFAULT 1 NOT NULL,
    severity text NOT NULL,
    project_id uuid,
    agent_id uuid,
    category_id uuid,
    file_id uuid,
    path text,
    line integer,
    "column" integer,
    message text NOT NULL,
    evidence jsonb NOT NULL,
    assignee_id uuid,
    snoozed_until timestamp with time zone,
    ignored_by uuid,
    raised_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    resolved_at timestamp with time zone,
    ignored_from text,
    CONSTRAINT alert_pkey PRIMARY KEY (team_id, id)
);
CREATE INDEX alert_team_id_agent_id_idx ON alert (team_id, agent_id);
CREATE INDEX alert_team_id_file_id_idx ON alert (team_id, file_id);
CREATE UNIQUE INDEX alert_team_id_key_key ON alert (team_id, key);
CREATE INDEX alert_team_id_state_severity_raised_at_idx ON alert (team_id, state, severity, raised_at);
CREATE INDEX alert_team_id_unit_unit_id_idx ON alert (team_id, unit, unit_id);

CREATE TABLE alert_event (
    team_id uuid NOT NULL,
    alert_id uuid NOT NULL,
    number bigserial NOT NULL,
    round integer NOT NULL,
    what text NOT NULL,
    by_kind text NOT NULL,
    by_id text NOT NULL,
    by_name text NOT NULL,
    detail jsonb DEFAULT '{}'::jsonb NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT alert_event_pkey PRIMARY KEY (team_id, alert_id, number)
);
CREATE INDEX alert_event_team_id_number_idx ON alert_event (team_id, number);

CREATE TABLE alert_rule (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    project_id uuid,
    agent_name text,
    path text,
    reason text NOT NULL,
    by_id text NOT NULL,
    by_name text NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT alert_rule_pkey PRIMARY KEY (team_id, id)
);
CREATE INDEX alert_rule_team_id_kind_idx ON alert_rule (team_id, kind);

CREATE TABLE allowed_directory (
    path text NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT allowed_directory_pkey PRIMARY KEY (path)
);

CREATE TABLE approval (
    team_id uuid NOT NULL,
    proposal_id uuid NOT NULL,
    round integer NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    shown bytea NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT approval_pkey PRIMARY KEY (team_id, proposal_id, round, user_id)
);

-- Each event updates the head of its chain in place, so pages keep free space.
CREATE TABLE audit_head (
    chain uuid NOT NULL,
    links bigint NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT audit_head_pkey PRIMARY KEY (chain)
) WITH (fillfactor = 50);

CREATE TABLE audit_link (
    chain uuid NOT NULL,
    link bigint NOT NULL,
    number bigint NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT audit_link_pkey PRIMARY KEY (chain, link)
);
CREATE UNIQUE INDEX audit_link_number_key ON audit_link (number);

CREATE TABLE category (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    write_policy text NOT NULL,
    coordinator text,
    members text[] DEFAULT ARRAY[]::text[],
    rules text[] DEFAULT ARRAY[]::text[],
    sharing text DEFAULT 'high'::text NOT NULL,
    CONSTRAINT category_pkey PRIMARY KEY (team_id, id)
);
CREATE UNIQUE INDEX category_team_id_slug_key ON category (team_id, slug);

CREATE TABLE channel (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    settings jsonb NOT NULL,
    secret bytea,
    severity text DEFAULT 'warning'::text NOT NULL,
    kinds text[] DEFAULT ARRAY[]::text[],
    project_id uuid,
    quiet_hours jsonb,
    paused_at timestamp with time zone,
    created_by text NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    tells_since timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    failing_since timestamp with time zone,
    CONSTRAINT channel_pkey PRIMARY KEY (team_id, id)
);
CREATE UNIQUE INDEX channel_team_id_name_key ON channel (team_id, name);

CREATE TABLE cited_gone (
    team_id uuid NOT NULL,
    entry_id uuid NOT NULL,
    file_id uuid NOT NULL,
    path text NOT NULL,
    why text NOT NULL,
    CONSTRAINT cited_gone_pkey PRIMARY KEY (team_id, entry_id, path)
);
CREATE INDEX cited_gone_team_id_file_id_idx ON cited_gone (team_id, file_id);

CREATE TABLE claim (
    team_id uuid NOT NULL,
    synthesis_id uuid NOT NULL,
    "position" integer NOT NULL,
    kind text NOT NULL,
    text text NOT NULL,
    confidence double precision NOT NULL,
    citations jsonb NOT NULL,
    state text NOT NULL,
    becomes text,
    decided_at timestamp with time zone,
    decided_by text,
    decided_by_id text,
    edited text,
    entry_id uuid,
    promote jsonb,
    proposals uuid[] DEFAULT ARRAY[]::uuid[],
    reason text,
    written text,
    CONSTRAINT claim_pkey PRIMARY KEY (team_id, synthesis_id, "position")
);
CREATE INDEX claim_team_id_entry_id_idx ON claim (team_id, entry_id);

CREATE TABLE coach_part (
    team_id uuid NOT NULL,
    run_id uuid NOT NULL,
    key bytea NOT NULL,
    answer jsonb NOT NULL,
    input_tokens integer NOT NULL,
    output_tokens integer NOT NULL,
    CONSTRAINT coach_part_pkey PRIMARY KEY (team_id, run_id, key)
);

CREATE TABLE coach_run (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid,
    kind text NOT NULL,
    agent_name text,
    method text NOT NULL,
    model text,
    state text NOT NULL,
    open_key bytea,
    by_kind text NOT NULL,
    by_id text NOT NULL,
    by_name text NOT NULL,
    estimate jsonb NOT NULL,
    token_budget integer,
    progress jsonb NOT NULL,
    message text,
    cancelled_at timestamp with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    lease_until timestamp with time zone,
    lease_id uuid,
    synthesis_id uuid,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    CONSTRAINT coach_run_pkey PRIMARY KEY (team_id, id)
);
CREATE INDEX coach_run_state_lease_until_idx ON coach_run (state, lease_until);
CREATE INDEX coach_run_team_id_created_at_idx ON coach_run (team_id, created_at);
CREATE UNIQUE INDEX coach_run_team_id_open_key_key ON coach_run (team_id, open_key);

CREATE TABLE compaction (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    kind text NOT NULL,
    file_id uuid,
    path text NOT NULL,
    agent_name text,
    up_to date,
    considered integer NOT NULL,
    "left" integer NOT NULL,
    by_kind text NOT NULL,
    by_id text NOT NULL,
    by_name text NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT compaction_pkey PRIMARY KEY (team_id, id)
);
CREATE INDEX compaction_team_id_file_id_created_at_idx ON compaction (team_id, file_id, created_at);
CREATE INDEX compaction_team_id_project_id_created_at_idx ON compaction (team_id, project_id, created_at);

CREATE TABLE compaction_line (
    team_id uuid NOT NULL,
    compaction_id uuid NOT NULL,
    proposal_id uuid NOT NULL,
    "position" integer NOT NULL,
    statement bytea NOT NULL,
    path text NOT NULL,
    line integer,
    CONSTRAINT compaction_line_pkey PRIMARY KEY (team_id, compaction_id, proposal_id, "position")
);
CREATE INDEX compaction_line_team_id_proposal_id_idx ON compaction_line (team_id, proposal_id);
CREATE INDEX compaction_line_team_id_statement_idx ON compaction_line (team_id, statement);

CREATE TABLE conflict (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    finding text NOT NULL,
    state text NOT NULL,
    round integer DEFAULT 0 NOT NULL,
    project_id uuid NOT NULL,
    pair bytea,
    open_key bytea,
    prevails text,
    evidence jsonb NOT NULL,
    found_by text NOT NULL,
    file_id uuid,
    source_id uuid,
    base text,
    ours text,
    theirs text,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    decided_at timestamp with time zone,
    place_key bytea,
    CONSTRAINT conflict_pkey PRIMARY KEY (team_id, id)
);
CREATE INDEX conflict_team_id_file_id_state_idx ON conflict (team_id, file_id, state);
CREATE UNIQUE INDEX conflict_team_id_open_key_key ON conflict (team_id, open_key);
CREATE INDEX conflict_team_id_pair_idx ON conflict (team_id, pair);
CREATE INDEX conflict_team_id_place_key_idx ON conflict (team_id, place_key);
CREATE INDEX conflict_team_id_state_created_at_idx ON conflict (team_id, state, created_at);

CREATE TABLE conflict_side (
    team_id uuid NOT NULL,
    conflict_id uuid NOT NULL,
    entry_id uuid NOT NULL,
    file_id uuid NOT NULL,
    side text NOT NULL,
    text text NOT NULL,
    CONSTRAINT conflict_side_pkey PRIMARY KEY (team_id, conflict_id, entry_id)
);
CREATE INDEX conflict_side_team_id_entry_id_idx ON conflict_side (team_id, entry_id);
CREATE INDEX conflict_side_team_id_file_id_idx ON conflict_side (team_id, file_id);

CREATE TABLE daily_figure (
    team_id uuid NOT NULL,
    project_id uuid NOT NULL,
    day date NOT NULL,
    figures jsonb NOT NULL,
    CONSTRAINT daily_figure_pkey PRIMARY KEY (team_id, project_id, day)
);

CREATE TABLE delivered (
    team_id uuid NOT NULL,
    entry_id uuid NOT NULL,
    count integer NOT NULL,
    last_at timestamp with time zone,
    project_id uuid NOT NULL,
    approved_on date,
    confidence double precision,
    CONSTRAINT delivered_pkey PRIMARY KEY (team_id, entry_id)
);
CREATE INDEX delivered_team_id_project_id_count_idx ON delivered (team_id, project_id, count DESC);

CREATE TABLE delivery (
    team_id uuid NOT NULL,
    message_id uuid NOT NULL,
    attempt integer NOT NULL,
    channel_id uuid NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    alerts integer NOT NULL,
    took integer,
    status integer,
    error text,
    CONSTRAINT delivery_pkey PRIMARY KEY (team_id, message_id, attempt)
);
CREATE INDEX delivery_team_id_channel_id_at_idx ON delivery (team_id, channel_id, at);

CREATE TABLE deployment_policy (
    id boolean DEFAULT true NOT NULL,
    settings jsonb NOT NULL,
    changed_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT deployment_policy_pkey PRIMARY KEY (id)
);

CREATE TABLE device_login (
    id uuid NOT NULL,
    device_code bytea NOT NULL,
    user_code text NOT NULL,
    machine text NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    approved_by uuid,
    denied_at timestamp with time zone,
    address text NOT NULL,
    polled_at timestamp with time zone,
    CONSTRAINT device_login_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX device_login_device_code_key ON device_login (device_code);
CREATE UNIQUE INDEX device_login_user_code_key ON device_login (user_code);

CREATE TABLE digest (
    team_id uuid NOT NULL,
    user_id uuid NOT NULL,
    hour integer NOT NULL,
    time_zone text NOT NULL,
    sent_on date,
    retry_at timestamp with time zone,
    CONSTRAINT digest_pkey PRIMARY KEY (team_id, user_id)
);

CREATE TABLE entry (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    file_id uuid NOT NULL,
    agent_id uuid,
    scope text NOT NULL,
    "position" integer NOT NULL,
    key text,
    text text NOT NULL,
    section text,
    line integer NOT NULL,
    end_line integer NOT NULL,
    state text NOT NULL,
    retired_because text,
    stated_on date,
    type text,
    confidence double precision,
    accessed_count integer DEFAULT 0 NOT NULL,
    since_revision integer NOT NULL,
    search tsvector NOT NULL,
    said bigint GENERATED ALWAYS AS (hashtextextended(btrim(regexp_replace(lower(text), '[[:space:]!-/:-@\[-`{-~]+'::text, ' '::text, 'g'::text)), (0)::bigint)) STORED,
    copy_lines integer GENERATED ALWAYS AS (
CASE
    WHEN ((text ~ '(\S+\s+){3}\S'::text) AND (text !~ '\]\([^)]*\.md[)#]'::text)) THEN ((end_line - line) + 1)
    ELSE NULL::integer
END) STORED,
    labels text[] DEFAULT ARRAY[]::text[],
    title text,
    overrides text,
    CONSTRAINT entry_pkey PRIMARY KEY (team_id, id)
);
-- Few entries override another, and every entry that is shown is looked up here.
CREATE INDEX entry_overrides ON entry (team_id, overrides) WHERE (overrides IS NOT NULL);
-- Other entries with the same text. `said` ignores case, ASCII punctuation and spaces.
CREATE INDEX entry_said ON entry (team_id, said) INCLUDE (file_id, agent_id, project_id, copy_lines) WHERE (state = 'current'::text);
-- Words and the filters of a search share one index, so that the newest entries with a frequent word are found without reading the rest.
CREATE INDEX entry_search_idx ON entry USING gin (search, ((
CASE
    WHEN (state = 'retired'::text) THEN ARRAY['-2'::integer]
    WHEN (stated_on IS NULL) THEN ARRAY['-1'::integer]
    ELSE ARRAY[GREATEST(0, LEAST(640, ((stated_on - '2000-01-01'::date) / 32))), (1000 + (GREATEST(0, LEAST(640, ((stated_on - '2000-01-01'::date) / 32))) / 12))]
END || ARRAY[hashtext(scope), hashtext(type), uuid_hash(project_id), uuid_hash(agent_id)])));
-- Shared entries by the parts of their rank. Queries must use exactly these expressions.
CREATE INDEX entry_shared_recent_idx ON entry (team_id, project_id, scope, stated_on DESC NULLS LAST, id DESC) WHERE ((agent_id IS NULL) AND (state = 'current'::text));
CREATE INDEX entry_shared_sure_idx ON entry (team_id, project_id, scope, ((((0.4)::double precision * COALESCE(confidence, (0.5)::double precision)) + ((0.3)::double precision * LEAST((1)::double precision, (ln(((1 + accessed_count))::double precision) / ln((1001)::double precision)))))) DESC, id DESC) WHERE ((agent_id IS NULL) AND (state = 'current'::text));
CREATE INDEX entry_team_id_file_id_position_idx ON entry (team_id, file_id, "position");
CREATE INDEX entry_team_id_project_id_idx ON entry (team_id, project_id);
CREATE INDEX entry_team_id_state_stated_on_file_id_idx ON entry (team_id, state, stated_on, file_id);
-- Entries without a word to search for are few. This index counts them.
CREATE INDEX entry_without_words ON entry (team_id, file_id) WHERE ((search = ''::tsvector) AND (state = 'current'::text));

-- Vectors do not compress.
CREATE TABLE entry_vector (
    team_id uuid NOT NULL,
    entry_id uuid NOT NULL,
    file_id uuid NOT NULL,
    project_id uuid NOT NULL,
    space integer NOT NULL,
    cell integer NOT NULL,
    hash bytea NOT NULL,
    vector bytea NOT NULL,
    scale real NOT NULL,
    signature bit varying NOT NULL,
    CONSTRAINT entry_vector_pkey PRIMARY KEY (team_id, entry_id)
);
ALTER TABLE entry_vector ALTER COLUMN vector SET STORAGE EXTERNAL;
CREATE INDEX entry_vector_cell ON entry_vector (team_id, space, cell) INCLUDE (entry_id, project_id, signature);
CREATE INDEX entry_vector_team_id_file_id_idx ON entry_vector (team_id, file_id);

CREATE TABLE file_vectors (
    team_id uuid NOT NULL,
    file_id uuid NOT NULL,
    model text NOT NULL,
    head integer NOT NULL,
    entries integer NOT NULL,
    kept integer NOT NULL,
    CONSTRAINT file_vectors_pkey PRIMARY KEY (team_id, file_id)
);

CREATE TABLE forgotten (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    entry_id uuid NOT NULL,
    project_id uuid NOT NULL,
    file_id uuid NOT NULL,
    revision integer NOT NULL,
    text text NOT NULL,
    statement bytea NOT NULL,
    again jsonb NOT NULL,
    reason text NOT NULL,
    by_kind text NOT NULL,
    by_id text NOT NULL,
    by_name text NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    restored_at timestamp with time zone,
    restored_by text,
    CONSTRAINT forgotten_pkey PRIMARY KEY (team_id, id)
);
CREATE INDEX forgotten_team_id_entry_id_idx ON forgotten (team_id, entry_id);
CREATE INDEX forgotten_team_id_file_id_idx ON forgotten (team_id, file_id);
CREATE INDEX forgotten_team_id_project_id_statement_idx ON forgotten (team_id, project_id, statement);

CREATE TABLE health_badge (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid,
    secret bytea NOT NULL,
    prefix text NOT NULL,
    created_by text NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT health_badge_pkey PRIMARY KEY (team_id, id)
);
CREATE UNIQUE INDEX health_badge_secret_key ON health_badge (secret);

CREATE TABLE heartbeat_run (
    id uuid NOT NULL,
    job text NOT NULL,
    scheduled_for timestamp with time zone NOT NULL,
    state text NOT NULL,
    attempt integer DEFAULT 1 NOT NULL,
    holder text NOT NULL,
    beat_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    finished_at timestamp with time zone,
    figures jsonb DEFAULT '{}'::jsonb NOT NULL,
    error text,
    asked_by text,
    earlier jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT heartbeat_run_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX heartbeat_run_job_scheduled_for_key ON heartbeat_run (job, scheduled_for);
CREATE INDEX heartbeat_run_job_started_at_idx ON heartbeat_run (job, started_at);
-- A job has at most one running run.
CREATE UNIQUE INDEX heartbeat_run_running_key ON heartbeat_run (job) WHERE (state = 'running'::text);
CREATE INDEX heartbeat_run_started_at_idx ON heartbeat_run (started_at);

CREATE TABLE held_statement (
    team_id uuid NOT NULL,
    said bigint NOT NULL,
    CONSTRAINT held_statement_pkey PRIMARY KEY (team_id, said)
);

CREATE TABLE idempotency_key (
    actor text NOT NULL,
    key text NOT NULL,
    request bytea NOT NULL,
    answer jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT idempotency_key_pkey PRIMARY KEY (actor, key)
);
CREATE INDEX idempotency_key_created_at_idx ON idempotency_key (created_at);

CREATE TABLE identity (
    provider text NOT NULL,
    subject text NOT NULL,
    user_id uuid NOT NULL,
    CONSTRAINT identity_pkey PRIMARY KEY (provider, subject)
);

CREATE TABLE import_item (
    team_id uuid NOT NULL,
    run_id uuid NOT NULL,
    path text NOT NULL,
    size integer NOT NULL,
    sha256 bytea,
    modified_at timestamp with time zone,
    content bytea,
    status text NOT NULL,
    written boolean DEFAULT false NOT NULL,
    format text,
    project_name text,
    agent text,
    category text,
    scope text,
    placed boolean DEFAULT false NOT NULL,
    entries integer DEFAULT 0 NOT NULL,
    diagnostics jsonb NOT NULL,
    reason text,
    CONSTRAINT import_item_pkey PRIMARY KEY (team_id, run_id, path)
);

CREATE TABLE import_run (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    source_id uuid NOT NULL,
    state text NOT NULL,
    complete boolean NOT NULL,
    project_name text,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    actor_name text NOT NULL,
    files integer DEFAULT 0 NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL,
    error text,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    beat_at timestamp with time zone,
    sync boolean DEFAULT false NOT NULL,
    pruned jsonb,
    CONSTRAINT import_run_pkey PRIMARY KEY (team_id, id)
);
CREATE INDEX import_run_team_id_created_at_idx ON import_run (team_id, created_at);

CREATE TABLE invitation (
    id uuid NOT NULL,
    team_id uuid,
    role text NOT NULL,
    email text,
    secret bytea NOT NULL,
    created_by text NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT invitation_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX invitation_secret_key ON invitation (secret);

CREATE TABLE log_record (
    team_id uuid NOT NULL,
    file_id uuid NOT NULL,
    "position" integer NOT NULL,
    agent_id uuid,
    date date,
    summary text NOT NULL,
    outcome text,
    line integer NOT NULL,
    CONSTRAINT log_record_pkey PRIMARY KEY (team_id, file_id, "position")
);
CREATE INDEX log_record_team_id_agent_id_date_idx ON log_record (team_id, agent_id, date);

CREATE TABLE login (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT login_pkey PRIMARY KEY (id)
);
CREATE INDEX login_user_id_idx ON login (user_id);

CREATE TABLE membership (
    team_id uuid NOT NULL,
    user_id uuid NOT NULL,
    role text NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    came_of uuid[] DEFAULT ARRAY[]::uuid[] NOT NULL,
    CONSTRAINT membership_pkey PRIMARY KEY (team_id, user_id)
);

CREATE TABLE memory_file (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    source_id uuid,
    agent_id uuid,
    category_id uuid,
    path text NOT NULL,
    format text NOT NULL,
    role text NOT NULL,
    scope text NOT NULL,
    subject text,
    state text NOT NULL,
    title text,
    sha256 bytea NOT NULL,
    base bytea NOT NULL,
    head integer NOT NULL,
    bytes integer NOT NULL,
    lines integer NOT NULL,
    entries integer NOT NULL,
    retired integer NOT NULL,
    sessions integer NOT NULL,
    cut integer,
    problems integer NOT NULL,
    limits jsonb NOT NULL,
    meta jsonb NOT NULL,
    diagnostics jsonb NOT NULL,
    activity jsonb NOT NULL,
    updated_on date,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    changed_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    compared integer DEFAULT 0 NOT NULL,
    dated_weeks text GENERATED ALWAYS AS (translate((activity)::text, '{}" -'::text, ''::text)) STORED,
    budget integer GENERATED ALWAYS AS ((((limits ->> 'budget'::text))::numeric)::integer) STORED,
    line_limit integer GENERATED ALWAYS AS ((((limits ->> 'lines'::text))::numeric)::integer) STORED,
    weeks integer[] GENERATED ALWAYS AS (weeks_dated(activity)) STORED,
    compare_failure text,
    rules integer DEFAULT 0 NOT NULL,
    CONSTRAINT memory_file_pkey PRIMARY KEY (team_id, id)
);
CREATE INDEX memory_file_shared_idx ON memory_file (team_id, scope, project_id) WHERE ((agent_id IS NULL) AND (category_id IS NULL) AND (state <> 'gone'::text));
CREATE INDEX memory_file_team_id_agent_id_idx ON memory_file (team_id, agent_id);
CREATE INDEX memory_file_team_id_category_id_idx ON memory_file (team_id, category_id);
CREATE UNIQUE INDEX memory_file_team_id_project_id_path_key ON memory_file (team_id, project_id, path);
CREATE INDEX memory_file_team_id_source_id_idx ON memory_file (team_id, source_id);
CREATE INDEX memory_file_team_id_state_idx ON memory_file (team_id, state);

CREATE TABLE migration (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    "from" text NOT NULL,
    "to" text NOT NULL,
    categories text[],
    counts jsonb NOT NULL,
    by_kind text NOT NULL,
    by_id text NOT NULL,
    by_name text NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT migration_pkey PRIMARY KEY (team_id, id)
);
CREATE INDEX migration_team_id_created_at_idx ON migration (team_id, created_at);

CREATE TABLE migration_write (
    team_id uuid NOT NULL,
    migration_id uuid NOT NULL,
    file_id uuid NOT NULL,
    revision integer,
    present boolean,
    entries jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT migration_write_pkey PRIMARY KEY (team_id, migration_id, file_id)
);
CREATE INDEX migration_write_team_id_file_id_revision_idx ON migration_write (team_id, file_id, revision);

CREATE TABLE notice (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    channel_id uuid NOT NULL,
    alert_id uuid NOT NULL,
    round integer NOT NULL,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    settled_at timestamp with time zone,
    message_id uuid,
    holder text,
    lease_until timestamp with time zone,
    CONSTRAINT notice_pkey PRIMARY KEY (team_id, id)
);
CREATE INDEX notice_state_next_at_idx ON notice (state, next_at);
CREATE UNIQUE INDEX notice_team_id_channel_id_alert_id_round_key ON notice (team_id, channel_id, alert_id, round);
CREATE INDEX notice_team_id_message_id_idx ON notice (team_id, message_id);

CREATE TABLE policy (
    team_id uuid NOT NULL,
    place text NOT NULL,
    settings jsonb NOT NULL,
    changed_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT policy_pkey PRIMARY KEY (team_id, place)
);

CREATE TABLE presence (
    team_id uuid NOT NULL,
    number bigserial NOT NULL,
    file_id uuid NOT NULL,
    present boolean NOT NULL,
    reason text NOT NULL,
    run_id uuid,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT presence_pkey PRIMARY KEY (team_id, number)
);
CREATE INDEX presence_team_id_file_id_number_idx ON presence (team_id, file_id, number);

CREATE TABLE project (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    slug text NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT project_pkey PRIMARY KEY (team_id, id)
);
CREATE UNIQUE INDEX project_team_id_name_key ON project (team_id, name);
CREATE UNIQUE INDEX project_team_id_slug_key ON project (team_id, slug);

CREATE TABLE promotion (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    text text NOT NULL,
    "to" text NOT NULL,
    path text NOT NULL,
    by_kind text NOT NULL,
    by_id text NOT NULL,
    by_name text NOT NULL,
    reason text NOT NULL,
    agents integer NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT promotion_pkey PRIMARY KEY (team_id, id)
);
CREATE INDEX promotion_team_id_created_at_idx ON promotion (team_id, created_at);

CREATE TABLE promotion_write (
    team_id uuid NOT NULL,
    promotion_id uuid NOT NULL,
    file_id uuid NOT NULL,
    revision integer NOT NULL,
    CONSTRAINT promotion_write_pkey PRIMARY KEY (team_id, promotion_id, file_id)
);
CREATE INDEX promotion_write_team_id_file_id_revision_idx ON promotion_write (team_id, file_id, revision);

CREATE TABLE proposal (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    file_id uuid,
    agent_id uuid,
    category_id uuid,
    path text NOT NULL,
    format text NOT NULL,
    scope text NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    round integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    changes jsonb NOT NULL,
    targets uuid[],
    text text NOT NULL,
    section text,
    type text,
    confidence double precision,
    reason text NOT NULL,
    evidence text,
    base_revision integer NOT NULL,
    shown bytea NOT NULL,
    waiting_key bytea,
    author_kind text NOT NULL,
    author_id text NOT NULL,
    author_name text NOT NULL,
    author_agent text,
    session text,
    supporters integer DEFAULT 1 NOT NULL,
    flagged boolean NOT NULL,
    findings jsonb NOT NULL,
    compared_at timestamp with time zone,
    assignee_id uuid,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    search tsvector NOT NULL,
    agent_name text,
    category_slug text,
    CONSTRAINT proposal_pkey PRIMARY KEY (team_id, id)
);
CREATE INDEX proposal_of_agent_happened ON proposal (team_id, project_id, agent_name, COALESCE(decided_at, created_at));
CREATE INDEX proposal_of_project_happened ON proposal (team_id, project_id, COALESCE(decided_at, created_at));
CREATE INDEX proposal_search_idx ON proposal USING gin (search);
CREATE INDEX proposal_team_id_author_id_state_idx ON proposal (team_id, author_id, state);
CREATE INDEX proposal_team_id_file_id_state_idx ON proposal (team_id, file_id, state);
CREATE INDEX proposal_team_id_project_id_author_agent_created_at_idx ON proposal (team_id, project_id, author_agent, created_at);
CREATE INDEX proposal_team_id_state_created_at_idx ON proposal (team_id, state, created_at);
CREATE UNIQUE INDEX proposal_team_id_waiting_key_key ON proposal (team_id, waiting_key);

CREATE TABLE resolution (
    team_id uuid NOT NULL,
    conflict_id uuid NOT NULL,
    round integer NOT NULL,
    verdict text NOT NULL,
    by_kind text NOT NULL,
    by_id text NOT NULL,
    by_name text NOT NULL,
    reason text NOT NULL,
    shown bytea NOT NULL,
    writes jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    undone_at timestamp with time zone,
    undone_by text,
    CONSTRAINT resolution_pkey PRIMARY KEY (team_id, conflict_id, round)
);
CREATE INDEX resolution_team_id_created_at_idx ON resolution (team_id, created_at);

CREATE TABLE revert (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    of jsonb NOT NULL,
    name text NOT NULL,
    reason text NOT NULL,
    by_kind text NOT NULL,
    by_id text NOT NULL,
    by_name text NOT NULL,
    writes integer NOT NULL,
    files integer NOT NULL,
    rejected integer DEFAULT 0 NOT NULL,
    "left" jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT revert_pkey PRIMARY KEY (team_id, id)
);
CREATE INDEX revert_team_id_created_at_idx ON revert (team_id, created_at);

CREATE TABLE revert_write (
    team_id uuid NOT NULL,
    revert_id uuid NOT NULL,
    file_id uuid NOT NULL,
    revision integer,
    present boolean,
    added integer NOT NULL,
    cut integer NOT NULL,
    CONSTRAINT revert_write_pkey PRIMARY KEY (team_id, revert_id, file_id)
);
CREATE INDEX revert_write_team_id_file_id_revision_idx ON revert_write (team_id, file_id, revision);

CREATE TABLE reverted (
    team_id uuid NOT NULL,
    number bigserial NOT NULL,
    revert_id uuid NOT NULL,
    file_id uuid NOT NULL,
    revision integer NOT NULL,
    proposal_id uuid,
    round integer,
    released_by uuid,
    CONSTRAINT reverted_pkey PRIMARY KEY (team_id, number)
);
CREATE INDEX reverted_team_id_file_id_revision_idx ON reverted (team_id, file_id, revision);
CREATE INDEX reverted_team_id_proposal_id_idx ON reverted (team_id, proposal_id);
CREATE INDEX reverted_team_id_revert_id_idx ON reverted (team_id, revert_id);

CREATE TABLE review (
    team_id uuid NOT NULL,
    proposal_id uuid NOT NULL,
    round integer NOT NULL,
    verdict text NOT NULL,
    by_kind text NOT NULL,
    by_id text NOT NULL,
    by_name text NOT NULL,
    reason text NOT NULL,
    shown bytea NOT NULL,
    rule text,
    file_id uuid,
    revision integer,
    changes jsonb NOT NULL,
    inverse jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    undone_at timestamp with time zone,
    undone_by text,
    undone_revision integer,
    CONSTRAINT review_pkey PRIMARY KEY (team_id, proposal_id, round)
);
CREATE INDEX review_team_id_created_at_idx ON review (team_id, created_at);
CREATE INDEX review_team_id_file_id_revision_idx ON review (team_id, file_id, revision);

CREATE TABLE revision (
    team_id uuid NOT NULL,
    file_id uuid NOT NULL,
    number integer NOT NULL,
    text text NOT NULL,
    sha256 bytea NOT NULL,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    actor_name text NOT NULL,
    reason text NOT NULL,
    run_id uuid,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    entry_ids uuid[] DEFAULT ARRAY[]::uuid[],
    lines integer GENERATED ALWAYS AS (((length(text) - length(replace(text, chr(10), ''::text))) +
CASE
    WHEN ((text = ''::text) OR ("right"(text, 1) = chr(10))) THEN 0
    ELSE 1
END)) STORED,
    CONSTRAINT revision_pkey PRIMARY KEY (team_id, file_id, number)
);
-- Growth charts read the line counts of thousands of revisions from the index alone.
CREATE INDEX revision_days ON revision (team_id, file_id, created_at, number) INCLUDE (lines);
CREATE INDEX revision_team_id_created_at_idx ON revision (team_id, created_at);
CREATE INDEX revision_team_id_run_id_idx ON revision (team_id, run_id);

CREATE TABLE saved_view (
    team_id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    query text NOT NULL,
    CONSTRAINT saved_view_pkey PRIMARY KEY (team_id, user_id, name)
);

CREATE TABLE second_opinion (
    team_id uuid NOT NULL,
    about text NOT NULL,
    key bytea NOT NULL,
    model text NOT NULL,
    says text,
    why text DEFAULT ''::text NOT NULL,
    tokens integer NOT NULL,
    asked_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT second_opinion_pkey PRIMARY KEY (team_id, about, key)
);
CREATE INDEX second_opinion_team_id_asked_at_idx ON second_opinion (team_id, asked_at);

CREATE TABLE section (
    team_id uuid NOT NULL,
    file_id uuid NOT NULL,
    "position" integer NOT NULL,
    name text NOT NULL,
    level integer NOT NULL,
    line integer NOT NULL,
    end_line integer NOT NULL,
    audience text NOT NULL,
    entries integer DEFAULT 0 NOT NULL,
    description text,
    CONSTRAINT section_pkey PRIMARY KEY (team_id, file_id, "position")
);

CREATE TABLE seed_plan (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    agent_name text,
    category text,
    roles text[],
    predecessors jsonb DEFAULT '[]'::jsonb NOT NULL,
    placements jsonb DEFAULT '[]'::jsonb NOT NULL,
    budget integer NOT NULL,
    path text NOT NULL,
    format text NOT NULL,
    file_id uuid,
    state text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    author_kind text NOT NULL,
    author_id text NOT NULL,
    author_name text NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    decided_at timestamp with time zone,
    decided_by_id text,
    decided_by text,
    reason text,
    revision integer,
    proposals uuid[] DEFAULT ARRAY[]::uuid[],
    made_agent boolean DEFAULT false NOT NULL,
    lines integer DEFAULT 0 NOT NULL,
    model text,
    notes jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT seed_plan_pkey PRIMARY KEY (team_id, id)
);
CREATE INDEX seed_plan_team_id_file_id_revision_idx ON seed_plan (team_id, file_id, revision);
CREATE INDEX seed_plan_team_id_project_id_agent_name_idx ON seed_plan (team_id, project_id, agent_name);
CREATE INDEX seed_plan_team_id_state_created_at_idx ON seed_plan (team_id, state, created_at);

CREATE TABLE sign_in_failure (
    key text NOT NULL,
    failures integer NOT NULL,
    since timestamp with time zone NOT NULL,
    CONSTRAINT sign_in_failure_pkey PRIMARY KEY (key)
);

CREATE TABLE snooze (
    team_id uuid NOT NULL,
    item_id uuid NOT NULL,
    user_id uuid NOT NULL,
    until timestamp with time zone NOT NULL,
    CONSTRAINT snooze_pkey PRIMARY KEY (team_id, item_id, user_id)
);

CREATE TABLE source (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    last_imported_at timestamp with time zone,
    taken_as jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT source_pkey PRIMARY KEY (team_id, id)
);
CREATE UNIQUE INDEX source_team_id_kind_name_key ON source (team_id, kind, name);

CREATE TABLE source_base (
    team_id uuid NOT NULL,
    source_id uuid NOT NULL,
    file_id uuid NOT NULL,
    sha256 bytea NOT NULL,
    CONSTRAINT source_base_pkey PRIMARY KEY (team_id, source_id, file_id)
);
CREATE INDEX source_base_team_id_file_id_idx ON source_base (team_id, file_id);

CREATE TABLE supporter (
    team_id uuid NOT NULL,
    proposal_id uuid NOT NULL,
    author text NOT NULL,
    name text NOT NULL,
    reason text NOT NULL,
    session text,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT supporter_pkey PRIMARY KEY (team_id, proposal_id, author)
);

CREATE TABLE synthesis (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid,
    kind text NOT NULL,
    agent_name text,
    title text NOT NULL,
    state text NOT NULL,
    author_kind text NOT NULL,
    author_id text NOT NULL,
    author_name text NOT NULL,
    session text,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    decided_at timestamp with time zone,
    waiting_key bytea,
    as_of timestamp with time zone,
    decided_by text,
    decided_by_id text,
    file_id uuid,
    model text,
    notes jsonb DEFAULT '[]'::jsonb NOT NULL,
    reason text,
    replaces_id uuid,
    revision integer,
    run_id uuid,
    source text DEFAULT 'submitted'::text NOT NULL,
    CONSTRAINT synthesis_pkey PRIMARY KEY (team_id, id)
);
CREATE INDEX synthesis_team_id_project_id_kind_agent_name_created_at_idx ON synthesis (team_id, project_id, kind, agent_name, created_at);
CREATE INDEX synthesis_team_id_run_id_idx ON synthesis (team_id, run_id);
CREATE INDEX synthesis_team_id_state_created_at_idx ON synthesis (team_id, state, created_at);
CREATE INDEX synthesis_team_id_state_kind_agent_name_idx ON synthesis (team_id, state, kind, agent_name);
CREATE UNIQUE INDEX synthesis_team_id_waiting_key_key ON synthesis (team_id, waiting_key);

CREATE TABLE team (
    id uuid NOT NULL,
    name text NOT NULL,
    slug text NOT NULL,
    sample boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    left_out text[] DEFAULT ARRAY[]::text[],
    CONSTRAINT team_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX team_name_key ON team (name);
CREATE UNIQUE INDEX team_slug_key ON team (slug);

CREATE TABLE "user" (
    id uuid NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    password_hash text,
    owner boolean DEFAULT false NOT NULL,
    login_epoch integer DEFAULT 0 NOT NULL,
    disabled_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT user_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX user_email_key ON "user" (email);

CREATE TABLE vector_space (
    team_id uuid NOT NULL,
    number integer NOT NULL,
    model text NOT NULL,
    dimensions integer NOT NULL,
    middles bytea NOT NULL,
    made_for integer NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT vector_space_pkey PRIMARY KEY (team_id, number)
);

CREATE TABLE vector_work (
    team_id uuid NOT NULL,
    holder uuid NOT NULL,
    until timestamp with time zone NOT NULL,
    error text,
    CONSTRAINT vector_work_pkey PRIMARY KEY (team_id)
);

CREATE TABLE vouch (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    entry_id uuid NOT NULL,
    statement bytea NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL,
    until date NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT vouch_pkey PRIMARY KEY (team_id, id)
);
CREATE INDEX vouch_team_id_entry_id_created_at_idx ON vouch (team_id, entry_id, created_at);

CREATE TABLE watch_mark (
    number bigserial NOT NULL,
    team_id uuid NOT NULL,
    unit text NOT NULL,
    unit_id uuid NOT NULL,
    path text,
    CONSTRAINT watch_mark_pkey PRIMARY KEY (team_id, number)
);
CREATE INDEX watch_mark_team_id_unit_id_idx ON watch_mark (team_id, unit_id);

CREATE TABLE watched (
    team_id uuid NOT NULL,
    unit text NOT NULL,
    unit_id uuid NOT NULL,
    said bigint[] DEFAULT ARRAY[]::bigint[],
    evaluated_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    agent_id uuid,
    project_id uuid,
    stale integer,
    stale_till date,
    CONSTRAINT watched_pkey PRIMARY KEY (team_id, unit, unit_id)
);
CREATE INDEX watched_due_at_idx ON watched (due_at);
-- Fleet pages read the stale counts of all files from the index alone.
CREATE INDEX watched_stale ON watched (team_id, unit_id) INCLUDE (stale, stale_till, evaluated_at) WHERE (unit = 'file'::text);

CREATE TABLE word (
    team_id uuid NOT NULL,
    word text NOT NULL,
    number bigserial NOT NULL,
    beginning text NOT NULL,
    ending text NOT NULL,
    CONSTRAINT word_pkey PRIMARY KEY (team_id, word, number)
);
CREATE INDEX word_team_id_beginning_idx ON word (team_id, beginning);
CREATE INDEX word_team_id_ending_idx ON word (team_id, ending);

CREATE TABLE write_back (
    team_id uuid NOT NULL,
    id uuid NOT NULL,
    source_id uuid NOT NULL,
    way text NOT NULL,
    state text NOT NULL,
    branch text,
    commit text,
    files jsonb NOT NULL,
    error text,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    actor_name text NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT write_back_pkey PRIMARY KEY (team_id, id)
);
CREATE INDEX write_back_team_id_source_id_created_at_idx ON write_back (team_id, source_id, created_at);

-- Foreign keys. Cascades fire in this order: an agent is deleted before its category.
ALTER TABLE memory_file ADD CONSTRAINT memory_file_team_id_project_id_fkey FOREIGN KEY (team_id, project_id) REFERENCES project(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE memory_file ADD CONSTRAINT memory_file_team_id_agent_id_fkey FOREIGN KEY (team_id, agent_id) REFERENCES agent(team_id, id) ON UPDATE CASCADE;
ALTER TABLE memory_file ADD CONSTRAINT memory_file_team_id_category_id_fkey FOREIGN KEY (team_id, category_id) REFERENCES category(team_id, id) ON UPDATE CASCADE;
ALTER TABLE revision ADD CONSTRAINT revision_team_id_file_id_fkey FOREIGN KEY (team_id, file_id) REFERENCES memory_file(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE identity ADD CONSTRAINT identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE membership ADD CONSTRAINT membership_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE membership ADD CONSTRAINT membership_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE source ADD CONSTRAINT source_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE import_run ADD CONSTRAINT import_run_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE import_run ADD CONSTRAINT import_run_team_id_source_id_fkey FOREIGN KEY (team_id, source_id) REFERENCES source(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE import_item ADD CONSTRAINT import_item_team_id_run_id_fkey FOREIGN KEY (team_id, run_id) REFERENCES import_run(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE project ADD CONSTRAINT project_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE category ADD CONSTRAINT category_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE agent ADD CONSTRAINT agent_team_id_project_id_fkey FOREIGN KEY (team_id, project_id) REFERENCES project(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE agent ADD CONSTRAINT agent_team_id_category_id_fkey FOREIGN KEY (team_id, category_id) REFERENCES category(team_id, id) ON UPDATE CASCADE;
ALTER TABLE proposal ADD CONSTRAINT proposal_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE review ADD CONSTRAINT review_team_id_proposal_id_fkey FOREIGN KEY (team_id, proposal_id) REFERENCES proposal(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE policy ADD CONSTRAINT policy_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE conflict ADD CONSTRAINT conflict_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE conflict_side ADD CONSTRAINT conflict_side_team_id_conflict_id_fkey FOREIGN KEY (team_id, conflict_id) REFERENCES conflict(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE resolution ADD CONSTRAINT resolution_team_id_conflict_id_fkey FOREIGN KEY (team_id, conflict_id) REFERENCES conflict(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE write_back ADD CONSTRAINT write_back_team_id_source_id_fkey FOREIGN KEY (team_id, source_id) REFERENCES source(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE synthesis ADD CONSTRAINT synthesis_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE claim ADD CONSTRAINT claim_team_id_synthesis_id_fkey FOREIGN KEY (team_id, synthesis_id) REFERENCES synthesis(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE source_base ADD CONSTRAINT source_base_team_id_source_id_fkey FOREIGN KEY (team_id, source_id) REFERENCES source(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE source_base ADD CONSTRAINT source_base_team_id_file_id_fkey FOREIGN KEY (team_id, file_id) REFERENCES memory_file(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE alert ADD CONSTRAINT alert_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE alert_event ADD CONSTRAINT alert_event_team_id_alert_id_fkey FOREIGN KEY (team_id, alert_id) REFERENCES alert(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE channel ADD CONSTRAINT channel_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notice ADD CONSTRAINT notice_team_id_channel_id_fkey FOREIGN KEY (team_id, channel_id) REFERENCES channel(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE delivery ADD CONSTRAINT delivery_team_id_channel_id_fkey FOREIGN KEY (team_id, channel_id) REFERENCES channel(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE promotion_write ADD CONSTRAINT promotion_write_team_id_promotion_id_fkey FOREIGN KEY (team_id, promotion_id) REFERENCES promotion(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE cited_gone ADD CONSTRAINT cited_gone_team_id_file_id_fkey FOREIGN KEY (team_id, file_id) REFERENCES memory_file(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE health_badge ADD CONSTRAINT health_badge_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE health_badge ADD CONSTRAINT health_badge_team_id_project_id_fkey FOREIGN KEY (team_id, project_id) REFERENCES project(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE coach_run ADD CONSTRAINT coach_run_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE coach_part ADD CONSTRAINT coach_part_team_id_run_id_fkey FOREIGN KEY (team_id, run_id) REFERENCES coach_run(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE compaction ADD CONSTRAINT compaction_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE compaction ADD CONSTRAINT compaction_team_id_project_id_fkey FOREIGN KEY (team_id, project_id) REFERENCES project(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE compaction_line ADD CONSTRAINT compaction_line_team_id_compaction_id_fkey FOREIGN KEY (team_id, compaction_id) REFERENCES compaction(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE seed_plan ADD CONSTRAINT seed_plan_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE seed_plan ADD CONSTRAINT seed_plan_team_id_project_id_fkey FOREIGN KEY (team_id, project_id) REFERENCES project(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE migration ADD CONSTRAINT migration_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE migration ADD CONSTRAINT migration_team_id_project_id_fkey FOREIGN KEY (team_id, project_id) REFERENCES project(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE migration_write ADD CONSTRAINT migration_write_team_id_migration_id_fkey FOREIGN KEY (team_id, migration_id) REFERENCES migration(team_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE login ADD CONSTRAINT login_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE second_opinion ADD CONSTRAINT second_opinion_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON UPDATE CASCADE ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--

-- Functions
-- Events without a team have a chain of their own.
CREATE FUNCTION audit_chain(team_id uuid) RETURNS uuid
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT coalesce(team_id, '00000000-0000-0000-0000-000000000000'::uuid)
$$;

-- SHA-256 of a link: the UTF-8 bytes of a JSON array of texts, without spaces.
CREATE FUNCTION audit_hash(previous bytea, link bigint, event audit_event) RETURNS bytea
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
  SELECT sha256(convert_to(array_to_json(ARRAY[
    encode(previous, 'hex'), link::text, event.team_id::text, event.number::text, to_char(event.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    event.actor_kind, event.actor_id, event.actor_name, event.kind, event.subject, event.detail::text
  ])::text, 'UTF8'))
$$;

-- Runs with the rights of the owner, because the application may not write links and heads.
CREATE FUNCTION audit_event_linked() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    AS $$
DECLARE
  head audit_head;
BEGIN
  SELECT * INTO head FROM audit_head WHERE chain = audit_chain(NEW.team_id) FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO audit_head (chain, links, hash) VALUES (audit_chain(NEW.team_id), 0, decode(repeat('00', 32), 'hex')) ON CONFLICT DO NOTHING;
    SELECT * INTO head FROM audit_head WHERE chain = audit_chain(NEW.team_id) FOR UPDATE;
  END IF;
  head.links := head.links + 1;
  head.hash := audit_hash(head.hash, head.links, NEW);
  INSERT INTO audit_link (chain, link, number, hash) VALUES (head.chain, head.links, NEW.number, head.hash);
  UPDATE audit_head SET links = head.links, hash = head.hash WHERE chain = head.chain;
  RETURN NULL;
END $$;

-- Protects the function from tables of the same names in other schemas.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION audit_event_linked() SET search_path = pg_catalog, %I, pg_temp', current_schema());
  REVOKE EXECUTE ON FUNCTION audit_event_linked() FROM PUBLIC;
END $$;

CREATE FUNCTION audit_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- Links and heads are written by the trigger above, and by nobody else.
  IF TG_TABLE_NAME <> 'audit_event' AND TG_OP IN ('INSERT', 'UPDATE') AND pg_trigger_depth() > 1 THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'the audit log is only ever added to: % on % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

-- Files and revisions that an agent was given or had on disk, each once.
CREATE FUNCTION receipt_reads(given jsonb, on_disk jsonb, OUT files uuid[], OUT revisions integer[]) RETURNS record
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT coalesce(array_agg(file ORDER BY file, revision), '{}'), coalesce(array_agg(revision ORDER BY file, revision), '{}')
  FROM (SELECT DISTINCT (one->>'file')::uuid AS file, (one->>'revision')::integer AS revision FROM jsonb_array_elements(given || on_disk) one) each_once
  WHERE file IS NOT NULL AND revision IS NOT NULL
$$;

CREATE FUNCTION last_receipt_of(one receipt) RETURNS last_receipt
    LANGUAGE sql STABLE
    AS $$
  SELECT one.team_id, one.project_id, one.agent_name, coalesce(one.harness, ''), one.id, one.session, one.sha256, one.tokens, reads.files, reads.revisions,
    (SELECT count(*)::integer FROM jsonb_array_elements(one.on_disk) file WHERE file->>'revision' IS NULL), one.created_at
  FROM receipt_reads(one.files, one.on_disk) reads
$$;

-- Of two sessions that start at the same time, the one with the greater id is the last.
CREATE FUNCTION receipt_is_last() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO last_receipt AS known SELECT last.* FROM last_receipt_of(NEW) last
  ON CONFLICT (team_id, project_id, agent_name, harness) DO UPDATE SET receipt_id = excluded.receipt_id, session = excluded.session, sha256 = excluded.sha256,
    tokens = excluded.tokens, files = excluded.files, revisions = excluded.revisions, unknown = excluded.unknown, created_at = excluded.created_at
  WHERE known.receipt_id <= excluded.receipt_id;
  RETURN NULL;
END $$;

-- Triggers that mark what alerts depend on. A mark is a new row, so that writers do not wait for each other.
-- A session can start before its agent has memory.
CREATE FUNCTION mark_agent_named(team uuid, project uuid, agent text) RETURNS void
    LANGUAGE sql
    AS $$
  INSERT INTO watch_mark (team_id, unit, unit_id) SELECT team, 'agent', a.id FROM agent a WHERE a.team_id = team AND a.project_id = project AND a.name = agent UNION ALL SELECT team, 'project', project
$$;

CREATE FUNCTION agent_marked() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO watch_mark (team_id, unit, unit_id) SELECT OLD.team_id, unit, id FROM (VALUES ('agent', OLD.id), ('project', OLD.project_id), ('agents-of', OLD.project_id)) AS one(unit, id)
    WHERE EXISTS (SELECT 1 FROM project WHERE team_id = OLD.team_id AND id = OLD.project_id);
  ELSE
    INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (NEW.team_id, 'changed-agent', NEW.id), (NEW.team_id, 'project', NEW.project_id);
    -- Those whose category it left lose a sibling.
    IF TG_OP = 'UPDATE' THEN INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (NEW.team_id, 'agents-of', NEW.project_id); END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION agent_session_marked() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  one agent_session := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM mark_agent_named(one.team_id, one.project_id, one.agent_name);
  IF one.closed_at IS NOT NULL THEN
    INSERT INTO watch_mark (team_id, unit, unit_id) SELECT a.team_id, 'files-of', a.id FROM agent a WHERE a.team_id = one.team_id AND a.project_id = one.project_id AND a.name = one.agent_name;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION agent_write_marked() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM mark_agent_named(f.team_id, f.project_id, NEW.agent_name) FROM memory_file f WHERE f.team_id = NEW.team_id AND f.id = NEW.file_id;
  RETURN NULL;
END $$;

CREATE FUNCTION cited_gone_marked() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  one cited_gone := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  INSERT INTO watch_mark (team_id, unit, unit_id) SELECT team_id, 'file', id FROM memory_file WHERE team_id = one.team_id AND id = one.file_id;
  RETURN NULL;
END $$;

CREATE FUNCTION deployment_policy_marked() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO watch_mark (team_id, unit, unit_id) SELECT id, 'team', id FROM team;
  RETURN NULL;
END $$;

CREATE FUNCTION file_conflict_marked() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (NEW.team_id, 'project', NEW.project_id);
  RETURN NULL;
END $$;

CREATE FUNCTION last_receipt_marked() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (NEW.team_id, 'agents-of', NEW.project_id), (NEW.team_id, 'project', NEW.project_id);
  ELSE
    PERFORM mark_agent_named(NEW.team_id, NEW.project_id, NEW.agent_name);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION memory_file_marked() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  came boolean := TG_OP = 'INSERT';
  instructs boolean;
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- With all of its team or project: nobody is left to be told.
    IF NOT EXISTS (SELECT 1 FROM project WHERE team_id = OLD.team_id AND id = OLD.project_id) THEN RETURN NULL; END IF;
    INSERT INTO watch_mark (team_id, unit, unit_id, path) VALUES (OLD.team_id, 'file', OLD.id, NULL), (OLD.team_id, 'project', OLD.project_id, NULL), (OLD.team_id, 'place', OLD.project_id, OLD.path);
    IF OLD.agent_id IS NOT NULL THEN INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (OLD.team_id, 'changed-agent', OLD.agent_id); END IF;
    IF OLD.agent_id IS NULL AND OLD.category_id IS NOT NULL THEN INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (OLD.team_id, 'agents-of', OLD.project_id); END IF;
    IF OLD.format = 'instructions' OR OLD.role = 'identity' THEN INSERT INTO watch_mark (team_id, unit, unit_id, path) VALUES (OLD.team_id, 'instructions', OLD.project_id, OLD.path); END IF;
    RETURN NULL;
  END IF;
  instructs := NEW.format = 'instructions' OR NEW.role = 'identity';
  IF TG_OP = 'UPDATE' THEN
    came := OLD.path IS DISTINCT FROM NEW.path OR OLD.project_id <> NEW.project_id OR (OLD.state = 'gone') <> (NEW.state = 'gone') OR OLD.role <> NEW.role;
    instructs := instructs OR OLD.format = 'instructions' OR OLD.role = 'identity';
    IF OLD.path <> NEW.path OR OLD.project_id <> NEW.project_id THEN
      INSERT INTO watch_mark (team_id, unit, unit_id, path) VALUES (OLD.team_id, 'place', OLD.project_id, OLD.path), (OLD.team_id, 'project', OLD.project_id, NULL);
      IF instructs THEN INSERT INTO watch_mark (team_id, unit, unit_id, path) VALUES (OLD.team_id, 'instructions', OLD.project_id, OLD.path); END IF;
    END IF;
    IF OLD.agent_id IS DISTINCT FROM NEW.agent_id AND OLD.agent_id IS NOT NULL THEN INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (OLD.team_id, 'changed-agent', OLD.agent_id); END IF;
    IF OLD.category_id IS NOT NULL AND (OLD.category_id IS DISTINCT FROM NEW.category_id OR OLD.project_id <> NEW.project_id) THEN INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (OLD.team_id, 'agents-of', OLD.project_id); END IF;
  END IF;
  IF came THEN
    INSERT INTO watch_mark (team_id, unit, unit_id, path) VALUES (NEW.team_id, 'changed-file', NEW.id, NULL), (NEW.team_id, 'place', NEW.project_id, NEW.path);
  ELSE
    INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (NEW.team_id, 'changed-file', NEW.id);
  END IF;
  IF instructs THEN INSERT INTO watch_mark (team_id, unit, unit_id, path) VALUES (NEW.team_id, 'instructions', NEW.project_id, NEW.path); END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION policy_marked() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  one policy := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF one.place LIKE 'project:%' THEN
    INSERT INTO watch_mark (team_id, unit, unit_id) SELECT team_id, 'all-of', id FROM project WHERE team_id = one.team_id AND slug = substr(one.place, 9);
  ELSIF one.place LIKE 'agent:%' THEN
    INSERT INTO watch_mark (team_id, unit, unit_id) SELECT a.team_id, 'changed-agent', a.id FROM project p JOIN agent a ON a.team_id = p.team_id AND a.project_id = p.id
      WHERE p.team_id = one.team_id AND p.slug = split_part(substr(one.place, 7), '/', 1) AND a.name = substr(one.place, 8 + length(p.slug));
  ELSE
    INSERT INTO watch_mark (team_id, unit, unit_id) SELECT id, 'team', id FROM team WHERE id = one.team_id;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION project_marked() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (NEW.team_id, 'project', NEW.id);
  RETURN NULL;
END $$;

CREATE FUNCTION proposal_marked() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM mark_agent_named(NEW.team_id, NEW.project_id, NEW.author_agent);
  RETURN NULL;
END $$;

CREATE FUNCTION synthesis_marked() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NEW.project_id IS NULL THEN
    INSERT INTO watch_mark (team_id, unit, unit_id) SELECT id, 'projects', id FROM team WHERE id = NEW.team_id;
  ELSE
    INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (NEW.team_id, 'project', NEW.project_id);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION team_marked() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO watch_mark (team_id, unit, unit_id) SELECT id, TG_ARGV[0], id FROM team WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.team_id ELSE NEW.team_id END;
  RETURN NULL;
END $$;

CREATE FUNCTION vouch_marked() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN INSERT INTO watch_mark (team_id, unit, unit_id) SELECT team_id, 'file', file_id FROM entry WHERE team_id = OLD.team_id AND id = OLD.entry_id; END IF;
  IF TG_OP <> 'DELETE' THEN INSERT INTO watch_mark (team_id, unit, unit_id) SELECT team_id, 'file', file_id FROM entry WHERE team_id = NEW.team_id AND id = NEW.entry_id; END IF;
  RETURN NULL;
END $$;

-- Triggers
CREATE TRIGGER agent_change_marked AFTER UPDATE ON agent FOR EACH ROW WHEN (((old.name <> new.name) OR (old.category_id IS DISTINCT FROM new.category_id) OR (old.opted_out <> new.opted_out))) EXECUTE FUNCTION agent_marked();
CREATE TRIGGER agent_marked AFTER INSERT OR DELETE ON agent FOR EACH ROW EXECUTE FUNCTION agent_marked();
CREATE TRIGGER agent_session_change_marked AFTER UPDATE ON agent_session FOR EACH ROW WHEN (((old.closed_at IS DISTINCT FROM new.closed_at) OR (old.harness IS DISTINCT FROM new.harness) OR (old.started_at <> new.started_at) OR (old.agent_name <> new.agent_name))) EXECUTE FUNCTION agent_session_marked();
CREATE TRIGGER agent_session_marked AFTER INSERT OR DELETE ON agent_session FOR EACH ROW EXECUTE FUNCTION agent_session_marked();
CREATE TRIGGER agent_write_marked AFTER INSERT ON agent_write FOR EACH ROW EXECUTE FUNCTION agent_write_marked();
CREATE TRIGGER audit_event_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_event FOR EACH STATEMENT EXECUTE FUNCTION audit_kept();
-- Deferred to the commit, so that no chain is locked while a client waits.
CREATE CONSTRAINT TRIGGER audit_event_linked AFTER INSERT ON audit_event DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_event_linked();
CREATE TRIGGER audit_head_kept BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON audit_head FOR EACH STATEMENT EXECUTE FUNCTION audit_kept();
CREATE TRIGGER audit_link_kept BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON audit_link FOR EACH STATEMENT EXECUTE FUNCTION audit_kept();
CREATE TRIGGER category_marked AFTER UPDATE ON category FOR EACH ROW WHEN (((old.slug <> new.slug) OR (old.name <> new.name))) EXECUTE FUNCTION team_marked('team');
CREATE TRIGGER cited_gone_marked AFTER INSERT OR DELETE OR UPDATE ON cited_gone FOR EACH ROW EXECUTE FUNCTION cited_gone_marked();
CREATE TRIGGER deployment_policy_marked AFTER INSERT OR DELETE OR UPDATE ON deployment_policy FOR EACH ROW EXECUTE FUNCTION deployment_policy_marked();
CREATE TRIGGER file_conflict_marked AFTER INSERT ON conflict FOR EACH ROW WHEN ((new.kind = 'file'::text)) EXECUTE FUNCTION file_conflict_marked();
CREATE TRIGGER file_conflict_state_marked AFTER UPDATE ON conflict FOR EACH ROW WHEN (((new.kind = 'file'::text) AND (old.state <> new.state))) EXECUTE FUNCTION file_conflict_marked();
CREATE TRIGGER import_run_marked AFTER UPDATE ON import_run FOR EACH ROW WHEN (((old.state <> new.state) AND (new.state = 'done'::text))) EXECUTE FUNCTION team_marked('projects');
CREATE TRIGGER last_receipt_marked AFTER INSERT OR UPDATE ON last_receipt FOR EACH ROW EXECUTE FUNCTION last_receipt_marked();
CREATE TRIGGER memory_file_change_marked AFTER UPDATE ON memory_file FOR EACH ROW WHEN (((old.head <> new.head) OR (old.state <> new.state) OR (old.path <> new.path) OR (old.role <> new.role) OR (old.format <> new.format) OR (old.scope <> new.scope) OR (old.project_id <> new.project_id) OR (old.agent_id IS DISTINCT FROM new.agent_id) OR (old.category_id IS DISTINCT FROM new.category_id) OR (old.source_id IS DISTINCT FROM new.source_id) OR (old.entries <> new.entries) OR (old.problems <> new.problems) OR (old.cut IS DISTINCT FROM new.cut) OR (old.updated_on IS DISTINCT FROM new.updated_on) OR (old.limits IS DISTINCT FROM new.limits) OR (old.diagnostics IS DISTINCT FROM new.diagnostics))) EXECUTE FUNCTION memory_file_marked();
CREATE TRIGGER memory_file_marked AFTER INSERT OR DELETE ON memory_file FOR EACH ROW EXECUTE FUNCTION memory_file_marked();
CREATE TRIGGER policy_marked AFTER INSERT OR DELETE OR UPDATE ON policy FOR EACH ROW EXECUTE FUNCTION policy_marked();
CREATE TRIGGER project_marked AFTER INSERT ON project FOR EACH ROW EXECUTE FUNCTION project_marked();
CREATE TRIGGER project_name_marked AFTER UPDATE ON project FOR EACH ROW WHEN (((old.slug <> new.slug) OR (old.name <> new.name))) EXECUTE FUNCTION team_marked('team');
CREATE TRIGGER proposal_marked AFTER INSERT ON proposal FOR EACH ROW WHEN ((new.author_agent IS NOT NULL)) EXECUTE FUNCTION proposal_marked();
CREATE TRIGGER proposal_time_marked AFTER UPDATE ON proposal FOR EACH ROW WHEN (((new.author_agent IS NOT NULL) AND (old.created_at <> new.created_at))) EXECUTE FUNCTION proposal_marked();
CREATE TRIGGER receipt_is_last AFTER INSERT OR UPDATE ON receipt FOR EACH ROW EXECUTE FUNCTION receipt_is_last();
CREATE TRIGGER source_marked AFTER DELETE ON source FOR EACH ROW EXECUTE FUNCTION team_marked('projects');
CREATE TRIGGER synthesis_change_marked AFTER UPDATE ON synthesis FOR EACH ROW WHEN (((old.state <> new.state) OR (old.decided_at IS DISTINCT FROM new.decided_at))) EXECUTE FUNCTION synthesis_marked();
CREATE TRIGGER synthesis_marked AFTER INSERT ON synthesis FOR EACH ROW WHEN ((new.state <> 'waiting'::text)) EXECUTE FUNCTION synthesis_marked();
CREATE TRIGGER vouch_marked AFTER INSERT OR DELETE OR UPDATE ON vouch FOR EACH ROW EXECUTE FUNCTION vouch_marked();

-- The queue of scheduled jobs: pg-boss 10.4 (schema 24), as PgBoss.getConstructionPlans("quarterdeck_queue") writes it.
-- The application's role may not create queues, so both are created here.
CREATE SCHEMA quarterdeck_queue;

CREATE TYPE quarterdeck_queue.job_state AS ENUM (
      'created',
      'retry',
      'active',
      'completed',
      'cancelled',
      'failed'
    );

CREATE TABLE quarterdeck_queue.version (
      version int primary key,
      maintained_on timestamp with time zone,
      cron_on timestamp with time zone,
      monitored_on timestamp with time zone
    );

CREATE TABLE quarterdeck_queue.queue (
      name text,
      policy text,
      retry_limit int,
      retry_delay int,
      retry_backoff bool,
      expire_seconds int,
      retention_minutes int,
      dead_letter text REFERENCES quarterdeck_queue.queue (name),
      partition_name text,
      created_on timestamp with time zone not null default now(),
      updated_on timestamp with time zone not null default now(),
      PRIMARY KEY (name)
    );

CREATE TABLE quarterdeck_queue.schedule (
      name text REFERENCES quarterdeck_queue.queue ON DELETE CASCADE,
      cron text not null,
      timezone text,
      data jsonb,
      options jsonb,
      created_on timestamp with time zone not null default now(),
      updated_on timestamp with time zone not null default now(),
      PRIMARY KEY (name)
    );

CREATE TABLE quarterdeck_queue.subscription (
      event text not null,
      name text not null REFERENCES quarterdeck_queue.queue ON DELETE CASCADE,
      created_on timestamp with time zone not null default now(),
      updated_on timestamp with time zone not null default now(),
      PRIMARY KEY(event, name)
    );

CREATE TABLE quarterdeck_queue.job (
      id uuid not null default gen_random_uuid(),
      name text not null,
      priority integer not null default(0),
      data jsonb,
      state quarterdeck_queue.job_state not null default('created'),
      retry_limit integer not null default(2),
      retry_count integer not null default(0),
      retry_delay integer not null default(0),
      retry_backoff boolean not null default false,
      start_after timestamp with time zone not null default now(),
      started_on timestamp with time zone,
      singleton_key text,
      singleton_on timestamp without time zone,
      expire_in interval not null default interval '15 minutes',
      created_on timestamp with time zone not null default now(),
      completed_on timestamp with time zone,
      keep_until timestamp with time zone NOT NULL default now() + interval '14 days',
      output jsonb,
      dead_letter text,
      policy text
    ) PARTITION BY LIST (name);
ALTER TABLE quarterdeck_queue.job ADD PRIMARY KEY (name, id);
CREATE TABLE quarterdeck_queue.archive (LIKE quarterdeck_queue.job);
ALTER TABLE quarterdeck_queue.archive ADD PRIMARY KEY (name, id);
ALTER TABLE quarterdeck_queue.archive ADD archived_on timestamptz NOT NULL DEFAULT now();
CREATE INDEX archive_i1 ON quarterdeck_queue.archive(archived_on);

CREATE FUNCTION quarterdeck_queue.create_queue(queue_name text, options json)
    RETURNS VOID AS
    $$
    DECLARE
      table_name varchar := 'j' || encode(sha224(queue_name::bytea), 'hex');
      queue_created_on timestamptz;
    BEGIN

      WITH q as (
      INSERT INTO quarterdeck_queue.queue (
        name,
        policy,
        retry_limit,
        retry_delay,
        retry_backoff,
        expire_seconds,
        retention_minutes,
        dead_letter,
        partition_name
      )
      VALUES (
        queue_name,
        options->>'policy',
        (options->>'retryLimit')::int,
        (options->>'retryDelay')::int,
        (options->>'retryBackoff')::bool,
        (options->>'expireInSeconds')::int,
        (options->>'retentionMinutes')::int,
        options->>'deadLetter',
        table_name
      )
      ON CONFLICT DO NOTHING
      RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;

      IF queue_created_on IS NULL THEN
        RETURN;
      END IF;

      EXECUTE format('CREATE TABLE quarterdeck_queue.%I (LIKE quarterdeck_queue.job INCLUDING DEFAULTS)', table_name);

      EXECUTE format('ALTER TABLE quarterdeck_queue.%1$I ADD PRIMARY KEY (name, id)', table_name);
      EXECUTE format('ALTER TABLE quarterdeck_queue.%1$I ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES quarterdeck_queue.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
      EXECUTE format('ALTER TABLE quarterdeck_queue.%1$I ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES quarterdeck_queue.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i1 ON quarterdeck_queue.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''created'' AND policy = ''short''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i2 ON quarterdeck_queue.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''active'' AND policy = ''singleton''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i3 ON quarterdeck_queue.%1$I (name, state, COALESCE(singleton_key, '''')) WHERE state <= ''active'' AND policy = ''stately''', table_name);
      EXECUTE format('CREATE UNIQUE INDEX %1$s_i4 ON quarterdeck_queue.%1$I (name, singleton_on, COALESCE(singleton_key, '''')) WHERE state <> ''cancelled'' AND singleton_on IS NOT NULL', table_name);
      EXECUTE format('CREATE INDEX %1$s_i5 ON quarterdeck_queue.%1$I (name, start_after) INCLUDE (priority, created_on, id) WHERE state < ''active''', table_name);

      EXECUTE format('ALTER TABLE quarterdeck_queue.%I ADD CONSTRAINT cjc CHECK (name=%L)', table_name, queue_name);
      EXECUTE format('ALTER TABLE quarterdeck_queue.job ATTACH PARTITION quarterdeck_queue.%I FOR VALUES IN (%L)', table_name, queue_name);
    END;
    $$
    LANGUAGE plpgsql;

CREATE FUNCTION quarterdeck_queue.delete_queue(queue_name text)
    RETURNS VOID AS
    $$
    DECLARE
      table_name varchar;
    BEGIN
      WITH deleted as (
        DELETE FROM quarterdeck_queue.queue
        WHERE name = queue_name
        RETURNING partition_name
      )
      SELECT partition_name from deleted INTO table_name;

      EXECUTE format('DROP TABLE IF EXISTS quarterdeck_queue.%I', table_name);
    END;
    $$
    LANGUAGE plpgsql;

INSERT INTO quarterdeck_queue.version(version) VALUES ('24');

SELECT quarterdeck_queue.create_queue('__pgboss__send-it', '{"policy": "standard"}');
SELECT quarterdeck_queue.create_queue('heartbeat', '{"policy": "short", "retryLimit": 0, "expireInSeconds": 60, "retentionMinutes": 5}');
INSERT INTO quarterdeck_queue.schedule (name, cron, timezone, data, options) VALUES ('heartbeat', '* * * * *', 'UTC', NULL, '{}');
