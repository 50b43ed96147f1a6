import { ownValue } from "@/lib/memory/text/own-value"
import { getNodeValue, type Node } from "jsonc-parser"
import { nodeAt, type Path, readSettings, removeAt, setAt, SettingsProblem } from "./json-edit"
import { commandLine, homeIn, type OurCommand, readCommand } from "./our-command"
import type { HookedEvent, Part, Standing, Wanted } from "./part"
import type { Edited } from "./splices"
import { shellWord } from "@/lib/memory/text/shell-quote"

/** How a harness keeps hooks in JSON. */
export interface HooksLayout {
  readonly events: readonly HookedEvent[]
  /** Its name for the harness, as our hooks are told. */
  readonly harness: string
  /** Handlers stand in groups, each with its own matcher: `{"hooks": [{"type": "command", …}]}`. Otherwise they stand in the event's list. */
  readonly grouped: boolean
  /** What the file has beside hooks, where it would be no file of the harness without. */
  readonly version?: number
}

/** A handler in the settings, and what its command is to us. */
interface Handler {
  /** The event's name in the settings. */
  readonly name: string
  readonly path: Path
  readonly value: Readonly<Record<string, unknown>>
  readonly command: OurCommand | "within"
}

/** Hooks under "hooks", a list for each event. */
export function jsonHooks(layout: HooksLayout): Part {
  const { events, grouped, harness } = layout

  function lineOf(
    event: HookedEvent,
    wanted: Wanted,
    ours: readonly Handler[],
    own: Handler | undefined,
  ): string {
    const options = {
      harness,
      ...wanted.otherwise,
      ...sharedOf(ours),
      ...(own ? optionsOf(own) : {}),
      ...wanted.given,
    }
    return commandLine(
      wanted.program,
      { event: event.event, options: { ...options, harness } },
      {
        ...wanted,
        home:
          wanted.home ?? ours.map(({ value }) => homeIn(value.command)).find((one) => one !== null) ?? null,
      },
    )
  }

  const at = (all: readonly Handler[], event: HookedEvent) =>
    all.filter((one) => one.name === event.name && one.command !== "within")
  const isWithin = (all: readonly Handler[], event: HookedEvent) =>
    all.some((one) => one.name === event.name && one.command === "within")

  return {
    kind: "hooks",
    look(text, wanted) {
      const all = handlersIn(readSettings(text), layout)
      const ours = all.filter((one) => one.command !== "within")
      const standings = events.map((event): Standing => {
        const [first, second] = at(all, event)
        if (!first) return isWithin(all, event) ? "own" : "none"
        return !second &&
          first.value.command === lineOf(event, wanted, ours, first) &&
          first.value.timeout === event.timeout
          ? "installed"
          : "older"
      })
      if (standings.every((one) => one === standings[0])) return standings[0] ?? "none"
      return standings.every((one) => one === "installed" || one === "own") ? "installed" : "older"
    },
    put(edited, wanted) {
      const ours = handlersIn(readSettings(edited.text), layout).filter((one) => one.command !== "within")
      const versioned =
        layout.version !== undefined && nodeAt(readSettings(edited.text), ["version"]) === undefined
          ? setAt(edited, ["version"], layout.version)
          : edited
      return events.reduce((done, event) => {
        const all = handlersIn(readSettings(done.text), layout)
        const [first, ...more] = at(all, event)
        const command = lineOf(event, wanted, ours, first)
        if (first) {
          const single = more.toReversed().reduce((left, one) => without(left, one, 0), done)
          return set(
            set(single, [...first.path, "command"], command),
            [...first.path, "timeout"],
            event.timeout,
          )
        }
        if (isWithin(all, event)) return done
        const handler = { ...(grouped ? { type: "command" } : {}), command, timeout: event.timeout }
        const list = nodeAt(readSettings(done.text), ["hooks", event.name])
        return setAt(
          done,
          ["hooks", event.name, list?.children?.length ?? 0],
          grouped ? { hooks: [handler] } : handler,
        )
      }, versioned)
    },
    take(edited) {
      const last = handlersIn(readSettings(edited.text), layout).findLast((one) => one.command !== "within")
      return last ? this.take(without(edited, last, 2)) : edited
    },
    switches(text) {
      const ours = handlersIn(readSettings(text), layout).filter((one) => one.command !== "within")
      return ours.length === 0 ? null : sharedOf(ours)
    },
    runs: (text) =>
      (handlersIn(readSettings(text), layout).find((one) => one.command !== "within")?.value.command as
        | string
        | undefined) ?? null,
  }
}

/** Nothing changes where it is there already. */
function set(edited: Edited, path: Path, value: string | number): Edited {
  const found = nodeAt(readSettings(edited.text), path)
  return found?.value === value ? edited : setAt(edited, path, value)
}

/** Takes a handler out, with the group that held nothing else, and up to so many of the levels above where they are empty then. */
function without(edited: Edited, { path }: Handler, upwards: number): Edited {
  const group = path.slice(0, 3)
  const alone = nodeAt(readSettings(edited.text), [...group, "hooks"])?.children?.length === 1
  return path.length === 3 || alone ? removeAt(edited, group, upwards) : removeAt(edited, path)
}

/** Whose memory it is about: what all hooks of a harness share. */
function sharedOf(ours: readonly Handler[]): Record<string, string> {
  const all = ours.map(optionsOf)
  return Object.fromEntries(
    ["project", "agent", "team"].flatMap((name) =>
      all
        .filter((one) => ownValue(one, name) !== undefined)
        .slice(0, 1)
        .map((one) => [name, ownValue(one, name) as string]),
    ),
  )
}

const optionsOf = ({ command }: Handler): Readonly<Record<string, string>> =>
  command === "within" ? {} : command.options

function handlersIn(root: Node, { grouped, events }: HooksLayout): Handler[] {
  const hooks = nodeAt(root, ["hooks"])
  if (hooks === undefined) return []
  if (hooks.type !== "object") throw new SettingsProblem(hooks.offset, "hooks is not an object")
  const names = (hooks.children ?? []).map((one) => one.children?.[0]?.value as string)
  return names.flatMap((name) => {
    const list = nodeAt(hooks, [name])
    if (list?.type !== "array") {
      if (events.some((one) => one.name === name))
        throw new SettingsProblem(list?.offset ?? hooks.offset, `hooks.${name} is not a list`)
      return []
    }
    const found = (list.children ?? []).flatMap((one, place): [Path, Node][] => {
      const path = ["hooks", name, place]
      return grouped
        ? (nodeAt(one, ["hooks"])?.children ?? []).map((handler, index): [Path, Node] => [
            [...path, "hooks", index],
            handler,
          ])
        : [[path, one]]
    })
    return found.flatMap(([path, node]): Handler[] => {
      const value = (node.type === "object" ? getNodeValue(node) : {}) as Record<string, unknown>
      const command = commandOf(value)
      return command === null ? [] : [{ name, path, value, command }]
    })
  })
}

/** A command with its words apart is a form that we do not write: it is a person's. */
function commandOf({ command, args }: Readonly<Record<string, unknown>>): Handler["command"] | null {
  if (typeof command !== "string") return null
  if (!Array.isArray(args)) return readCommand(command)
  return readCommand([command, ...args.map(String)].map(shellWord).join(" ")) === null ? null : "within"
}
