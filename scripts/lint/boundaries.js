import { packages, rooms } from './rooms.js'

const inRoom = (...names) => ({ file: { categories: names } })
const npm = (module) => ({ module: { origin: 'external', ...module } })
const outside = { module: { origin: ['external', 'core'] } }
const useZodMini = 'Import zod/mini: plain zod costs the first load 18 kB more.'

export const boundariesSettings = {
  'boundaries/files': rooms.map(({ room, files, capture }) => ({ category: room, pattern: files, capture })),
  'boundaries/files-single-match': true,
  'boundaries/legacy-templates': false,
}

/**
 * A configuration for each room, with only the policies that concern it: the plugin compares an import with all it is given. The
 * last configuration that matches a file wins, so the rooms stand in reverse: a file belongs to the first.
 */
export const roomRules = [...rooms].reverse().map((room) => ({
  files: room.files.map((pattern) => pattern.replace(/[()]/g, '')),
  rules: { 'boundaries/dependencies': ['error', ruleOf(room)] },
}))

/** Of the policies that match an import the last one decides, so each ban stands before its exceptions. */
function ruleOf(room) {
  const isFree = room.mayImport === 'anything'
  return {
    default: 'disallow',
    checkAllOrigins: true,
    policies: isFree
      ? [{ from: inRoom(room.room), allow: { to: { module: { origin: '*' } } } }]
      : [
          { allow: { to: outside } },
          ...packages.flatMap((banned) => packagePolicies(banned, room.room)),
          ...(room.room.startsWith('web/') ? webPackagePolicies() : []),
          ...(room.room.startsWith('shared/') ? sharedPackagePolicies() : []),
          ...roomPolicies(room),
        ],
  }
}

function packagePolicies({ name, rooms: homes, why }, room) {
  if (homes.includes(room)) return []
  return [
    { disallow: { to: npm({ source: name }) }, message: `Only ${homes.join(' and ')} may import ${name}. ${why}` },
  ]
}

function webPackagePolicies() {
  const from = inRoom('web/*')
  return [
    { from, disallow: { to: { module: { origin: 'core' } } }, message: 'A browser has no Node modules.' },
    { from, disallow: { to: npm({ source: 'zod' }) }, message: useZodMini },
    { from, allow: { to: npm({ source: 'zod', internalPath: 'mini' }) } },
  ]
}

function sharedPackagePolicies() {
  const from = inRoom('shared/*')
  return [
    {
      from,
      disallow: { to: outside },
      message: 'shared runs on the device and on the server and may import no package but zod/mini.',
    },
    { from, disallow: { to: npm({ source: 'zod' }) }, message: useZodMini },
    { from, allow: { to: npm({ source: 'zod', internalPath: 'mini' }) } },
    { from: inRoom('shared/testing'), allow: { to: npm({ source: 'fast-check' }) } },
  ]
}

function roomPolicies({ room, mayImport, capture, why }) {
  const list = mayImport.length === 0 ? 'no other room' : mayImport.join(', ')
  const itself = inRoom(room)
  if (capture) itself.file.captured = Object.fromEntries(capture.map((key) => [key, `{{from.file.captured.${key}}}`]))
  return [
    {
      from: inRoom(room),
      disallow: { to: { module: { origin: 'local' } } },
      message: `${room} may not import {{to.file.categories}}. ${why} It may import: ${list}. (The table is scripts/lint/rooms.js.)`,
    },
    { from: inRoom(room), allow: { to: itself } },
    ...(mayImport.length === 0 ? [] : [{ from: inRoom(room), allow: { to: inRoom(...mayImport) } }]),
  ]
}
