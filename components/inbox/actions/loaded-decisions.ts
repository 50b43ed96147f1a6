type Decisions = typeof import("./apply-decision")

let loaded: Decisions | null = null

/** Loads the script that applies decisions. Panes and the bar of bulk decisions wait for it, before they offer any. */
export async function loadDecisions(): Promise<void> {
  loaded ??= await import("./apply-decision")
}

/** Returns the functions that apply decisions. Throws before `loadDecisions`. */
export function decisions(): Decisions {
  if (loaded === null) throw new Error("The script that applies decisions is not loaded")
  return loaded
}
