/** Stored records that requests refer to. */
export interface Stage {
  readonly team: string
  readonly file: string
  readonly revision: number
  readonly entries: readonly { readonly id: string; readonly text: string }[]
  readonly retired: string
  readonly proposals: readonly { readonly id: string; readonly shown: string }[]
}

/** A request with a text in one field. */
export interface SentField {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE"
  readonly path: string
  readonly body?: object
}

export interface TextField {
  /** The field's name in the error. */
  readonly field: string
  /** True if a user's login is needed instead of the machine's token. */
  readonly asPerson?: boolean
  /** Maximum length; longer texts are refused for their length. */
  readonly most?: number
  readonly send: (text: string, stage: Stage) => SentField
}

const proposing = (
  field: string,
  more: (text: string, stage: Stage) => object,
  most?: number,
): TextField => ({
  field,
  ...(most ? { most } : {}),
  send: (text, stage) => ({
    method: "POST",
    path: "/proposals",
    body: { team: stage.team, project: "ledger", ...more(text, stage) },
  }),
})
const add = {
  kind: "add",
  section: "Watch Points",
  text: "Credit notes need two signatures",
  date: "2026-11-21",
}
const plain = { agent: "billing", content: "Credit notes need two signatures" }
const first = ({ entries: [entry] }: Stage) => ({ entry: entry?.id, before: entry?.text })

/** All text fields of a proposal. */
export const PROPOSAL_FIELDS: readonly TextField[] = [
  proposing("content", (content) => ({ ...plain, content }), 10_000),
  proposing("reason", (reason) => ({ ...plain, reason }), 2_000),
  proposing("evidence", (evidence) => ({ ...plain, evidence })),
  proposing("section", (section) => ({ ...plain, section }), 200),
  proposing("type", (type) => ({ ...plain, type }), 60),
  proposing("session", (session) => ({ ...plain, session }), 200),
  proposing("author", (author) => ({ ...plain, author }), 200),
  proposing("agent", (agent) => ({ ...plain, agent }), 200),
  proposing("category", (category) => ({ content: plain.content, category }), 200),
  proposing("file", (file) => ({ content: plain.content, file }), 2_000),
  proposing("project", (project) => ({ ...plain, project })),
  proposing("team", (team) => ({ ...plain, team })),
  proposing("changes.0.text", (text) => ({ agent: "billing", changes: [{ ...add, text }] })),
  proposing("changes.1.text", (text, stage) => ({
    agent: "billing",
    changes: [add, { kind: "edit", ...first(stage), text }],
  })),
  proposing("changes.0.section", (section) => ({ agent: "billing", changes: [{ ...add, section }] }), 200),
  proposing("changes.0.type", (type) => ({ agent: "billing", changes: [{ ...add, type }] }), 60),
  proposing(
    "changes.0.why",
    (why, stage) => ({ agent: "billing", changes: [{ kind: "retire", ...first(stage), why }] }),
    500,
  ),
  proposing(
    "changes.0.section",
    (section, stage) => ({ agent: "billing", changes: [{ kind: "move", ...first(stage), section }] }),
    200,
  ),
]

const writing = (field: string, more: (text: string, stage: Stage) => object, most?: number): TextField => ({
  field,
  ...(most ? { most } : {}),
  send: (text, stage) => ({
    method: "PUT",
    path: `/files/${stage.file}`,
    body: { base: stage.revision, reason: "Tidied", ...more(text, stage) },
  }),
})

/** Text fields of a curator's edits. */
export const WRITING_FIELDS: readonly TextField[] = [
  writing("text", (text) => ({ text: `# billing\n\n## Watch Points\n- ${text}\n` })),
  writing("reason", (reason) => ({ text: "# billing\n", reason }), 500),
  writing("changes.0.text", (text) => ({ changes: [{ ...add, text }] })),
  writing("changes.0.section", (section) => ({ changes: [{ ...add, section }] }), 200),
  writing("changes.0.type", (type) => ({ changes: [{ ...add, type }] }), 60),
  writing("changes.0.why", (why, stage) => ({ changes: [{ kind: "retire", ...first(stage), why }] }), 500),
]

const reviewing = (
  field: string,
  more: (text: string, stage: Stage) => object,
  most?: number,
): TextField => ({
  field,
  ...(most ? { most } : {}),
  send: (text, stage) => ({
    method: "POST",
    path: `/proposals/${stage.proposals[0]?.id}/review`,
    body: { shown: stage.proposals[0]?.shown, ...more(text, stage) },
  }),
})

/** Text fields of a decision. */
export const DECISION_FIELDS: readonly TextField[] = [
  reviewing("text", (text) => ({ verdict: "edit", text })),
  reviewing("text", (text, stage) => ({ verdict: "merge", text, entry: stage.entries[0]?.id })),
  reviewing("reason", (reason) => ({ verdict: "approve", reason }), 2_000),
  reviewing("reason", (reason) => ({ verdict: "reject", reason }), 2_000),
  {
    field: "reason",
    most: 2_000,
    send: (reason, stage) => ({
      method: "POST",
      path: "/reviews",
      body: {
        items: stage.proposals.map(({ id, shown }) => ({ proposal: id, shown })),
        verdict: "reject",
        reason,
      },
    }),
  },
  {
    field: "reason",
    most: 2_000,
    send: (reason, stage) => ({
      method: "DELETE",
      path: `/proposals/${stage.proposals[0]?.id}?reason=${encodeURIComponent(reason.toWellFormed())}`,
    }),
  },
  {
    field: "text",
    send: (text, stage) => ({
      method: "POST",
      path: `/proposals/${stage.proposals[0]?.id}/preview`,
      body: { text },
    }),
  },
  {
    field: "reason",
    most: 500,
    send: (reason, stage) => ({
      method: "POST",
      path: `/entries/${stage.entries[1]?.id}/forget`,
      body: { reason },
    }),
  },
  {
    field: "reason",
    most: 500,
    send: (reason, stage) => ({
      method: "POST",
      path: `/entries/${stage.retired}/restore`,
      body: { reason },
    }),
  },
]

const rule = { kinds: ["add"], types: [], agents: [], leastConfidence: 1 }

/** Names chosen by users and agents. */
export const NAME_FIELDS: readonly TextField[] = [
  {
    field: "place",
    most: 100,
    send: (slug, { team }) => ({
      method: "PUT",
      path: "/policies",
      body: { team, place: `agent:ledger/${slug}`, settings: { days: 9 } },
    }),
  },
  {
    field: "settings.rule.types.0",
    most: 60,
    send: (type, { team }) => ({
      method: "PUT",
      path: "/policies",
      body: { team, place: "team", settings: { rule: { ...rule, types: [type] } } },
    }),
  },
  {
    field: "settings.rule.agents.0",
    most: 200,
    send: (agent, { team }) => ({
      method: "PUT",
      path: "/policies",
      body: { team, place: "team", settings: { rule: { ...rule, agents: [agent] } } },
    }),
  },
  {
    field: "name",
    most: 60,
    asPerson: true,
    send: (name, { team }) => ({ method: "POST", path: "/views", body: { team, name, query: "" } }),
  },
  {
    field: "query",
    most: 2_000,
    asPerson: true,
    send: (query, { team }) => ({ method: "POST", path: "/views", body: { team, name: "Mine", query } }),
  },
  {
    field: "name",
    asPerson: true,
    send: (name, { team }) => ({
      method: "DELETE",
      path: `/views/${encodeURIComponent(name.toWellFormed())}?team=${team}`,
    }),
  },
  {
    field: "name",
    most: 80,
    send: (name, { team }) => ({
      method: "POST",
      path: `/teams/${team}/access-tokens`,
      body: { name, rights: ["read"] },
    }),
  },
  {
    field: "agent",
    most: 200,
    send: (agent, { team }) => ({
      method: "POST",
      path: `/teams/${team}/access-tokens`,
      body: { name: "Agent", rights: ["read"], agent },
    }),
  },
  {
    field: "project",
    send: (project, { team }) => ({
      method: "POST",
      path: `/teams/${team}/access-tokens`,
      body: { name: "Agent", rights: ["read"], project },
    }),
  },
  { field: "name", most: 80, send: (name) => ({ method: "POST", path: "/teams", body: { name } }) },
  {
    field: "name",
    most: 80,
    send: (name, { team }) => ({ method: "PATCH", path: `/teams/${team}`, body: { name } }),
  },
  {
    field: "project",
    most: 200,
    send: (project, { team }) => ({
      method: "POST",
      path: "/imports",
      body: { team, project, source: { kind: "client", name: "here" }, files: [] },
    }),
  },
  {
    field: "source.name",
    most: 1_000,
    send: (name, { team }) => ({
      method: "POST",
      path: "/imports",
      body: { team, source: { kind: "client", name }, files: [] },
    }),
  },
  {
    field: "directory",
    send: (directory, { team }) => ({
      method: "POST",
      path: "/imports/directory",
      body: { team, directory },
    }),
  },
  { field: "path", most: 4_000, send: (path) => ({ method: "POST", path: "/directories", body: { path } }) },
  {
    field: "person",
    send: (person, stage) => ({
      method: "PUT",
      path: "/proposals/assignee",
      body: { proposals: [stage.proposals[0]?.id], person },
    }),
  },
]
