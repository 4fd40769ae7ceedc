import { connect, type Socket } from 'node:net'
import { must } from '#shared/lib/must.ts'

/** Meets a process at one statement, or at one flight, counted from now on all its connections. */
export interface Fault {
  at: number
  /** The statement does not go out, it does and nobody hears of it, or the answer to the flight is the last that comes. */
  last: 'before' | 'sent' | 'answered'
  /** Every connection ends, or nothing moves on them until somebody says so. */
  then: 'cut' | 'hold'
}

/** What all connections of a process pass. */
export interface Gate {
  isHeld: boolean
  fault: Fault | null
}

/** One connection between a process and its database, whole message by whole message. */
export interface Wire {
  /** What waits goes on, as far as it may. */
  flush(): void
  destroy(): void
}

interface Told {
  turned: () => void
  sent: (bytes: Buffer) => void
  /** The fault has met this connection; the promise is kept when the database has done what it was sent, and knows that nobody is there. */
  met: (then: Fault['then'], ended: Promise<void>) => void
  ended: () => void
}

export function createWire(client: Socket, at: { port: number; host: string }, gate: Gate, told: Told): Wire {
  const database = connect({ ...at, noDelay: true })
  const asked = createSplitter('ESQpX', 1)
  const answered = createSplitter('Z', 0)
  const sending: Message[] = []
  const coming: Message[] = []
  /** Flights whose answer is not back; the greeting is answered like one. */
  let open = 1
  let isAsking = false
  /** Whoever asked has given up: what was sent before still arrives. */
  let isLeft = false
  let isOver = false
  /** Nothing more goes out: of a fault, the last statement has. */
  let isLast = false
  let whenAnswered: (() => void) | undefined
  const isClosed = new Promise<void>((resolve) => database.once('close', () => resolve()))

  function meet({ then }: Fault): void {
    gate.fault = null
    gate.isHeld ||= then === 'hold'
    isLast = then === 'cut'
    // It does what has arrived, and answers nobody.
    if (isLast) database.end()
    told.met(then, isClosed)
  }

  function send(): void {
    while (!gate.isHeld && !isLast && sending.length > 0) {
      const message = must(sending.shift())
      const isCounted = gate.fault?.last === 'answered' ? message.isFlight : message.isStatement
      const fault = isCounted && gate.fault && --gate.fault.at <= 0 ? gate.fault : null
      if (fault?.last === 'before') {
        sending.unshift(message)
        return meet(fault)
      }
      if (message.isFlight) open += 1
      database.write(message.bytes)
      if (fault?.last === 'sent') return meet(fault)
      if (!fault) continue
      gate.fault = null
      isLast = true
      whenAnswered = () => meet(fault)
    }
    if (isLeft && !gate.isHeld) database.end()
  }

  function receive(): void {
    while (!gate.isHeld && (!isLast || whenAnswered) && coming.length > 0) {
      const { bytes, isReady } = must(coming.shift())
      if (isReady) open -= 1
      client.write(bytes)
      if (open > 0 || !whenAnswered) continue
      whenAnswered()
      whenAnswered = undefined
    }
    if (isOver && (coming.length === 0 || isLast)) client.end()
  }

  client.on('data', (bytes) => {
    if (!isAsking) told.turned()
    isAsking = true
    told.sent(bytes)
    sending.push(...asked(bytes))
    database.cork()
    send()
    database.uncork()
  })
  database.on('data', (bytes) => {
    isAsking = false
    coming.push(...answered(bytes))
    receive()
  })
  for (const socket of [client, database]) socket.on('error', () => undefined)
  client.on('close', () => {
    isLeft = true
    send()
  })
  database.on('close', () => {
    isOver = true
    receive()
    told.ended()
  })
  return {
    flush() {
      // What has not come does not come any more.
      if (whenAnswered) isLast = false
      whenAnswered = undefined
      receive()
      send()
    },
    destroy() {
      client.destroy()
      database.destroy()
    },
  }
}

interface Message {
  bytes: Buffer
  isStatement: boolean
  /** The end of one, which is answered. */
  isFlight: boolean
  isReady: boolean
}

const code = (letter: string): number => letter.charCodeAt(0)

/**
 * Cuts a stream of the protocol into whole messages, behind those that end something: a statement ends with an Execute, a flight of them with
 * a Sync, and a Query is both. The first `greetings` have no letter. What the database says is waited for by nobody, so the rest of it goes along.
 */
function createSplitter(letters: string, greetings: number): (bytes: Buffer) => Message[] {
  const ends = new Set([...letters].map(code))
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    rest = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    const messages: Message[] = []
    let from = 0
    let at = 0
    let letter = 0
    const cut = () => {
      const is = (...letters: string[]) => letters.some((one) => letter === code(one))
      const bytes = rest.subarray(from, at)
      messages.push({ bytes, isStatement: is('E', 'Q'), isFlight: is('S', 'Q'), isReady: is('Z') })
      from = at
    }
    for (;;) {
      const head = greetings > 0 ? 0 : 1
      if (rest.length < at + head + 4) break
      const end = at + head + rest.readUInt32BE(at + head)
      if (rest.length < end) break
      letter = head > 0 ? Number(rest[at]) : 0
      at = end
      if (head === 0 || ends.has(letter)) cut()
      greetings -= greetings > 0 ? 1 : 0
    }
    if (ends.has(code('Z')) && at > from) cut()
    rest = rest.subarray(from)
    return messages
  }
}
