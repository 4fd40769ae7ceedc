import type { Persona } from './people.ts'
import type { RunningServer } from './server.ts'

/** Speaks to the server as a persona, without a browser. @throws when the server refuses. */
export async function speaker(server: RunningServer, who: Persona | 'tomas') {
  const speak = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, token = '') => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${server.url}/api/${path}`, {
      method,
      headers: {
        ...(isForm ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const json: unknown = await answer.json()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(json)}`)
    return json
  }
  const account = { email: `${who}@fieldpost.example`, password: 'fieldpost-demo' }
  const { token } = (await speak('POST', 'login', account)) as { token: string }
  return {
    get: <T>(path: string) => speak('GET', path, undefined, token) as Promise<T>,
    bytes: async (path: string) => {
      const answer = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
      return new Uint8Array(await answer.arrayBuffer())
    },
    patch: (path: string, body: unknown) => speak('PATCH', path, body, token),
    remove: (path: string) => speak('DELETE', path, undefined, token),
    /** A form of files goes as it is. */
    post: (path: string, body: unknown) => speak('POST', path, body, token) as Promise<{ id: number }>,
  }
}

type Speaker = Awaited<ReturnType<typeof speaker>>

/** An internal tasking, in progress from its first moment, with nothing on it yet; answers with its id. */
export async function aTasking({ post }: Speaker, fields: object = {}): Promise<number> {
  const { id } = await post('projects', {
    description: 'Tax-audit workshop, Nairobi',
    ...{ countryId: 1, teamId: 3, advisorId: 2, bocId: 1, taskId: 101, assigneeId: 2 },
    ...{ projectTypeId: 3, poolCode: 'BK-100', shipNumber: 12, dueDate: '2027-12-31' },
    ...fields,
  })
  return id
}

/** A finished request for one tasking, which waits for interim approval; answers with its id. */
export async function anAskedTasking({ get, post }: Speaker, fields: object = {}): Promise<number> {
  const { id: requestId } = await post('requests/details', {
    ...{ countryId: 1, teamId: 3, advisorId: 2, projectTypeId: 3, poolCode: 'BK-100', shipNumber: 12 },
    ...{ dueDate: '2027-12-31', blanketTasking: null },
    ...fields,
  })
  const task = { taskId: 101, name: 'Interpretation', description: '' }
  await post('requests/tasks', { requestId, category: 1, tasks: [task] })
  const texts = { contactDetails: 'Pete, Nairobi', taskDetails: 'Two interpreters', specialInstructions: '' }
  await post('requests/tasks/details', { requestId, ...texts })
  await post('requests/complete', { requestId, recipients: '', approval: '' })
  return (await get<{ id: number }[]>(`requests/${requestId}/projects`))[0]?.id ?? 0
}
