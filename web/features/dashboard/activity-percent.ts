export const ACTIVITY_FULL = 500

/** Rounded up, so that a single tasking shows as 1 %; never more than the full bar (C-058). */
export const activityPercent = (count: number): number => Math.min(100, Math.ceil((count * 100) / ACTIVITY_FULL))
