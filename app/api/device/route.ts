import { beginDevice } from "@/lib/api/device"

/** A command line asks to be let in. */
export const POST = beginDevice
