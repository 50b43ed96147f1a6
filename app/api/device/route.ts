import { beginDevice } from "@/lib/api/device"

/** Starts the login of a command line. */
export const POST = beginDevice
