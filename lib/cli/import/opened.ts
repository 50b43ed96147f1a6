import type { OutputOf } from "@/lib/http/contract"

/** An opened run, with the files whose content the server needs. */
export type OpenedImport = OutputOf<"import.open">
