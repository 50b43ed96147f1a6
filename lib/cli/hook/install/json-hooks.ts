import { ownValue } from "@/lib/memory/text/own-value"
import { getNodeValue, type Node } from "jsonc-parser"
import { nodeAt, type Path, readSettings, removeAt, setAt, SettingsProblem } from "./json-edit"
import { commandLine, homeIn, type OurCommand, parseHookCommand } from "./our-command"
import type { HookedEvent, InstallPart, InstallState, InstallOptions, EditedText } from "./installation"
import { shellWord } from "@/lib/memory/text/shell-quote"

/** The format of a harness's hooks in JSON. */
export interface HooksLayout {
  readonly events: readonly HookedEvent[]
  /** The harness's id, passed to the hooks. */
  readonly harness: string
  /**
   * True if handlers are in groups with a matcher: `{"hooks": [{"type": "command", …}]}`. Else the list of
   * the event contains the handlers.
   */
  readonly grouped: boolean
  /** The `version` that the harness requires in the file. */
  readonly version?: number
}

/**
 * A handler in the settings. `command`: "within" for a custom command that runs a hook among other things.
 */
interface Handler {
  /** The event's name in the settings. */
  readonly name: string
  readonly path: Path
  readonly value: Readonly<Record<string, unknown>>
  readonly command: OurCommand | "within"
}

/** Returns the part that edits hooks under "hooks", a list for each event. */
export const jsonHooks = (layout: HooksLayout): InstallPart => new JsonHooks(layout)

class JsonHooks implements InstallPart {
  readonly kind = "hooks"

  constructor(private readonly layout: HooksLayout) {}

  look(text: string, wanted: InstallOptions): InstallState {
    const all = handlersIn(readSettings(text), this.layout)
    const ours = all.filter(isOurs)
    const standings = this.layout.events.map((event): InstallState => {
      const [first, second] = ours.filter((one) => one.name === event.name)
      if (!first) return hasCustomCommand(all, event) ? "own" : "none"
      const isCurrent =
        first.value.command === this.lineOf(event, wanted, ours, first) &&
        first.value.timeout === event.timeout
      return isCurrent && !second ? "installed" : "older"
    })
    if (standings.every((one) => one === standings[0])) return standings[0] ?? "none"
    return standings.every((one) => one === "installed" || one === "own") ? "installed" : "older"
  }

  put(edited: EditedText, wanted: InstallOptions): EditedText {
    const { events, version } = this.layout
    const ours = this.ownHandlers(edited.text)
    const isVersionMissing =
      version !== undefined && nodeAt(readSettings(edited.text), ["version"]) === undefined
    const versioned = isVersionMissing ? setAt(edited, ["version"], version) : edited
    return events.reduce((done, event) => this.putEvent(done, event, wanted, ours), versioned)
  }

  /** Updates the handler of an event and removes duplicates, or adds it. Custom commands stay. */
  private putEvent(
    edited: EditedText,
    event: HookedEvent,
    wanted: InstallOptions,
    ours: readonly Handler[],
  ): EditedText {
    const all = handlersIn(readSettings(edited.text), this.layout)
    const [first, ...more] = all.filter((one) => isOurs(one) && one.name === event.name)
    const command = this.lineOf(event, wanted, ours, first)
    if (first) {
      const single = more.toReversed().reduce((left, one) => without(left, one, 0), edited)
      const updated = set(single, [...first.path, "command"], command)
      return set(updated, [...first.path, "timeout"], event.timeout)
    }
    if (hasCustomCommand(all, event)) return edited
    const { grouped } = this.layout
    const handler = { ...(grouped ? { type: "command" } : {}), command, timeout: event.timeout }
    const list = nodeAt(readSettings(edited.text), ["hooks", event.name])
    const path = ["hooks", event.name, list?.children?.length ?? 0]
    return setAt(edited, path, grouped ? { hooks: [handler] } : handler)
  }

  take(edited: EditedText): EditedText {
    const last = this.ownHandlers(edited.text).at(-1)
    return last ? this.take(without(edited, last, 2)) : edited
  }

  switches(text: string): Readonly<Record<string, string>> | null {
    const ours = this.ownHandlers(text)
    return ours.length === 0 ? null : sharedOf(ours)
  }

  runs(text: string): string | null {
    return (this.ownHandlers(text)[0]?.value.command as string | undefined) ?? null
  }

  private ownHandlers(text: string): readonly Handler[] {
    return handlersIn(readSettings(text), this.layout).filter(isOurs)
  }

  /**
   * Returns the command of an event. Options take precedence in this order: from the command line, of the
   * installed handler, of other installed handlers, default.
   */
  private lineOf(
    { event }: HookedEvent,
    wanted: InstallOptions,
    ours: readonly Handler[],
    own: Handler | undefined,
  ): string {
    const { harness } = this.layout
    const options = {
      harness,
      ...wanted.otherwise,
      ...sharedOf(ours),
      ...(own ? optionsOf(own) : {}),
      ...wanted.given,
    }
    const knownHome = ours.map(({ value }) => homeIn(value.command)).find((one) => one !== null)
    return commandLine(
      wanted.program,
      { event, options: { ...options, harness } },
      { ...wanted, home: wanted.home ?? knownHome ?? null },
    )
  }
}

/** True unless the handler is a custom command that runs a hook among other things. */
const isOurs = ({ command }: Handler): boolean => command !== "within"

const hasCustomCommand = (all: readonly Handler[], { name }: HookedEvent): boolean =>
  all.some((one) => one.name === name && one.command === "within")

/** Sets a value, unless the path has it already. */
function set(edited: EditedText, path: Path, value: string | number): EditedText {
  const found = nodeAt(readSettings(edited.text), path)
  return found?.value === value ? edited : setAt(edited, path, value)
}

/**
 * Removes a handler, the group that becomes empty, and at most `upwards` levels of empty containers above.
 */
function without(edited: EditedText, { path }: Handler, upwards: number): EditedText {
  const group = path.slice(0, 3)
  const alone = nodeAt(readSettings(edited.text), [...group, "hooks"])?.children?.length === 1
  return path.length === 3 || alone ? removeAt(edited, group, upwards) : removeAt(edited, path)
}

/**
 * Returns the project, agent and team of the installed hooks. The first handler with an option determines its
 * value.
 */
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
        throw new SettingsProblem(list?.offset ?? hooks.offset, `hooks.${name} is not an array`)
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

/**
 * Returns the parsed hook command of a handler, or null if it runs no hook of Quarterdeck. A command with an
 * argument list is custom ("within"), because the installation never writes one.
 */
function commandOf({ command, args }: Readonly<Record<string, unknown>>): Handler["command"] | null {
  if (typeof command !== "string") return null
  if (!Array.isArray(args)) return parseHookCommand(command)
  return parseHookCommand([command, ...args.map(String)].map(shellWord).join(" ")) === null ? null : "within"
}
