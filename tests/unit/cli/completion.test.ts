import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bashScript, zshScript, fishScript, listCompletedCommands } from "@/lib/cli/completion-scripts"
import { COMMANDS } from "@/lib/cli/main"

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript }
type Shell = keyof typeof SCRIPTS

/** A folder with a file and a `quarterdeck` that knows two projects. */
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "quarterdeck-completion-"))
  mkdirSync(join(folder, "memories"))
  writeFileSync(
    join(folder, "quarterdeck"),
    `#!/bin/sh\n[ "$1 $2" = "completion names" ] && [ "$3" = "project" ] && printf 'ledger\\ndispatch\\n'\n`,
  )
  chmodSync(join(folder, "quarterdeck"), 0o755)
  for (const [shell, script] of Object.entries(SCRIPTS))
    writeFileSync(join(folder, `completion.${shell}`), script(listCompletedCommands(COMMANDS)))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isHere = (shell: Shell) => {
  try {
    execFileSync(shell, ["-c", "exit 0"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

const run = (shell: Shell, args: readonly string[]) =>
  execFileSync(shell, args, {
    cwd: folder,
    encoding: "utf8",
    env: { NODE_ENV: "test", PATH: `${folder}:${process.env.PATH}`, HOME: folder, TERM: "dumb" },
    timeout: 60_000,
  })

/** Bash's completions of the last word. */
function bashOffers(...words: readonly string[]): string[] {
  const typed = ["quarterdeck", ...words].map((word) => `'${word}'`).join(" ")
  return run("bash", [
    "--norc",
    "-c",
    `source completion.bash; COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _quarterdeck; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ])
    .trim()
    .split("\n")
}

/** Each line after Tab is pressed at its end in an interactive zsh. */
function zshCompletes(lines: readonly string[]): string[] {
  const script = [
    'zmodload zsh/zpty; zpty -b z zsh -f -i; send() { zpty -w z "$1" }',
    "send 'PS1=; unsetopt beep prompt_sp; autoload -Uz compinit; compinit -u -D; source completion.zsh; print ready-now'",
    "typeset seen=; until [[ $seen == *ready-now$'\\r'* ]]; do zpty -r -m z part '*' && seen+=$part; done",
    // ^A goes to the start of the line and ^E to its end, to print the line between marks instead of running
    // it.
    ...lines.map(
      (line, at) =>
        `zpty -w -n z ${quoted(`${line}\t`)}$'\\x05>'$'\\x01'"print -r -- '<${at} "$'\\x05'"'"$'\\n'; seen=; until [[ $seen == *'<${at} '*'>'*'<${at} '*'>'* ]]; do zpty -r -m z part '*' && seen+=$part; done; print -r -- "$seen"`,
    ),
  ].join("\n")
  const seen = run("zsh", ["-f", "-c", script])
  return lines.map(
    (_, at) => [...seen.matchAll(new RegExp(`<${at} ([^>]*)>`, "g"))].at(-1)?.[1]?.trim() ?? "nothing",
  )
}

/** What an interactive zsh lists after Tab is pressed twice. Waits until all of `until` are listed. */
function zshLists(line: string, until: readonly string[]): string {
  const script = [
    'zmodload zsh/zpty; zpty -b z zsh -f -i; send() { zpty -w z "$1" }',
    "send 'PS1=; unsetopt beep prompt_sp; autoload -Uz compinit; compinit -u -D; source completion.zsh; print ready-now'",
    "typeset seen=; until [[ $seen == *ready-now$'\\r'* ]]; do zpty -r -m z part '*' && seen+=$part; done; seen=",
    `zpty -w -n z ${quoted(`${line}\t\t`)}; until [[ ${until.map((text) => `$seen == *${quoted(text)}*`).join(" && ")} ]]; do zpty -r -m z part '*' && seen+=$part; done; print -r -- "$seen"`,
  ].join("\n")
  return run("zsh", ["-f", "-c", script])
}
const quoted = (text: string) => `$'${text.replaceAll("\t", "\\t")}'`

/** Fish's completions of a line. */
const fishOffers = (line: string) =>
  run("fish", ["--no-config", "-c", `source completion.fish; complete -C ${JSON.stringify(line)}`])
    .trim()
    .split("\n")
    .map((one) => one.split("\t")[0])

const missing = (shell: Shell) => (isHere(shell) ? "" : ` (skipped: there is no ${shell} on this machine)`)

describe("completion", () => {
  it.skipIf(!isHere("bash"))(
    `in bash offers commands, what belongs to them, switches, values, names and files${missing("bash")}`,
    () => {
      expect(bashOffers("sea")).toEqual(["search"])
      expect(bashOffers("")).toEqual(expect.arrayContaining(["import", "write", "token", "completion"]))
      expect(bashOffers("token", "")).toEqual(["create", "list", "revoke"])
      expect(bashOffers("token", "create", "--ri")).toEqual(["--right"])
      expect(bashOffers("token", "create", "--name", "x", "--right", "read,pro")).toEqual(["read,propose"])
      expect(bashOffers("search", "words", "--scope", "").toSorted()).toEqual([
        "global",
        "project",
        "session",
        "team",
      ])
      expect(bashOffers("search", "--scope", "=", "pro")).toEqual(["project"])
      expect(bashOffers("read", "proj")).toEqual(["project"])
      expect(bashOffers("read", "project", "le")).toEqual(["ledger"])
      expect(bashOffers("proposals", "--project", "d")).toEqual(["dispatch"])
      expect(bashOffers("import", "mem")).toEqual(["memories"])
      expect(bashOffers("audit", "ver")).toEqual(["verify"])
    },
  )

  it.skipIf(!isHere("zsh"))(
    `in zsh completes commands, what belongs to them, switches, values and names${missing("zsh")}`,
    () => {
      const lines = {
        "quarterdeck sear": "quarterdeck search",
        "quarterdeck token cre": "quarterdeck token create",
        "quarterdeck search x --sco": "quarterdeck search x --scope",
        "quarterdeck search --scope proj": "quarterdeck search --scope project",
        "quarterdeck search --scope=proj": "quarterdeck search --scope=project",
        "quarterdeck proposals --project dis": "quarterdeck proposals --project dispatch",
        "quarterdeck import mem": "quarterdeck import memories",
        "quarterdeck token create --right read,pro": "quarterdeck token create --right read,propose",
      }
      expect(zshCompletes(Object.keys(lines))).toEqual(Object.values(lines))
    },
  )

  it.skipIf(!isHere("zsh"))(`in zsh says what each is about, colons and all${missing("zsh")}`, () => {
    const about = "lets you in at this command line: what you run here is then"
    expect(zshLists("quarterdeck log", [about, "ends the login of this command line"])).toContain(
      `login   -- ${about}`,
    )
  })

  it.skipIf(!isHere("fish"))(
    `in fish offers commands, what belongs to them, switches, values and names${missing("fish")}`,
    () => {
      expect(fishOffers("quarterdeck sea")).toEqual(["search"])
      expect(fishOffers("quarterdeck token cr")).toEqual(["create"])
      expect(fishOffers("quarterdeck search x --sco")).toEqual(["--scope"])
      expect(fishOffers("quarterdeck search --scope pro")).toEqual(["project"])
      expect(fishOffers("quarterdeck proposals --project dis")).toEqual(["dispatch"])
    },
  )

  it("says of each command and switch its first statement, up to a whole word", () => {
    const whole = COMMANDS.flatMap((one) => [
      one.about,
      ...Object.values(one.options).map((option) => option.about),
    ])
    for (const { about } of listCompletedCommands(COMMANDS).filter(
      (one) => one.about.endsWith("…") && !whole.includes(one.about),
    )) {
      expect(about.length).toBeLessThan(72)
      expect(
        whole.some(
          (text) => text.startsWith(about.slice(0, -1)) && /^[\s:,(]/.test(text.slice(about.length - 1)),
        ),
        about,
      ).toBe(true)
    }
  })

  it.each(Object.keys(SCRIPTS) as Shell[])("for %s names every command and switch", (shell) => {
    const script = SCRIPTS[shell](listCompletedCommands(COMMANDS))
    for (const { name, options } of COMMANDS) {
      expect(script).toContain(name)
      for (const option of Object.keys(options))
        expect(script, name).toContain(shell === "fish" ? `-l ${option}` : `--${option}`)
    }
  })
})
