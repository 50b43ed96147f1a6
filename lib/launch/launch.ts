import type { NextServer } from "next/dist/server/next"

/** Data that the plain JavaScript part of the start gives to the built part. */
export interface Launch {
  readonly options: LaunchOptions
  /** Holds the port from the beginning, and opens when pages can be served. */
  readonly door: {
    open(handlers: {
      handle: ReturnType<NextServer["getRequestHandler"]>
      upgrade: ReturnType<NextServer["getUpgradeHandler"]>
    }): void
  }
  /**
   * Runs one step and prints its line. The line ends with the text that the work returns or, without one,
   * with the last progress.
   */
  readonly step: <T>(title: string, work: (tell: ReportProgress) => Promise<T>) => Promise<T>
  /** Registers work for a stop by Ctrl-C or SIGTERM. The work that was registered last runs first. */
  readonly onEnd: (work: () => unknown) => void
}

export type ReportProgress = (progress: string) => void

export interface LaunchOptions {
  readonly dev: boolean
  readonly samples: boolean
  readonly import: string | null
  readonly project: string | null
  readonly port: number
  readonly host: string
  readonly home: string
  readonly databaseUrl: string | null
  /** Database URL of the role that owns the tables and migrates, if it is another one than the application's. */
  readonly databaseOwnerUrl: string | null
  /** Address at which users open Quarterdeck. */
  readonly url: string
}
