import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { circlesIn, deadIn, graphOf } from './graph.js'

const root = join(import.meta.dirname, '../..')
const rooms = ['shared', 'sync-server', 'web', 'scripts']

/** Read once: an editor that stays open sees what stood on the disk when it began. */
let found
function look() {
  if (found) return found
  const inRooms = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true }).map((name) => join(room, name)),
  )
  const files = [...inRooms, ...readdirSync(root)].filter((name) => /\.(ts|tsx|js)$/.test(name))
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const graph = graphOf(new Map(files.map((name) => [name, readFileSync(join(root, name), 'utf8')])), imports)
  return (found = { circles: circlesIn(graph), dead: deadIn(graph) })
}

const rule = (complaints) => ({
  create: (context) => ({
    Program(node) {
      for (const message of complaints(relative(root, context.filename))) context.report({ node, message })
    },
  }),
})

export const house = {
  rules: {
    'no-circle': rule((file) => {
      const way = look().circles.get(file)
      return way ? [`Files must not import each other in a circle, types included: ${way.join(' → ')}.`] : []
    }),
    'no-dead-export': rule((file) =>
      (look().dead.get(file) ?? []).map(
        (name) => `No other file imports ${name}: it needs no export, or no longer exists.`,
      ),
    ),
  },
}
