import type { TestProject } from "vitest/node"
import { startThrowaway } from "@/lib/db/embedded"
import { migrate } from "@/lib/db/migrate"

declare module "vitest" {
  interface ProvidedContext {
    /** A migrated, empty database that nobody connects to: what each test file's own is copied from. */
    templateUrl: string
    /** The same as the role that owns it: what makes databases, and changes tables. */
    ownerTemplateUrl: string
  }
}

/** One server of its own for all data tests, on a free port, gone afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startThrowaway()
  await migrate(server.ownerUrl, { applicationUrl: server.url })
  project.provide("templateUrl", server.url)
  project.provide("ownerTemplateUrl", server.ownerUrl)
  return () => server.stop()
}
