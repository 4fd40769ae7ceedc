import { openSqlite } from '../store/sqlite.ts'
import { createPasswords } from '../auth/passwords.ts'
import { seedDemo } from './seed.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { many, count } from '#shared/kernel/reads.ts'
import { tellStory } from './story.ts'
import { figuresOf } from '#shared/rules/funding.ts'
let t = performance.now()
const d = tellStory('2026-03-10T00:00:00.000Z')
console.log('story', d.length, performance.now() - t)
const store = openSqlite({ path: '/tmp/zzdemo.sqlite', mode: 'demo' })
t = performance.now()
await seedDemo({ store, organisation: defaultOrganisation, now: () => '2026-03-10T15:00:00.000Z' }, createPasswords({ memoryCost: 1024, timeCost: 1 }))
console.log('seed', performance.now() - t)
const f = await store.read({ reads: { p: many('projects', {}), pools: many('poolCodes', {}), c: count('comments', {}), am: count('amendments', {}), del: count('deliverables', {}), r: count('requests', {}), calls: count('calls', {}), ap: count('approvals', {}), drafts: many('requests', { complete: false }) } })
const by = (k: (x: any) => string) => { const m: any = {}; for (const p of f.p) m[k(p)] = (m[k(p)] ?? 0) + 1; return m }
console.log(f.p.length, by(p => p.phase), 'overdue', f.p.filter(p => p.phase === 'progress' && p.dueDate < '2026-03-10').length, 'approved waiting', f.p.filter(p => p.phase === 'authorization' && p.approved).length)
console.log('recent accepted', f.p.filter(p => p.phase === 'progress' && (p.acceptedDate ?? '') > '2026-02-24').length, 'recent denied', f.p.filter(p => p.phase === 'denied' && (p.deniedDate ?? '') > '2026-02-24').length, 'recent completed', f.p.filter(p => p.phase === 'completed' && (p.completedDate ?? '') > '2026-02-24').length, 'due soon', f.p.filter(p => !['completed', 'denied', 'canceled'].includes(p.phase) && p.dueDate >= '2026-03-10' && p.dueDate <= '2026-03-17').length)
console.log({ c: f.c, am: f.am, del: f.del, r: f.r, calls: f.calls, ap: f.ap, drafts: f.drafts.map(d => [d.createdById, d.stage].join(':')).join(' ') })
console.log(f.pools.map(p => p.poolCode + ' ' + figuresOf(p).utilization + '%').join(', '))
console.log(f.p.slice(0, 400).filter((_, i) => i % 40 === 0).map(p => p.name + ' ' + p.description))
console.log(Object.entries(by(p => String(p.description.length - p.description.length % 40))))
await store.close()
