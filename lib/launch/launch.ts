import type { NextServer } from "next/dist/server/next"

/** What the plain-JavaScript half of the start hands to the built half. */
export interface Launch {
  readonly options: LaunchOptions
  /** Holds the port since the beginning; opens once pages can be served. */
  readonly door: {
    open(handlers: {
      handle: ReturnType<NextServer["getRequestHandler"]>
      upgrade: ReturnType<NextServer["getUpgradeHandler"]>
    }): void
  }
  /** Runs one step and prints its line; text that the work returns, or told last, ends the line. */
  readonly step: <T>(title: string, work: (tell: Tell) => Promise<T>) => Promise<T>
  /** Registers what to undo on Ctrl-C or SIGTERM; the newest is undone first. */
  readonly onEnd: (work: () => unknown) => void
}

export type Tell = (progress: string) => void

export interface LaunchOptions {
  readonly dev: boolean
  readonly samples: boolean
  readonly import: string | null
  readonly project: string | null
  readonly port: number
  readonly host: string
  readonly home: string
  readonly databaseUrl: string | null
  /** As who owns the tables and migrates, where the application's role does not. */
  readonly databaseOwnerUrl: string | null
  /** The address people use. */
  readonly url: string
}
