const MOST = 20_000

/**
 * When each session was last heard of, in memory only: a write for each request would cost more than it tells. Null means
 * not since this server started.
 */
export function createSeen() {
  const dates = new Map<number, string>()
  return {
    note(sessionId: number, now: string): void {
      dates.delete(sessionId)
      dates.set(sessionId, now)
      const [oldest] = dates.keys()
      if (dates.size > MOST && oldest !== undefined) dates.delete(oldest)
    },
    of: (sessionId: number): string | null => dates.get(sessionId) ?? null,
  }
}
export type Seen = ReturnType<typeof createSeen>
