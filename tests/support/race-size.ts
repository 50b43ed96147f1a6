/** How much of what is repeated many times is run: RACE_SIZE=1 runs all of it, which takes minutes; a little of it unless set. */
export const RACE_SIZE = Number(process.env.RACE_SIZE ?? 0.02)
