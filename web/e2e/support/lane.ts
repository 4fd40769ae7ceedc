import { type Socket } from 'node:net'

/** One direction of a link: what it carries leaves at the link's speed and arrives after its latency, in order. */
export class Lane {
  latencyMs = 0
  #bytesPerSecond: number | undefined
  #waiting: Parcel[] = []
  #travelling: { parcel: Parcel; sentAt: number }[] = []
  #freeAt = 0
  #timer: NodeJS.Timeout | undefined

  set bytesPerSecond(rate: number | undefined) {
    this.#bytesPerSecond = rate
    this.#freeAt = performance.now()
    this.#run()
  }

  /** The source is paused while many of its bytes wait, so that the sender feels a slow link. */
  carry(bytes: Buffer, from: Socket, to: Socket, arrive: (bytes: Buffer) => void): void {
    const size = this.#parcelSize()
    for (let start = 0; start < bytes.length; start += size) {
      const piece = bytes.subarray(start, start + size)
      this.#enqueue({ from, to, length: piece.length, arrive: () => arrive(piece) })
    }
    if (this.#isFullOf(from)) from.pause()
    this.#run()
  }

  /** The end of a connection travels behind its last byte. */
  finish(from: Socket, to: Socket): void {
    this.#enqueue({ from, to, length: 0, arrive: () => to.end() })
    this.#run()
  }

  #enqueue(parcel: Omit<Parcel, 'queuedAt'>): void {
    this.#waiting.push({ ...parcel, queuedAt: performance.now() })
  }

  #run(): void {
    clearTimeout(this.#timer)
    this.#waiting = this.#waiting.filter(({ to }) => !to.destroyed)
    this.#send()
    this.#deliver()
    const next = Math.min(this.#nextDeparture(), this.#nextArrival())
    if (next === Infinity) return
    // Settings may change while a parcel waits: look again soon, whatever the old settings said.
    this.#timer = setTimeout(() => this.#run(), Math.min(Math.max(next - performance.now(), 0), 50))
  }

  #send(): void {
    for (let at = this.#nextDeparture(); at <= performance.now(); at = this.#nextDeparture()) {
      const parcel = this.#waiting.shift()
      if (!parcel) return
      this.#freeAt = at
      this.#travelling.push({ parcel, sentAt: at })
      if (parcel.from.isPaused() && !this.#isFullOf(parcel.from)) parcel.from.resume()
    }
  }

  #deliver(): void {
    while (this.#nextArrival() <= performance.now()) {
      const parcel = this.#travelling.shift()?.parcel
      if (parcel && !parcel.to.destroyed) parcel.arrive()
    }
  }

  #nextDeparture(): number {
    const parcel = this.#waiting[0]
    if (!parcel || this.#bytesPerSecond === 0) return Infinity
    if (this.#bytesPerSecond === undefined) return parcel.queuedAt
    return Math.max(this.#freeAt, parcel.queuedAt) + (parcel.length / this.#bytesPerSecond) * 1000
  }

  #nextArrival(): number {
    const first = this.#travelling[0]
    return first ? first.sentAt + this.latencyMs : Infinity
  }

  /** What passes in about a fiftieth of a second, so that a slow link trickles. */
  #parcelSize(): number {
    return Math.min(Math.max(Math.floor((this.#bytesPerSecond ?? 1_000_000) / 50), 64), 16_384)
  }

  #isFullOf(source: Socket): boolean {
    const waiting = this.#waiting.reduce((bytes, { from, length }) => (from === source ? bytes + length : bytes), 0)
    return waiting > 32_768
  }
}

type Parcel = { from: Socket; to: Socket; length: number; queuedAt: number; arrive: () => void }
