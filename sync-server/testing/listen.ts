import { gunzipSync } from 'node:zlib'
import { must } from '#shared/lib/must.ts'
import { PROTOCOL, type StreamPage } from '#shared/protocol/sync.ts'

/** Who listens for news: what the stream has said so far. `cursor`: where the device stands; left out by one that takes no pages. */
export async function listen(
  fetch: (path: string, init: RequestInit) => Promise<Response>,
  token: string,
  cursor?: string,
) {
  const asked = cursor === undefined ? '' : `?${String(new URLSearchParams({ protocol: String(PROTOCOL), cursor }))}`
  const answer = await fetch(`/api/sync/live${asked}`, { headers: { authorization: `Bearer ${token}` } })
  const reader = must(answer.body).getReader()
  const heard: { news: number[]; pages: StreamPage[]; bytes: number; isOpen: boolean } = {
    ...{ news: [], pages: [], bytes: 0, isOpen: true },
  }
  const go = async (): Promise<void> => {
    const { value, done } = await reader.read()
    if (done) return void (heard.isOpen = false)
    const text = new TextDecoder().decode(value)
    heard.bytes += text.length
    const [, event, data = ''] = /^event: (\w+)\ndata: (.*)\n\n$/.exec(text) ?? []
    if (event === 'news') heard.news.push(Number(data))
    if (event === 'page') heard.pages.push(JSON.parse(gunzipSync(Buffer.from(data, 'base64')).toString()) as StreamPage)
    return go()
  }
  void go()
  return Object.assign(heard, { end: () => reader.cancel() })
}
