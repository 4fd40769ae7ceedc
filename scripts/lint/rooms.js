/**
 * The house: every room, where it stands, which rooms it may import besides itself, and why. This table is the only
 * place where that is written; eslint.config.js enforces it. A file belongs to the first room whose pattern it matches.
 */

const shared = [
  'shared/lib',
  'shared/model',
  'shared/kernel',
  'shared/rules',
  'shared/reference',
  'shared/commands',
  'shared/queries',
  'shared/reactions',
  'shared/protocol',
]
const serverParts = ['server/sync', 'server/rest', 'server/auth', 'server/mail', 'server/operations']
const webBelowFeatures = [
  'web/theme',
  'web/loading',
  'web/ui',
  'web/session',
  'web/net',
  'web/data',
  'web/sync',
  'web/state',
  'web/parts',
]

const law = 'Commands and queries are the product; they know the nouns and the laws, never each other.'
const seam = 'What is below the seam fetches reads and writes changes, and knows nothing of the server around it.'
const below = ['server/store', 'server/blobs', 'server/http', 'server/execute']
const part = 'The parts of the server meet only in app.ts; they reach rows through execute and the store.'

export const rooms = [
  {
    room: 'tests and tools',
    files: [
      '**/*.test.{ts,tsx}',
      'web/testing/**',
      'web/e2e/**',
      'sync-server/testing/**',
      'sync-server/spec-tables/**',
      'scripts/**',
      '*.{ts,js}',
    ],
    mayImport: 'anything',
    why: 'Nothing that ships may depend on a test or a tool.',
  },

  { room: 'shared/lib', files: ['shared/lib/**'], mayImport: [], why: 'lib is small, general and pure.' },
  {
    room: 'shared/model',
    files: ['shared/model/**'],
    mayImport: ['shared/lib'],
    why: 'The nouns know no rules and no storage.',
  },
  {
    room: 'shared/kernel',
    files: ['shared/kernel/**'],
    mayImport: ['shared/lib', 'shared/model'],
    why: 'The grammar of commands and queries knows no business verb.',
  },
  {
    room: 'shared/rules',
    files: ['shared/rules/**'],
    mayImport: ['shared/lib', 'shared/model'],
    why: 'The laws are plain predicates and tables over the nouns; how rows are fetched is not their business.',
  },
  {
    room: 'shared/reference',
    files: ['shared/reference/**'],
    mayImport: ['shared/lib', 'shared/model', 'shared/kernel', 'shared/rules'],
    why: 'A table of reference data is declared here with its verb and its questions; who carries them out is not its business.',
  },
  {
    room: 'shared/commands',
    files: ['shared/commands/**'],
    mayImport: ['shared/lib', 'shared/model', 'shared/kernel', 'shared/rules', 'shared/reference'],
    why: law,
  },
  {
    room: 'shared/reactions',
    files: ['shared/reactions/**'],
    mayImport: ['shared/lib', 'shared/model', 'shared/kernel', 'shared/rules', 'shared/commands'],
    why: 'Who is told what of a command stands beside it; a device runs commands and never carries this.',
  },
  {
    room: 'shared/queries',
    files: ['shared/queries/**'],
    mayImport: ['shared/lib', 'shared/model', 'shared/kernel', 'shared/rules', 'shared/reference'],
    why: law,
  },
  {
    room: 'shared/protocol',
    files: ['shared/protocol/**'],
    mayImport: ['shared/lib', 'shared/model', 'shared/kernel'],
    why: 'On the wire the names of commands are strings; the protocol does not know which exist.',
  },
  {
    room: 'shared/testing',
    files: ['shared/testing/**'],
    mayImport: shared,
    why: 'Samples are made of shared things only, so that every room can test with them.',
  },

  {
    room: 'server/open',
    files: ['sync-server/store/open.ts'],
    mayImport: ['server/store', 'server/sqlite', 'server/postgres', 'server/database'],
    why: 'It chooses the engine, and whoever opens a store asks it.',
  },
  {
    room: 'server/sqlite',
    files: ['sync-server/store/sqlite/**'],
    mayImport: [...shared, 'server/store'],
    why: `${seam} What every engine shares stands above it.`,
  },
  {
    room: 'server/postgres',
    files: ['sync-server/store/postgres/**'],
    mayImport: [...shared, 'server/store'],
    why: `${seam} What every engine shares stands above it.`,
  },
  {
    room: 'server/database',
    files: ['sync-server/store/database/**'],
    mayImport: [...shared, 'server/store', 'server/sqlite', 'server/postgres'],
    why: 'What is done to a database as a whole, before any store is opened or while none is: its tables, a move, a new life.',
  },
  { room: 'server/blobs', files: ['sync-server/store/blobs/**'], mayImport: ['server/store'], why: seam },
  { room: 'server/store', files: ['sync-server/store/*.ts'], mayImport: shared, why: seam },
  {
    room: 'server/execute',
    files: ['sync-server/execute/**'],
    mayImport: [...shared, 'server/store', 'server/http'],
    why: 'execute is the one door for writes, ask the one for questions; who knocks is not their business.',
  },
  {
    room: 'server/http',
    files: ['sync-server/http/**'],
    mayImport: shared,
    why: 'What every request passes on its way, whatever it asks, knows no part of the server.',
  },
  ...serverParts.map((room) => ({
    room,
    files: [`${room.replace('server/', 'sync-server/')}/**`],
    mayImport: [...shared, ...below, ...(room === 'server/operations' ? ['server/open'] : [])],
    why: part,
  })),
  {
    room: 'server/files',
    files: ['sync-server/files/**'],
    mayImport: [...shared, ...below, 'server/rest'],
    why: 'Files are lines of the phrase-book whose bodies are bytes: the same questions, the same door, the same errors.',
  },
  {
    room: 'server/app',
    files: ['sync-server/*.ts', 'sync-server/demo/**', 'sync-server/organisations/**'],
    mayImport: [...shared, 'shared/testing', ...below, 'server/open', ...serverParts, 'server/files'],
    why: 'The server is put together here, and it never meets the web application.',
  },

  {
    room: 'web/theme',
    files: ['web/theme/**'],
    mayImport: [],
    why: 'Colours, sizes, icons and the looks of MUI stand below everything that is drawn.',
  },
  {
    room: 'web/loading',
    files: ['web/loading/**'],
    mayImport: [],
    why: 'How a part of the app comes, late or not at all, is the same whatever it shows.',
  },
  {
    room: 'web/ui',
    files: ['web/ui/**'],
    mayImport: ['shared/lib', 'web/theme', 'web/loading'],
    why: 'ui knows no business.',
  },
  { room: 'web/session', files: ['web/session/**'], mayImport: shared, why: 'Who I am depends on nothing else.' },
  {
    room: 'web/net',
    files: ['web/net/**'],
    mayImport: [...shared, 'web/session'],
    why: 'The network knows who asks, not what for.',
  },
  {
    room: 'web/data',
    files: ['web/data/**'],
    mayImport: [...shared, 'web/session'],
    why: 'The rows on the device know neither the network nor the screens.',
  },
  {
    room: 'web/sync',
    files: ['web/sync/**'],
    mayImport: [...shared, 'web/session', 'web/net', 'web/data'],
    why: 'Sync also runs in the service worker: no screens here.',
  },
  {
    room: 'web/state',
    files: ['web/state/**'],
    mayImport: [...shared, 'web/session', 'web/net', 'web/data', 'web/sync'],
    why: 'How things stand with this device and its queue, for any screen to ask: no components here.',
  },
  {
    room: 'web/parts',
    files: ['web/parts/**'],
    mayImport: [...shared, ...webBelowFeatures.filter((room) => room !== 'web/parts')],
    why: 'Parts serve several features and know none of them.',
  },
  {
    room: 'web/features',
    files: ['web/features/(*)/**'],
    capture: ['feature'],
    mayImport: [...shared, ...webBelowFeatures],
    why: 'A feature never imports another one, nor the app around it: what two features need moves to web/parts.',
  },
  {
    room: 'web/app',
    files: ['web/app/**'],
    mayImport: [...shared, ...webBelowFeatures, 'web/features'],
    why: 'The app puts the features together, and it never meets the server.',
  },
  { room: 'web/main', files: ['web/main.tsx'], mayImport: ['web/app'], why: 'main starts the app and does no more.' },
  {
    room: 'web/service-worker',
    files: ['web/service-worker.ts'],
    mayImport: [...shared, 'web/session', 'web/net', 'web/data', 'web/sync'],
    why: 'The worker has no screens; everything it imports counts against its 60 kB.',
  },
]

/** Packages with a home: only these rooms may import them. */
export const packages = [
  {
    name: 'better-sqlite3',
    rooms: ['server/sqlite', 'server/database'],
    why: 'SQL lives behind the store, so that the engine can change.',
  },
  { name: 'dexie', rooms: ['web/data', 'web/sync'], why: 'Screens ask questions of web/data, not of a database.' },
  { name: 'dexie-react-hooks', rooms: ['web/data'], why: 'web/data offers the one hook that watches rows.' },
]
