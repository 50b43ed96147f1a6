"use client"

import { preloadable } from "@/components/data/preloadable"

/** `WaitingWatch`, loaded after the page, because the server renders the first counts. */
export const LazyWaitingWatch = preloadable(() => import("./waiting-watch").then((one) => one.WaitingWatch))
