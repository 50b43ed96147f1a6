import { execFile } from "node:child_process"
import { mkdirSync, renameSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { systemActor } from "@/lib/auth/create-actor"
import type { SyncResult } from "@/lib/cli/sync/sync-folder"
import { database } from "@/lib/db/infra/client"
import { showConflict } from "@/lib/operations/conflicts/conflicts"
import { resolveConflict } from "@/lib/operations/conflicts/resolve"
import { forgetEntry } from "@/lib/operations/forgetting/forget"
import { restoreEntry } from "@/lib/operations/forgetting/restore"
import { restoreFile } from "@/lib/operations/history/restore-and-rewind"
import { runOperation } from "@/lib/operations/operation"
import { storedFile, type Team } from "../imports/import-folder"
import { putFiles } from "../imports/memory-folder"
import { expectDone } from "../data/people"
import { decide, givenProposal } from "../proposals"
import { bytesBelow, type Machine } from "./sync"
import { changed, type Dice, wordsIn } from "./sync-texts"
import { decideText } from "./write-back"

/**
 * Expected result for a word: it must be present at the end, must be absent, or may be either because a
 * decision affected it.
 */
type Fate = "stands" | "gone" | "either"

/** Two folders of one project and a curator, with a record of all edits to check the result. */
export class SyncWorld {
  readonly #fates = new Map<string, Fate>()
  /** Log of all steps, to explain a failure. */
  readonly story: string[] = []
  /** IDs of file conflicts that appeared in the inbox. */
  readonly seen = new Set<string>()
  #last = 0
  #renamed = 0

  constructor(
    readonly team: Team,
    readonly machines: readonly Machine[],
    readonly dice: Dice,
    readonly child: string | null,
  ) {}

  fateOf(word: string): Fate | undefined {
    return this.#fates.get(word)
  }

  words(fate: Fate): string[] {
    return [...this.#fates].flatMap(([word, one]) => (one === fate ? [word] : []))
  }

  /** Performs a random step on one of the machines or in Quarterdeck. */
  async step(): Promise<void> {
    const machine = this.dice.one(this.machines)
    const [kind] = weighed(this.dice, { edit: 40, file: 6, curate: 16, sync: 26, killed: 8, both: 4 })
    switch (kind) {
      case "edit":
        return this.edit(machine)
      case "file":
        return this.file(machine)
      case "curate":
        return this.curate()
      case "sync":
        return void (await this.sync(machine, this.dice.one([{}, {}, {}, { pull: false }, { push: false }])))
      case "killed":
        return this.cutOff(machine)
      case "both":
        this.story.push("both sync at once")
        await Promise.all(this.machines.map((one) => this.sync(one)))
    }
  }

  pathsOn(machine: Machine): string[] {
    return Object.keys(bytesBelow(machine.folder))
      .filter((path) => path !== "src/app.ts" && !path.includes(".quarterdeck-"))
      .toSorted()
  }

  edit(machine: Machine): void {
    const paths = this.pathsOn(machine)
    if (paths.length === 0) return
    const path = this.dice.one(paths)
    const before = machine.on(path)
    const word = this.#word()
    const after = changed(path, before, word, this.dice)
    putFiles(machine.folder, { [path]: after })
    this.#note(before, after)
    this.story.push(`${nameOf(machine)} edits ${path}: ${differences(before, after)}`)
  }

  /** Creates, deletes or renames a file. */
  file(machine: Machine): void {
    const [kind] = weighed(this.dice, { make: 3, remove: 2, rename: 2, recase: 1, breaks: 1 })
    const paths = this.pathsOn(machine)
    const path = this.dice.one(paths)
    const word = this.#word()
    if (kind === "make" || path === undefined) this.#make(machine, word)
    else if (kind === "remove") this.#remove(machine, path)
    else if (kind === "breaks") this.#changeBreaks(machine, path)
    else this.#rename(machine, paths, kind)
  }

  #make(machine: Machine, word: string): void {
    const made = this.dice.one([
      ".kaizen/agents/cleo/memory.md",
      ".serena/memories/late.md",
      "memory/2026-02-02.md",
    ])
    if (machine.has(made)) return
    const text = made.startsWith(".kaizen")
      ? `---\nagent: cleo\nproject: ledger\n---\n\n# cleo\n\n## Accumulated Findings\n- Cleo began with ${word}\n`
      : `# Late\n\n- Began with ${word}\n`
    putFiles(machine.folder, { [made]: text })
    this.#note("", text)
    this.story.push(`${nameOf(machine)} makes ${made} with ${word}`)
  }

  #remove(machine: Machine, path: string): void {
    this.#soften(wordsIn(machine.on(path)))
    rmSync(join(machine.folder, path))
    this.story.push(`${nameOf(machine)} removes ${path}`)
  }

  #changeBreaks(machine: Machine, path: string): void {
    if (path.endsWith(".json")) return
    const text = machine.on(path)
    putFiles(machine.folder, {
      [path]: text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text.replaceAll("\n", "\r\n"),
    })
    this.story.push(`${nameOf(machine)} changes the line breaks of ${path}`)
  }

  #rename(machine: Machine, paths: readonly string[], kind: "rename" | "recase"): void {
    const from = paths.find((one) => one.startsWith(".serena/"))
    if (from === undefined) return
    const to =
      kind === "recase"
        ? `.serena/memories/${from.endsWith("style.md") ? "Style.md" : "style.md"}`
        : `.serena/memories/style-${(this.#renamed += 1)}.md`
    const isTaken = this.pathsOn(machine).some(
      (one) => one !== from && one.toLowerCase() === to.toLowerCase(),
    )
    if (machine.has(to) || isTaken) return
    for (const one of wordsIn(machine.on(from))) {
      if (this.#fates.get(one) === "gone") this.#fates.set(one, "either")
      this.#moved.add(one)
    }
    mkdirSync(dirname(join(machine.folder, to)), { recursive: true })
    renameSync(join(machine.folder, from), join(machine.folder, to))
    this.story.push(`${nameOf(machine)} renames ${from} to ${to}`)
  }

  /** Words of renamed files. If the old name returns, a word may be in both files. */
  readonly #moved = new Set<string>()

  async curate(): Promise<void> {
    const [kind] = weighed(this.dice, { edit: 4, approve: 2, forget: 3, back: 1, restore: 2, resolve: 4 })
    if (kind === "resolve") return void (await this.resolve())
    if (kind === "approve") return this.#approve()
    const files = await database().memoryFile.findMany({
      where: { teamId: this.team.id, state: "present" },
      orderBy: { path: "asc" },
      select: { path: true },
    })
    if (files.length === 0) return
    const { path } = this.dice.one(files)
    if (kind === "edit") return this.#editText(path)
    if (kind === "forget") return this.#forget(path)
    if (kind === "back") return this.#restoreEntry(path)
    return this.#restoreRevision(path)
  }

  async #approve(): Promise<void> {
    const word = this.#word()
    const { id } = await givenProposal(this.team, {
      project: "ledger",
      agent: this.dice.one(["ann", "ben"]),
      content: `A reviewer agreed that ${word} is so`,
    })
    const decided = await decide(systemActor(), id, { verdict: "approve" })
    if (decided.ok) this.#fates.set(word, "stands")
    this.story.push(`a curator approves ${word}: ${decided.ok || decided.message}`)
  }

  async #textOf(path: string): Promise<string> {
    return (await storedFile(this.team, path)).revisions.at(-1)?.text ?? ""
  }

  async #editText(path: string): Promise<void> {
    const head = await this.#textOf(path)
    const after = changed(path, head, this.#word(), this.dice)
    if (after === head) return
    const failed = await decideText(this.team, path, after).then(
      () => null,
      (cause: Error) => cause.message,
    )
    if (failed === null) this.#note(head, after)
    this.story.push(`a curator edits ${path}: ${failed ?? differences(head, after)}`)
  }

  async #forget(path: string): Promise<void> {
    const { parts } = await storedFile(this.team, path)
    const entry = parts.find((one) => wordsIn(one.text).length > 0)?.id
    if (!entry) return
    const before = await this.#textOf(path)
    const done = await runOperation(forgetEntry, systemActor(), { entry, reason: "as the curator likes" })
    const after = await this.#textOf(path)
    this.#note(before, after)
    const result = done.ok ? differences(before, after) : done.message
    this.story.push(`a curator forgets an entry of ${path}: ${result}`)
  }

  /** Restores a forgotten entry. `otherwise`: the path to use if its file is not stored. */
  async #restoreEntry(otherwise: string): Promise<void> {
    const teamId = this.team.id
    const forgotten = await database().forgotten.findFirst({ where: { teamId, restoredAt: null } })
    if (!forgotten) return
    const { entryId: entry, fileId: id } = forgotten
    const file = await database().memoryFile.findUnique({ where: { teamId_id: { teamId, id } } })
    const path = file?.path ?? otherwise
    const before = await this.#textOf(path)
    const done = await runOperation(restoreEntry, systemActor(), { entry, reason: "as the curator likes" })
    const after = await this.#textOf(path)
    this.#note(before, after)
    this.#soften(wordsIn(after).filter((word) => !wordsIn(before).includes(word)))
    const result = done.ok ? differences(before, after) : done.message
    this.story.push(`a curator restores an entry of ${path}: ${result}`)
  }

  async #restoreRevision(path: string): Promise<void> {
    const file = await storedFile(this.team, path)
    if (file.head < 2) return
    const head = file.revisions.at(-1)?.text ?? ""
    const revision = 1 + this.dice.below(file.head - 1)
    const wanted = file.revisions.find((one) => one.number === revision)?.text ?? ""
    const done = await runOperation(restoreFile, systemActor(), {
      file: file.id,
      revision,
      base: file.head,
      reason: "as the curator likes",
    })
    if (done.ok)
      this.#soften(
        [...wordsIn(head), ...wordsIn(wanted)].filter(
          (word) => wordsIn(head).includes(word) !== wordsIn(wanted).includes(word),
        ),
      )
    const result = done.ok ? differences(head, wanted) : done.message
    this.story.push(`a curator restores revision ${revision} of ${path}: ${result}`)
  }

  /** Resolves one file conflict; returns false if there is none. */
  async resolve(): Promise<boolean> {
    const waiting = await database().conflict.findMany({
      where: { teamId: this.team.id, kind: "file", state: "open" },
      orderBy: { id: "asc" },
    })
    if (waiting.length === 0) return false
    const { id } = this.dice.one(waiting)
    const asked = expectDone(await runOperation(showConflict, systemActor(), { conflict: id })) as {
      shown: string
      file: { base: string | null; ours: string; theirs: string; path: string } | null
    }
    this.seen.add(id)
    const row = await database().conflict.findFirstOrThrow({ where: { teamId: this.team.id, id } })
    const head = await database().revision.findFirstOrThrow({
      where: { teamId: this.team.id, fileId: row.fileId ?? "" },
      orderBy: { number: "desc" },
    })
    const texts = [row.base ?? "", head.text, row.theirs ?? ""]
    const verdict = this.dice.one(["ours", "theirs"] as const)
    const done = await runOperation(resolveConflict, systemActor(), {
      conflict: id,
      shown: asked.shown,
      verdict,
      reason: "decided",
    })
    this.#soften(
      texts.flatMap(wordsIn).filter((word) => !texts.every((text) => wordsIn(text).includes(word))),
    )
    this.story.push(`a curator takes ${verdict} of a conflict (${row.fileId}): ${done.ok || done.message}`)
    return true
  }

  async sync(
    machine: Machine,
    more: Parameters<Machine["sync"]>[0] = {},
    { quietly = false } = {},
  ): Promise<SyncResult | null> {
    const meanwhile = !quietly && this.dice.hits(0.1) ? this.dice.below(6) : -1
    let steps = 0
    const synced = await machine.sync({
      ...more,
      onStep: () => {
        if (steps++ === meanwhile) this.edit(machine)
      },
    })
    this.story.push(
      `${nameOf(machine)} syncs ${JSON.stringify(more)}: ${JSON.stringify({ pushed: synced.pushed, pulled: synced.pulled, conflicts: synced.conflicts.map((one) => [one.path, one.conflict]), gone: synced.gone, left: synced.left.map((one) => one.path), failed: synced.failed })}`,
    )
    for (const { conflict } of synced.conflicts) if (conflict !== null) this.seen.add(conflict)
    return synced
  }

  /** Runs a sync that is killed after a random step. */
  async cutOff(machine: Machine): Promise<void> {
    if (this.child !== null && this.dice.hits(0.3)) {
      const step = this.dice.one([
        "compared",
        "opened",
        "sent",
        "started",
        "stored",
        "begun beside",
        "half written",
        "compared",
        "in place",
        "taken",
        "said",
      ])
      const child = this.child
      const died = await new Promise((resolve) =>
        execFile(
          process.execPath,
          [child, machine.folder, this.team.slug, "ledger", step],
          { env: { ...process.env, ...machine.env } },
          (cause, _, stderr) => resolve(cause?.signal ?? (cause ? stderr : "ended")),
        ),
      )
      this.story.push(`${nameOf(machine)} is killed with -9 after "${step}": ${String(died)}`)
      return
    }
    let left = this.dice.below(12)
    const ended = await machine
      .sync({
        onStep: () => {
          if (left-- === 0) throw new Error("cut off")
        },
      })
      .then(
        () => "it ended before",
        (cause: Error) => cause.message,
      )
    if (ended !== "cut off" && ended !== "it ended before") throw new Error(ended)
    this.story.push(`${nameOf(machine)} is cut off: ${ended}`)
  }

  /** Resolves all conflicts and syncs until nothing changes. Returns null if that never happens. */
  async settle(): Promise<number | null> {
    for (let round = 1; round <= 12; round += 1) {
      while (await this.resolve());
      let moved = 0
      for (const machine of this.machines) {
        const synced = await this.sync(machine, {}, { quietly: true })
        if (!synced) continue
        const clashing = synced.failed
          .filter((one) => one.reason.includes("only in letter case"))
          .map((one) => one.path)
        moved +=
          synced.pushed.length +
          synced.pulled.length +
          synced.gone.length +
          synced.conflicts.length +
          synced.left.length +
          synced.failed.length
        for (const { path } of synced.left) this.#take(machine, path)
        for (const path of clashing)
          for (const one of this.machines)
            for (const other of this.pathsOn(one))
              if (other !== path && other.toLowerCase() === path.toLowerCase()) this.#take(one, other)
      }
      if (moved === 0) return round
    }
    return null
  }

  #take(machine: Machine, path: string): void {
    if (!machine.has(path)) return
    this.#soften(wordsIn(machine.on(path)))
    rmSync(join(machine.folder, path))
    this.story.push(`${nameOf(machine)} removes ${path}, as it was told`)
  }

  #word(): string {
    return `word${(this.#last += 1)}x`
  }

  #note(before: string, after: string): void {
    const [had, has] = [new Set(wordsIn(before)), new Set(wordsIn(after))]
    for (const word of has)
      if (!had.has(word)) this.#fates.set(word, this.#fates.has(word) ? "either" : "stands")
    for (const word of had)
      if (!has.has(word) && this.#fates.get(word) !== "either")
        this.#fates.set(word, this.#moved.has(word) ? "either" : "gone")
  }

  #soften(words: readonly string[]): void {
    for (const word of words) this.#fates.set(word, "either")
  }
}

const nameOf = (machine: Machine): string => machine.env.QUARTERDECK_MACHINE ?? ""

function weighed<Kind extends string>(dice: Dice, weights: Readonly<Record<Kind, number>>): [Kind] {
  const all = Object.entries(weights) as [Kind, number][]
  let place = dice.below(all.reduce((sum, [, weight]) => sum + weight, 0))
  for (const [kind, weight] of all) if ((place -= weight) < 0) return [kind]
  throw new Error("there is always one")
}

function differences(before: string, after: string): string {
  const [had, has] = [before.split("\n"), after.split("\n")]
  return JSON.stringify({
    cut: had.filter((line) => !has.includes(line)),
    put: has.filter((line) => !had.includes(line)),
  })
}
