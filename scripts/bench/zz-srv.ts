import { measureRates } from './wire.ts'
import { report } from './report.ts'
process.env['BENCH_DIR'] = '/tmp/exp'
await measureRates(report, 10_000)
setTimeout(() => process.exit(0), 1500)
